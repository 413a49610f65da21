import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { boardContract } from '#app/features/disruptions/disruptions.contracts.ts'
import { at, insertService, openSalon, type Salon } from './salon.ts'

// All appointments of a disruption are settled by calls for some of them, between which others book.
let salon: Salon
let room: string
let treatment: string
let day = 1
beforeAll(async () => {
	salon = await openSalon()
	const { location, anna, ben } = salon.ids
	const [big] = await salon.sql`insert into public.resources (location_id, kind, name, position)
		values (${location}, 'Raum', 'Großer Raum', 1), (${location}, 'Raum', 'Kleiner Raum', 2) returning id`
	room = String(big?.id)
	treatment = await insertService(salon.sql, location, 'Behandlung', 60, 6000, [anna, ben], {})
	await salon.sql`update public.services set resource_kind = 'Raum' where id = ${treatment}`
})
afterAll(() => salon.close())
beforeEach(() => void (day += 3))
afterEach(async () => {
	if ((await salon.overlaps()) > 0) throw new Error('Somebody or something is booked twice.')
})

const asManager = <T>(verb: string, args: Record<string, unknown>) => salon.call<T>(salon.user.manager, verb, args)
const begin = (who: { employee?: string; resource?: string }) =>
	asManager<{ id: string }>('begin_disruption', {
		...{ location: salon.ids.location, starts_at: at(day, '00:00'), ends_at: at(day + 1, '00:00') },
		...who,
	})
const board = async (disruption: string) =>
	boardContract.strict().parse(await asManager('disruption_board', { disruption }))
const book = (time: string, name: string, service = salon.ids.cut, employee = salon.ids.anna) =>
	salon.book(
		{ services: [service], employee, starts_at: at(day, time) },
		{ name, email: `${name.toLowerCase()}@example.org`, phone: '', note: '' },
	)
type Counts = { proposed: number; call: number; open: number }

test('proposals for some appointments at a time, and bookings of others come in between', async () => {
	for (let half = 0; half < 10; half++)
		await book(
			`${String(9 + Math.floor(half / 2)).padStart(2, '0')}:${half % 2 ? '30' : '00'}`,
			`Gast${'abcdefghij'[half]}`,
		)
	const { id } = await begin({ employee: salon.ids.anna })
	const some = (limit: number) => asManager<Counts>('propose_some', { disruption: id, limit })
	expect(await asManager('seat_some', { disruption: id })).toEqual({ moved: 0, last: null })
	expect(await some(4)).toEqual({ proposed: 4, call: 0, open: 6 })
	// Somebody takes Ben's time at eleven, which would have been proposed next.
	await book('11:00', 'Zwischen', salon.ids.cut, salon.ids.ben)
	const answers = await Promise.all([some(4), some(4), some(4)])
	expect(answers.map(({ open }) => open).toSorted((one, other) => one - other)).toEqual([0, 0, 2])
	const { items } = await board(id)
	expect(items.map(({ state }) => state)).toEqual(Array.from({ length: 10 }, () => 'proposed'))
	const firstMoved = items.find(({ proposal, starts_at }) => proposal?.starts_at !== starts_at)
	expect(Date.parse(firstMoved!.starts_at)).toBe(Date.parse(at(day, '11:00')))
})

test('each appointment that only has to change the room does, and none is looked at twice', async () => {
	for (const [hour, name] of [
		...([
			[9, 'Uta'],
			[11, 'Ute'],
			[13, 'Udo'],
			[15, 'Uwe'],
			[17, 'Ugo'],
		] as const),
	])
		await book(`${String(hour).padStart(2, '0')}:00`, name, treatment)
	await book('11:00', 'Vic', treatment, salon.ids.ben)
	const { id } = await begin({ resource: room })
	const moved = []
	for (let last: string | null | undefined; last !== null;) {
		const answer = await asManager<{ moved: number; last: string | null }>('seat_some', {
			...{ disruption: id, after: last ?? null, limit: 2 },
		})
		moved.push(answer.moved)
		last = answer.last
	}
	expect(moved).toEqual([1, 2, 1])
	expect((await board(id)).items.map(({ state }) => state)).toEqual(['moved', 'open', 'moved', 'moved', 'moved'])
	expect(await asManager('propose_some', { disruption: id })).toMatchObject({ proposed: 1, open: 0 })
})
