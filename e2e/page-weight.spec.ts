import { firstUseBytes, MOST_AT_FIRST, MOST_IN_USE, weighPublicPages } from '#scripts/page-weight.ts'
import { expect, test } from './fixtures.ts'

test('no public page loads more JavaScript than its bar', async () => {
	expect(await firstUseBytes()).toBeLessThanOrEqual(MOST_AT_FIRST)
	const pages = await weighPublicPages()
	expect(pages.map(({ address }) => address)).toEqual(
		expect.arrayContaining(['/', '/katalog/:city', '/listings/:id', '/listings/:id/booking', '/request/:id']),
	)
	const heavy = pages.filter(({ bytes }) => bytes > MOST_IN_USE)
	expect(
		heavy.map(({ address, bytes }) => `${address}: ${bytes} bytes`),
		'`npm run bench -- bundle` says what they load',
	).toEqual([])
})
