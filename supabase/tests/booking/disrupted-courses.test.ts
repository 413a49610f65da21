import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { boardContract, disruptionListContract } from '#app/features/disruptions/disruptions.contracts.ts'
import { changeEvent, confirmSeats, holdSeats, makeCourse } from './course.ts'
import { at, codeOf, insertEmployee, openSalon, type Salon } from './salon.ts'

// Courses whose person is sick, or whose day is closed. Those in a closed room are in closing-resources.test.ts.
let salon: Salon
let cem: string
let day = 1
beforeAll(async () => {
	salon = await openSalon()
	// Works until 18:00 only, and does not offer the service.
	cem = await insertEmployee(salon.sql, salon.ids.location, 'Cem', 3)
	await salon.sql`update public.working_hours set ends = '18:00' where employee_id = ${cem}`
})
afterAll(() => salon.close())
beforeEach(() => void (day += 2))
afterEach(async () => {
	if ((await salon.overlaps()) > 0) throw new Error('Somebody is booked twice.')
})

const asManager = <T>(verb: string, args: Record<string, unknown>) => salon.call<T>(salon.user.manager, verb, args)
const begin = (changes: Record<string, unknown> = {}) =>
	asManager<{ id: string; items: number }>('begin_disruption', {
		...{ location: salon.ids.location, employee: salon.ids.anna },
		...{ starts_at: at(day, '00:00'), ends_at: at(day + 1, '00:00') },
		...changes,
	})
const board = async (disruption: string) =>
	boardContract.strict().parse(await asManager('disruption_board', { disruption }))
const course = async (disruption: string) => (await board(disruption)).events[0]
/** A course with one seat booked by a guest and two by somebody who has a phone only. */
async function bookedCourse() {
	const event = await makeCourse(salon, day)
	const held = await holdSeats(salon, event.id)
	await confirmSeats(salon, held)
	await asManager('add_participant', {
		event: event.id,
		seats: 2,
		contact: { name: 'Olga', email: '', phone: '030 1234567' },
	})
	return { event, visit: held.visit.id, secret: held.secret }
}
const mailsOf = (visit: string, kind: string) =>
	salon.sql`select id from public.messages where appointment_id = ${visit} and kind = ${kind} and audience = 'customer'`

describe('a course of somebody sick', () => {
	test('is named once, with those who have booked and those who could give it', async () => {
		const { event } = await bookedCourse()
		await salon.book({ starts_at: at(day, '10:00') })
		const { id, items } = await begin()
		expect(items).toBe(1)
		const shown = await board(id)
		expect(shown.items).toHaveLength(1)
		expect(shown.events).toEqual([
			{
				...{ event_id: event.id, title: 'Flechtkurs', state: 'open', person: 'Anna', room: null, booked: 3 },
				...{ starts_at: expect.any(String), now_at: expect.any(String) },
				unreachable: [{ name: 'Olga', phone: '+49301234567' }],
				people: [
					{ id: salon.ids.ben, name: 'Ben', usual: true },
					{ id: cem, name: 'Cem', usual: false },
				],
				rooms: [],
			},
		])
		const listed = disruptionListContract.parse(await asManager('list_disruptions', { location: salon.ids.location }))
		expect(listed.find((one) => one.id === id)).toMatchObject({ items: 1, unsettled: 1, events: 1, events_open: 1 })
		// Other times are for appointments.
		expect(await asManager('propose_all', { disruption: id })).toEqual({ proposed: 1, call: 0, open: 0, moved: 0 })
		expect(await course(id)).toMatchObject({ state: 'open' })
	})

	test('goes to somebody else at the same time, whose seats stay and who have booked are told', async () => {
		const { event, visit } = await bookedCourse()
		const { id } = await begin()
		const replace = (employee: string) => asManager('replace_in_event', { disruption: id, event: event.id, employee })
		expect(await replace(salon.ids.ben)).toBe('moved')
		expect(await codeOf(replace(cem))).toBe('wrong_state')
		expect(await course(id)).toMatchObject({ state: 'moved', person: 'Ben', booked: 3, people: [] })
		expect(await mailsOf(visit, 'appointment_rescheduled')).toHaveLength(1)
		const lines =
			await salon.sql`select distinct employee_id from public.appointment_lines where event_id = ${event.id}`
		expect(lines).toEqual([{ employee_id: salon.ids.ben }])
		expect(await codeOf(salon.hold({ starts_at: at(day, '18:00'), employee: salon.ids.ben }))).toBe('slot_taken')
	})

	test('does not go to who is absent or busy', async () => {
		const { event } = await bookedCourse()
		const { id } = await begin()
		await begin({ employee: cem })
		await salon.book({ starts_at: at(day, '18:30'), employee: salon.ids.ben })
		expect(await course(id)).toMatchObject({ people: [] })
		const replace = asManager('replace_in_event', { disruption: id, event: event.id, employee: salon.ids.ben })
		expect(await codeOf(replace)).toBe('slot_taken')
		expect(await course(id)).toMatchObject({ state: 'open', person: 'Anna' })
	})

	test('is cancelled with mails, moved by its form, or kept and open again', async () => {
		const { event, visit } = await bookedCourse()
		const { id } = await begin()
		const settle = (state: string) => asManager('settle_disrupted_event', { disruption: id, event: event.id, state })
		expect(await settle('kept')).toBe('kept')
		expect(await course(id)).toMatchObject({ state: 'kept', people: [] })
		expect(await settle('open')).toBe('open')
		expect(await codeOf(settle('moved'))).toBe('wrong_state')
		await changeEvent(salon, event.id, { starts_at: at(day + 1, '18:00'), ends_at: at(day + 1, '19:30') })
		expect(await course(id)).toMatchObject({ state: 'moved' })
		// Back into the sick day: somebody has to decide again.
		await changeEvent(salon, event.id, { starts_at: at(day, '16:00'), ends_at: at(day, '17:30') })
		expect(await course(id)).toMatchObject({ state: 'open' })
		await asManager('cancel_event', { event: event.id, reason: 'Anna ist krank.' })
		expect(await course(id)).toMatchObject({ state: 'cancelled', booked: 0 })
		expect(await mailsOf(visit, 'appointment_cancelled')).toHaveLength(1)
		expect(await codeOf(settle('open'))).toBe('wrong_state')
	})

	test('may be cancelled by who has booked until somebody has decided', async () => {
		await salon.sql`update public.locations set cancellation_hours = 500 where id = ${salon.ids.location}`
		const first = await bookedCourse()
		const cancel = () =>
			codeOf(salon.call('anon', 'cancel_appointment', { appointment: first.visit, secret: first.secret }))
		expect(await cancel()).toBe('too_late')
		const { id } = await begin()
		await asManager('settle_disrupted_event', { disruption: id, event: first.event.id, state: 'kept' })
		expect(await cancel()).toBe('too_late')
		await asManager('settle_disrupted_event', { disruption: id, event: first.event.id, state: 'open' })
		expect(await cancel()).toBe('no error')
		await salon.sql`update public.locations set cancellation_hours = 24 where id = ${salon.ids.location}`
	})

	test('stays when the disruption is taken back', async () => {
		const { event, visit } = await bookedCourse()
		const { id } = await begin()
		await asManager('end_disruption', { disruption: id })
		expect(await course(id)).toMatchObject({ state: 'kept', person: 'Anna' })
		expect(await codeOf(asManager('settle_disrupted_event', { disruption: id, event: event.id, state: 'open' }))).toBe(
			'wrong_state',
		)
		expect(await mailsOf(visit, 'appointment_kept')).toHaveLength(0)
	})
})

describe('a course on a closed day', () => {
	test('is on the board of the location, and nobody can give it then', async () => {
		const { event } = await bookedCourse()
		const other = await makeCourse(salon, day, { employee: salon.ids.ben, title: 'Haarpflege' })
		const { id } = await begin({ employee: null })
		expect((await board(id)).events.map(({ title, people }) => [title, people])).toEqual(
			(event.id < other.id ? ['Flechtkurs', 'Haarpflege'] : ['Haarpflege', 'Flechtkurs']).map((title) => [title, []]),
		)
		await changeEvent(salon, other.id, { starts_at: at(day + 1, '18:00'), ends_at: at(day + 1, '19:30') })
		expect((await board(id)).events.find(({ title }) => title === 'Haarpflege')?.state).toBe('moved')
	})

	test('that is on two boards is settled by a change on both, each for itself', async () => {
		const { event } = await bookedCourse()
		const sick = await begin()
		const closed = await begin({ employee: null })
		expect(await asManager('replace_in_event', { disruption: sick.id, event: event.id, employee: salon.ids.ben })).toBe(
			'moved',
		)
		expect([(await course(sick.id))?.state, (await course(closed.id))?.state]).toEqual(['moved', 'open'])
		await asManager('cancel_event', { event: event.id })
		expect([(await course(sick.id))?.state, (await course(closed.id))?.state]).toEqual(['cancelled', 'cancelled'])
	})

	test('added later comes with the same closing again', async () => {
		const first = await begin({ employee: null })
		await makeCourse(salon, day)
		expect((await board(first.id)).events).toEqual([])
		expect((await begin({ employee: null })).id).toBe(first.id)
		expect((await board(first.id)).events).toHaveLength(1)
	})
})

test('who must not rearrange learns and changes nothing', async () => {
	const { event } = await bookedCourse()
	const { id } = await begin()
	for (const who of [salon.user.staff, salon.user.foreigner, salon.user.customer]) {
		const args = { disruption: id, event: event.id }
		expect(await codeOf(salon.call(who, 'replace_in_event', { ...args, employee: salon.ids.ben }))).toBe(
			'disruption_not_found',
		)
		expect(await codeOf(salon.call(who, 'settle_disrupted_event', { ...args, state: 'kept' }))).toBe(
			'disruption_not_found',
		)
	}
	const strange = await makeCourse(salon, day + 1)
	expect(await codeOf(asManager('settle_disrupted_event', { disruption: id, event: strange.id, state: 'kept' }))).toBe(
		'event_not_found',
	)
	const nobody = asManager('replace_in_event', { disruption: id, event: event.id, employee: salon.ids.zoe })
	expect(await codeOf(nobody)).toBe('not_allowed')
	expect(await codeOf(asManager('replace_in_event', { disruption: id, event: event.id }))).toBe('not_allowed')
})
