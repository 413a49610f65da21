import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hitsContract } from '#app/features/catalogue/catalogue.contracts.ts'
import { codeOf, openSalon, type Salon } from '../booking/salon.ts'

let salon: Salon
beforeAll(async () => {
	salon = await openSalon()
})
afterAll(() => salon.close())
beforeEach(() => salon.sql`delete from public.favourites`)

const keep = (who: string, locations: string[]) => salon.call(who, 'keep_favourites', { locations })
const kept = async (who: string) =>
	(await salon.run(who, 'select location_id from public.favourites')).map((row) => row.location_id as string)
const cards = async (who: string, locations: string[]) =>
	hitsContract.parse(await salon.call(who, 'listing_cards', { locations }))

test('what somebody keeps is theirs alone, is kept once, and goes again', async () => {
	const { customer, stranger, staff } = salon.user
	const { location } = salon.ids
	await keep(customer, [location])
	await keep(customer, [location, location])
	expect(await kept(customer)).toEqual([location])
	for (const other of [stranger, staff]) expect(await kept(other)).toEqual([])
	await salon.call(stranger, 'drop_favourite', { location })
	expect(await kept(customer)).toEqual([location])
	await salon.call(customer, 'drop_favourite', { location })
	expect(await kept(customer)).toEqual([])
	for (const verb of ['keep_favourites', 'drop_favourite'])
		expect(
			await codeOf(salon.call('anon', verb, verb === 'drop_favourite' ? { location } : { locations: [location] })),
		).toMatch(/permission denied/)
})

test('what is not public or does not exist is passed over without a word', async () => {
	const { customer } = salon.user
	await salon.sql`update public.locations set state = 'paused' where id = ${salon.ids.location}`
	await keep(customer, [salon.ids.location, randomUUID()])
	expect(await kept(customer)).toEqual([])
	await salon.sql`update public.locations set state = 'published' where id = ${salon.ids.location}`
	await keep(customer, [])
	expect(await kept(customer)).toEqual([])
})

test('there are at most a hundred, also when two come at once', async () => {
	const { customer } = salon.user
	const made = await salon.sql<{ id: string }[]>`
		insert into public.locations (company_id, slug, name, street, postal_code, city, state)
		select ${salon.ids.company}, 'ort-' || n, 'Ort ' || n, 'Weg 1', '10115', 'Berlin', 'published' from generate_series(1, 102) n returning id`
	const ids = made.map(({ id }) => id)
	await keep(customer, ids.slice(0, 99))
	const answers = await Promise.all([ids[99], ids[100]].map((id) => codeOf(keep(customer, [String(id)]))))
	expect(answers.sort()).toEqual(['favourites_full', 'no error'])
	expect(await kept(customer)).toHaveLength(100)
	await salon.sql`delete from public.locations where id = any(${ids})`
})

test('cards come in the order asked for, each once, with the next free times, and only of public locations', async () => {
	const { location } = salon.ids
	const [card, ...others] = await cards('anon', [randomUUID(), location, location])
	expect(others).toEqual([])
	const found = hitsContract
		.parse(await salon.call('anon', 'search_locations', { sort: 'next' }))
		.find(({ id }) => id === location)
	expect({ ...card, cursor: null }).toEqual({ ...found, cursor: null })
	expect(card?.next_starts?.length).toBeGreaterThan(0)
	await salon.sql`update public.locations set state = 'paused' where id = ${location}`
	expect(await cards('anon', [location])).toEqual([])
	await salon.sql`update public.locations set state = 'published' where id = ${location}`
	expect(await cards('anon', [])).toEqual([])
})
