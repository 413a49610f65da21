import { expect, test } from 'vitest'
import { requireExistingPage } from './existing-page.server.ts'

const led = (page: number, total: number): string | null => {
	try {
		requireExistingPage({ page, total, size: 50, hrefFor: (to) => `/list?seite=${to}` })
		return null
	} catch (answer) {
		return (answer as Response).headers.get('location')
	}
}

test('an address after the last page leads to the last page, of an empty list to the first', () => {
	expect([led(1, 0), led(1, 50), led(2, 51), led(3, 150)]).toEqual([null, null, null, null])
	expect([led(2, 50), led(99, 101), led(2, 0)]).toEqual(['/list?seite=1', '/list?seite=3', '/list?seite=1'])
})
