import { afterAll, beforeAll, expect, test } from 'vitest'
import {
	checkedContract,
	countsContract,
	facetsContract,
	hitsContract,
	rebuiltContract,
} from '#app/features/catalogue/catalogue.contracts.ts'
import { hoursContract } from '#app/features/listing/listing.contracts.ts'
import { settleSuggestions } from '#supabase/seeds/suggestions.ts'
import { openSalon, type Salon } from '../booking/salon.ts'

let salon: Salon
beforeAll(async () => {
	salon = await openSalon()
	await salon.sql`update public.locations set city_id = 1, latitude = 52.5, longitude = 13.4, attributes = '{parking:free}'`
	await salon.sql`insert into public.location_images (location_id, path, alt, width, height, color)
		select id, id || '/00000000-0000-4000-8000-000000000000.webp', 'Ein Bild', 800, 600, '#aabbcc' from public.locations`
	await settleSuggestions(salon.sql)
})
afterAll(() => salon.close())

test('hits of the search, with and without a place and a day, match the contract', async () => {
	const day = Temporal.Now.plainDateISO('Europe/Berlin').add({ days: 2 }).toString()
	for (const wish of [
		{},
		{ latitude: 52.4, longitude: 13.3, sort: 'distance' },
		{ date: day, limit: 1, sort: 'next' },
	]) {
		const rows = hitsContract.element
			.strict()
			.array()
			.parse(await listed('search_locations', wish))
		expect(rows.length).toBeGreaterThan(0)
		expect(rows[0]?.services?.length).toBeGreaterThan(0)
		expect(rows[0]?.image?.width).toBe(800)
	}
})

test('counts of the search and the catalogue, and opening hours, match theirs', async () => {
	expect(facetsContract.parse(await salon.call('anon', 'search_facets')).total).toBe(2)
	expect(countsContract.parse(await salon.call('anon', 'catalogue_counts'))).toContainEqual([0, 0, 2])
	const hours = hoursContract.element.strict().array()
	expect(hours.parse(await listed('opening_hours', { location: salon.ids.location }))).toHaveLength(7)
})

test('steps of the upkeep match theirs, also after an error', async () => {
	const last = await salon.call('service_role', 'rebuild_availability', { limit: 50 })
	expect(rebuiltContract.strict().parse(last).done).toBe(2)
	await salon.sql`delete from internal.listings where location_id = ${salon.ids.location}`
	const checked = checkedContract.strict().parse(await salon.call('service_role', 'check_availability', { limit: 50 }))
	expect(checked.differences.length).toBeGreaterThan(0)
	const none = await salon.call('service_role', 'rebuild_availability', {
		after: 'ffffffff-ffff-4fff-8fff-ffffffffffff',
	})
	expect(rebuiltContract.parse(none)).toEqual({ last: null, done: 0 })
})

/** `call` returns a single row without a list. */
const listed = async (name: string, args: Record<string, unknown>): Promise<unknown[]> =>
	[await salon.call<unknown>('anon', name, args)].flat()
