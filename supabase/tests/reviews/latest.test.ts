import { afterAll, beforeAll, expect, test } from 'vitest'
import { voicesContract } from '#app/features/catalogue/catalogue.contracts.ts'
import { at, CONTACT, openSalon, type Salon } from '../booking/salon.ts'

let salon: Salon
beforeAll(async () => {
	salon = await openSalon(4)
})
afterAll(() => salon.close())

const latest = async (who: 'anon' | 'authenticated' = 'anon', limit?: number | null) =>
	voicesContract.parse(
		await salon.call(
			who === 'anon' ? 'anon' : salon.user.owner,
			'latest_reviews',
			limit === undefined ? {} : { limit },
		),
	)

/** A review of a visit on this day. */
async function review(day: number, rating: number, text: string): Promise<void> {
	const { id, secret } = await salon.book({ starts_at: at(day, '10:00') }, CONTACT)
	await salon.call(salon.user.owner, 'complete_appointment', { appointment: id }, at(day, '11:00'))
	await salon.call('anon', 'save_review', { appointment: id, secret, rating, text }, at(day + 1, '12:00'))
}

test('the latest review with words stands for a business, whatever its stars', async () => {
	expect(await latest()).toEqual([])
	await review(11, 5, 'Sehr gern wieder.')
	await review(12, 2, 'Es dauerte lange.')
	await review(13, 5, '')
	expect(await latest()).toMatchObject([
		{ rating: 2, text: 'Es dauerte lange.', author: 'Mia M.', services: 'Schnitt' },
	])
	expect(await latest('authenticated')).toHaveLength(1)
	for (const limit of [0, -1]) expect(await latest('anon', limit)).toEqual([])
	expect(await latest('anon', null)).toHaveLength(1)
})

test('what was reported, removed or stands at a hidden business is not shown', async () => {
	await salon.sql`update public.reviews set state = 'reported' where rating = 2`
	expect(await latest()).toMatchObject([{ rating: 5 }])
	await salon.sql`update public.companies set sandbox = true`
	expect(await latest()).toEqual([])
	expect(await latest('authenticated')).toEqual([])
	await salon.sql`update public.companies set sandbox = false`
	await salon.sql`update public.locations set state = 'paused'`
	expect(await latest()).toEqual([])
})
