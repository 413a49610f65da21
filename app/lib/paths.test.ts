import { expect, test } from 'vitest'
import { search } from './paths.ts'

test('a query leaves out what is empty and takes any text', () => {
	expect(search({ suche: 'Zoë & Co', leer: '', keins: undefined, mehrere: ['a', 'b'] })).toBe(
		'?suche=Zo%C3%AB+%26+Co&mehrere=a&mehrere=b',
	)
	expect(search({ suche: `a\uD83D` })).toBe('?suche=a%EF%BF%BD')
	expect(search()).toBe('')
})
