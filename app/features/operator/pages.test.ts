import { expect, test } from 'vitest'
import { openPage } from './pages.ts'

test('an address belongs to the page whose address it continues', () => {
	expect(openPage('/operator')).toBe('/operator')
	expect(openPage('/operator/meldungen/1')).toBe('/operator')
	expect(openPage('/operator/unternehmen/1')).toBe('/operator/unternehmen')
	expect(openPage('/elsewhere')).toBeUndefined()
})
