import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeCourse } from './course.ts'
import { at, type Caller, codeOf, openSalon, type Salon } from './salon.ts'

// Who came to a course: wahrgenommen or nicht erschienen, for each who has booked.
let salon: Salon
let day = 1
beforeAll(async () => {
	salon = await openSalon(24)
})
afterAll(() => salon.close())
beforeEach(() => void day++)

async function participant(changes: object = {}, seats = 1) {
	const { id } = await makeCourse(salon, day, { seats: 20, ...changes })
	const add = (name: string) =>
		salon.call(salon.user.manager, 'add_participant', {
			event: id,
			seats,
			contact: { name, email: `${name}-${day}@example.org` },
		})
	return { event: id, first: (await add('anna')).id, second: (await add('bea')).id }
}
type Mark = { came: boolean | null; seen?: string; who?: Caller; now?: string }
const mark = (appointment: string, { came, seen, who = salon.user.manager, now = at(day, '18:30') }: Mark) =>
	salon.call(who, 'mark_presence', { appointment, came, ...(seen ? { seen } : {}) }, now)
const verbs = async (id: string) =>
	(await salon.sql`select verb from public.appointment_events where appointment_id = ${id} order by id`).map(
		({ verb }) => verb,
	)

test('is said while the course is on, said otherwise in one step, and taken back', async () => {
	const { first, event } = await participant()
	expect(await codeOf(mark(first, { came: true, now: at(day, '17:59') }))).toBe('too_early')
	expect(await mark(first, { came: true })).toMatchObject({ state: 'completed' })
	expect(await mark(first, { came: true })).toMatchObject({ state: 'completed' })
	expect(await mark(first, { came: false, seen: 'completed' })).toMatchObject({ state: 'no_show' })
	expect(await mark(first, { came: null })).toMatchObject({ state: 'confirmed' })
	expect(await mark(first, { came: null })).toMatchObject({ state: 'confirmed' })
	expect(await verbs(first)).toEqual(['create', 'complete', 'reopen', 'no_show', 'reopen'])
	// The seat stays theirs all the time, and nobody is mailed.
	const seats = await salon.sql`select from public.event_seats where event_id = ${event} and source = ${first}`
	expect(seats).toHaveLength(1)
	const mails =
		await salon.sql`select from public.messages where appointment_id = ${first} and kind <> 'appointment_confirmed'`
	expect(mails).toHaveLength(0)
})

test('counts on the card of the customer, and in the report, as appointments do', async () => {
	const { first, second } = await participant({}, 2)
	const reports = async () => {
		await salon.call('service_role', 'keep_customer_facts', {})
		const facts = await salon.sql`select visits, no_shows, spent_cents from public.customer_facts facts
			join public.appointments visit on visit.customer_id = facts.customer_id where visit.id in (${first}, ${second}) order by visit.contact_name`
		return facts
	}
	await salon.call('service_role', 'keep_customer_facts', {})
	await mark(first, { came: true })
	await mark(second, { came: false })
	expect(await reports()).toMatchObject([
		{ visits: 1, no_shows: 0, spent_cents: '5000' },
		{ visits: 0, no_shows: 1, spent_cents: '0' },
	])
	const date = at(day, '12:00').slice(0, 10)
	const rows = await salon.call<object[]>(salon.user.owner, 'report_rows', {
		...{ location: salon.ids.location, first: date, last: date, by: 'service' },
	})
	expect(rows).toMatchObject([{ name: 'Schnitt', visits: 1, minutes: 90, cents: 5000, missed: 1, cancelled: 0 }])
	await mark(first, { came: false })
	expect(await reports()).toMatchObject([
		{ visits: 0, no_shows: 1 },
		{ visits: 0, no_shows: 1 },
	])
})

describe('what somebody else has said meanwhile stays', () => {
	test('until it has been seen', async () => {
		const { first } = await participant()
		await mark(first, { came: true, seen: 'confirmed' })
		expect(await codeOf(mark(first, { came: false, seen: 'confirmed' }))).toBe('wrong_state')
		// The same twice is no difference.
		expect(await mark(first, { came: true, seen: 'confirmed' })).toMatchObject({ state: 'completed' })
	})

	test('twenty at once: one of the two sides wins, and the history says it once', async () => {
		const { first } = await participant()
		const codes = await Promise.all(
			Array.from({ length: 20 }, (_, turn) => codeOf(mark(first, { came: turn % 2 === 0, seen: 'confirmed' }))),
		)
		expect(codes.filter((code) => code === 'no error')).toHaveLength(10)
		expect(codes.filter((code) => code === 'wrong_state')).toHaveLength(10)
		expect(await verbs(first)).toHaveLength(2)
	})
})

test('is not said of what is cancelled or only asked for, nor after a day', async () => {
	const { first, second } = await participant()
	await salon.call(salon.user.manager, 'cancel_appointment', { appointment: second })
	for (const came of [true, false, null]) expect(await codeOf(mark(second, { came }))).toBe('wrong_state')
	await salon.sql`update public.appointments set state = 'requested' where id = ${second}`
	for (const came of [true, false, null]) expect(await codeOf(mark(second, { came }))).toBe('wrong_state')
	await mark(first, { came: true })
	expect(await codeOf(mark(first, { came: false, now: at(day + 2, '18:30') }))).toBe('undo_too_late')
	expect(await codeOf(mark(first, { came: null, now: at(day + 2, '18:30') }))).toBe('undo_too_late')
})

test('only by those who work on it', async () => {
	const { first } = await participant({ employee: salon.ids.ben })
	for (const who of [salon.user.staff, salon.user.foreigner, salon.user.customer])
		expect(await codeOf(mark(first, { came: true, who }))).toBe('appointment_not_found')
	expect(await codeOf(mark(first, { came: true, who: 'anon' }))).toMatch(/permission denied/)
	expect(await codeOf(mark(crypto.randomUUID(), { came: true }))).toBe('appointment_not_found')
	day++
	const own = await participant()
	expect(await mark(own.first, { came: true, who: salon.user.staff })).toMatchObject({ state: 'completed' })
})
