import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventPageContract } from '#app/features/events/list.contracts.ts'
import { askForPlace, confirmPlace, confirmSeats, holdSeats, makeCourse } from './course.ts'
import { at, type Caller, codeOf, openSalon, type Salon } from './salon.ts'

let salon: Salon
let anna: string
let ids: Record<'yoga' | 'braids' | 'nameless' | 'cancelled' | 'bens', string>
beforeAll(async () => {
	salon = await openSalon()
	anna = await salon.addMember('staff')
	await salon.sql`update public.employees set user_id = ${anna} where id = ${salon.ids.anna}`
	const make = async (day: number, changes: Record<string, unknown>) => (await makeCourse(salon, day, changes)).id
	ids = {
		yoga: await make(9, { title: 'Yoga für Anfänger', seats: 1, price_cents: 900 }),
		braids: await make(8, { seats: 4 }),
		nameless: await make(10, { title: '', price_cents: 100 }),
		cancelled: await make(11, { title: 'Zöpfe' }),
		bens: await make(12, { title: '100%_Kurs', employee: salon.ids.ben }),
	}
	await salon.call(salon.user.manager, 'cancel_event', { event: ids.cancelled, reason: '' })
	for (const event of [ids.yoga, ids.braids]) await confirmSeats(salon, await holdSeats(salon, event))
	await confirmPlace(salon, await askForPlace(salon, ids.yoga, { email: 'wanda@example.org' }))
})
afterAll(() => salon.close())

const page = async (wish: Record<string, unknown> = {}, who: Caller = salon.user.manager) =>
	eventPageContract.strict().parse(await salon.call(who, 'list_event_page', { location: salon.ids.location, ...wish }))
const names = async (wish: Record<string, unknown> = {}, who?: Caller) => {
	const byId = new Map(Object.entries(ids).map(([name, id]) => [id, name]))
	return (await page(wish, who)).rows.map(({ id }) => byId.get(id))
}
const ALL = ['braids', 'yoga', 'nameless', 'cancelled', 'bens']

test('events are listed in each order, with what is taken of them', async () => {
	expect(await names()).toEqual(ALL)
	expect(await names({ sort: '-time' })).toEqual(ALL.toReversed())
	// What has no title goes by its service's name, Haarschnitt.
	expect(await names({ sort: 'name' })).toEqual(['bens', 'braids', 'nameless', 'yoga', 'cancelled'])
	expect(await names({ sort: '-name' })).toEqual(['cancelled', 'yoga', 'nameless', 'braids', 'bens'])
	expect((await names({ sort: 'price' })).slice(0, 2)).toEqual(['nameless', 'yoga'])
	expect((await names({ sort: '-price' })).slice(3)).toEqual(['yoga', 'nameless'])
	expect(new Set((await names({ sort: '-taken' })).slice(0, 2))).toEqual(new Set(['braids', 'yoga']))
	const [first] = (await page()).rows
	expect(first).toMatchObject({
		title: 'Flechtkurs',
		seats: 4,
		taken: 1,
		waiting: 0,
		price_cents: 2500,
		cancelled_at: null,
	})
})

test('rows are those that the list of a time answers', async () => {
	const { rows } = await page()
	const known = await salon.run(
		salon.user.manager,
		'select to_jsonb(event) as event from public.list_events($1, $2, $3) event',
		[salon.ids.location, at(1, '00:00'), at(20, '00:00')],
	)
	expect(rows).toEqual(known.map(({ event }) => event as object))
})

test('words, states and time narrow them, and pages count all', async () => {
	for (const [text, found] of [
		['yoga', ['yoga']],
		['ANFAENGER', ['yoga']],
		['ben', ['bens']],
		['yoga anna', ['yoga']],
		['100%_', ['bens']],
		['%', ['bens']],
		['', ALL],
		['nobody', []],
	] as const)
		expect([text, await names({ text })]).toEqual([text, found])
	expect(await names({ state: 'full' })).toEqual(['yoga'])
	expect(await names({ state: 'waiting' })).toEqual(['yoga'])
	expect(await names({ state: 'free' })).toEqual(['braids', 'nameless', 'bens'])
	expect(await names({ state: 'cancelled' })).toEqual(['cancelled'])
	// It ends after the one and begins before the other.
	expect(await names({ from: at(9, '19:00'), to: at(10, '18:30') })).toEqual(['yoga', 'nameless'])
	expect(await names({ from: at(9, '19:30'), to: at(10, '18:00') })).toEqual([])
	expect(await page({ page: 2, limit: 2 })).toMatchObject({
		total: 5,
		rows: [{ id: ids.nameless }, { id: ids.cancelled }],
	})
	expect(await page({ page: 9, limit: 2 })).toEqual({ total: 5, rows: [] })
})

test('staff see their own, others none', async () => {
	expect(await names({}, anna)).toEqual(['braids', 'yoga', 'nameless', 'cancelled'])
	expect((await page({}, anna)).total).toBe(4)
	const wish = { location: salon.ids.location }
	for (const who of [salon.user.customer, salon.user.foreigner])
		expect(await codeOf(salon.call(who, 'list_event_page', wish))).toBe('location_not_found')
	expect(await codeOf(salon.call('anon', 'list_event_page', wish))).toContain('permission denied')
	for (const wrong of [{ sort: '--time' }, { sort: 'seats' }, { state: 'gone' }, { page: 0 }, { limit: 1001 }])
		expect([wrong, await codeOf(page(wrong))]).toEqual([wrong, 'list_wish'])
})
