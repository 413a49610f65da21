import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { changeEvent, confirmSeats, holdSeats, makeCourse } from './course.ts'
import { at, type Caller, codeOf, openSalon, type Salon } from './salon.ts'

let salon: Salon
let day = 1
beforeAll(async () => {
	salon = await openSalon(20)
})
afterAll(() => salon.close())
beforeEach(() => void day++)

const course = (changes: Record<string, unknown> = {}, who?: Caller) => makeCourse(salon, day, changes, who)
const hold = (event: string, seats = 1, now?: string) => holdSeats(salon, event, seats, now)
const confirm = (held: Awaited<ReturnType<typeof hold>>, now?: string) => confirmSeats(salon, held, now)
const freeSeats = async (event: string) => {
	const rows = await salon.sql`select free_seats from public.upcoming_events(${salon.ids.location}) where id = ${event}`
	return rows[0]?.free_seats
}
/** Seats that belong to nothing, to two owners, or to a booking with a different number of seats. */
const strays = () => salon.sql`
	select seat.source from public.event_seats seat
	left join public.appointment_lines line on line.appointment_id = seat.source and line.event_id = seat.event_id
	left join public.appointments visit on visit.id = seat.source and visit.state in ('requested', 'confirmed', 'completed', 'no_show')
	left join public.holds hold on hold.id = seat.source and hold.ended_at is null
	where seat.source is not null group by seat.source, line.seats, visit.id, hold.id, hold.lines
	having case when visit.id is not null then count(*) <> line.seats
		when hold.id is not null then count(*) <> (hold.lines -> 0 ->> 'seats')::integer else true end`

describe('an event', () => {
	test('is booked by the seat until none is left, and keeps its person from other bookings', async () => {
		const { id } = await course()
		expect(await codeOf(salon.hold({ starts_at: at(day, '18:30') }))).toBe('slot_taken')
		const two = await hold(id, 2)
		expect(two.visit).toMatchObject({
			state: 'held',
			total_cents: 5000,
			lines: [{ event_id: id, seats: 2, service_name: 'Flechtkurs' }],
		})
		expect(await freeSeats(id)).toBe(1)
		expect(await codeOf(hold(id, 2))).toBe('seats_taken')
		const one = await hold(id)
		expect(await confirm(two)).toMatchObject({ state: 'confirmed', total_cents: 5000 })
		expect(await confirm(one)).toMatchObject({ state: 'confirmed' })
		expect(await freeSeats(id)).toBe(0)
		expect(await codeOf(hold(id))).toBe('seats_taken')
		await salon.call('anon', 'cancel_appointment', { appointment: two.visit.id, secret: two.secret })
		expect(await freeSeats(id)).toBe(2)
		expect(await strays()).toEqual([])
		expect(await salon.sql`select * from internal.index_differences()`).toEqual([])
	})

	test('gives expired seats to others who want them; an expired hold can be confirmed while its seats are free', async () => {
		const { id } = await course({ seats: 2 })
		const past = at(-1, '12:00')
		const first = await hold(id, 2, past)
		expect(await freeSeats(id)).toBe(2)
		const second = await hold(id)
		expect(await codeOf(confirm(first))).toBe('seats_taken')
		await salon.call('anon', 'release_hold', { appointment: second.visit.id, secret: second.secret })
		expect(await confirm(first)).toMatchObject({ state: 'confirmed', total_cents: 5000 })
		expect(await strays()).toEqual([])
	})

	test('has a fixed time; seats can be added, but not reduced below those taken', async () => {
		const { id } = await course()
		const booked = await hold(id, 2)
		await confirm(booked)
		const move = { appointment: booked.visit.id, starts_at: at(day, '10:00') }
		expect(await codeOf(salon.call(salon.user.manager, 'reschedule_appointment', move))).toBe('event_fixed')
		const seats = (count: number | null) => codeOf(changeEvent(salon, id, { seats: count }))
		expect(await seats(1)).toBe('seats_taken')
		expect(await seats(0)).toBe('seats_invalid')
		expect(await seats(null)).toBe('seats_invalid')
		expect(await seats(2)).toBe('no error')
		expect(await codeOf(hold(id))).toBe('seats_taken')
		expect(await seats(5)).toBe('no error')
		expect(await freeSeats(id)).toBe(3)
		const [row] = await salon.sql`select count(*)::integer as seats from public.event_seats where event_id = ${id}`
		expect(row).toEqual({ seats: 5 })
	})

	test('when cancelled, tells its customers, ends its holds and frees its person', async () => {
		const { id } = await course()
		const booked = await hold(id)
		await confirm(booked)
		const held = await hold(id)
		expect(await salon.call(salon.user.manager, 'cancel_event', { event: id, reason: 'Krank' })).toMatchObject({
			seats: 3,
		})
		const [visit] = await salon.sql`select state from public.appointments where id = ${booked.visit.id}`
		expect(visit).toEqual({ state: 'cancelled' })
		const mails = await salon.sql`select kind, payload ->> 'reason' as reason from public.messages
			where appointment_id = ${booked.visit.id} and kind = 'appointment_cancelled' and audience = 'customer'`
		expect(mails).toEqual([{ kind: 'appointment_cancelled', reason: 'Krank' }])
		expect(await codeOf(confirm(held))).toBe('seats_taken')
		expect(await codeOf(hold(id))).toBe('event_not_found')
		expect(await codeOf(salon.hold({ starts_at: at(day, '18:30') }))).toBe('no error')
		expect(await freeSeats(id)).toBeUndefined()
		expect(await strays()).toEqual([])
	})

	test('needs its person and its room to be free', async () => {
		const [room] = await salon.sql`insert into public.resources (location_id, kind, name)
			values (${salon.ids.location}, 'Saal', 'Saal') returning id`
		await course({ resource: room?.id })
		expect(await codeOf(course({ employee: salon.ids.ben, resource: room?.id }))).toBe('slot_taken')
		expect(await codeOf(course({ employee: salon.ids.ben }))).toBe('no error')
		await salon.book({ starts_at: at(day, '10:00') })
		expect(await codeOf(course({ starts_at: at(day, '10:15'), ends_at: at(day, '11:00') }))).toBe('slot_taken')
	})
})

test('managers create events for everybody, staff for themselves, others not at all', async () => {
	const { user, ids } = salon
	const early = { starts_at: at(day, '08:00'), ends_at: at(day, '08:30') }
	expect(await codeOf(course(early, user.staff))).toBe('no error')
	const { id } = await course({ ...early, employee: ids.ben })
	expect(await codeOf(course({ employee: ids.ben }, user.staff))).toBe('not_allowed')
	expect(await codeOf(course({}, user.foreigner))).toBe('location_not_found')
	expect(await codeOf(course({}, 'anon'))).toMatch(/permission denied/)
	for (const [who, code] of [
		[user.staff, 'not_allowed'],
		[user.foreigner, 'event_not_found'],
		[user.customer, 'event_not_found'],
	] as const) {
		expect(await codeOf(salon.call(who, 'cancel_event', { event: id }))).toBe(code)
		expect(await codeOf(changeEvent(salon, id, { seats: 9 }, who))).toBe(code)
	}
})

test('invalid events and invalid requests are refused by name', async () => {
	const { id } = await course()
	expect(await codeOf(course({ ends_at: at(day, '18:00') }))).toBe('event_times')
	expect(await codeOf(course({ starts_at: at(-1, '10:00'), ends_at: at(-1, '11:00') }))).toBe('event_times')
	expect(await codeOf(course({ seats: 501 }))).toBe('seats_invalid')
	expect(await codeOf(course({ price_cents: -1 }))).toBe('seats_invalid')
	expect(await codeOf(course({ title: 'x'.repeat(121) }))).toBe('title_too_long')
	expect(await codeOf(course({ service: salon.ids.foreignCut }))).toBe('service_not_found')
	expect(await codeOf(hold(id, 0))).toBe('seats_invalid')
	expect(await codeOf(hold(id, 11))).toBe('seats_invalid')
	expect(await codeOf(hold(randomUUID()))).toBe('event_not_found')
	expect(await codeOf(salon.call('anon', 'hold_seats', { event: id }))).toBe('secret_missing')
})

describe('simultaneous bookings', () => {
	test('never oversell: 80 requests for 12 seats, of one, two and three', async () => {
		const { id } = await course({ seats: 12 })
		const results = await Promise.all(
			Array.from({ length: 80 }, async (_, index) => {
				const wanted = 1 + (index % 3)
				const code = await codeOf(hold(id, wanted).then((held) => (index % 2 ? confirm(held) : held.visit)))
				return { wanted, code }
			}),
		)
		expect(new Set(results.map(({ code }) => code))).toEqual(new Set(['no error', 'seats_taken']))
		const sold = results.filter(({ code }) => code === 'no error').reduce((sum, { wanted }) => sum + wanted, 0)
		expect(sold).toBeLessThanOrEqual(12)
		expect(await freeSeats(id)).toBe(12 - sold)
		expect(sold).toBeGreaterThanOrEqual(10)
		expect(await strays()).toEqual([])
	})

	test("an event or a booking gets the same person's time, never both", async () => {
		for (let round = 0; round < 15; round++) {
			day++
			const [event, ...bookings] = await Promise.all([
				codeOf(course()),
				...['18:00', '18:30', '19:00'].map((time) => codeOf(salon.hold({ starts_at: at(day, time) }))),
			])
			const booked = bookings.filter((code) => code === 'no error').length
			expect(event === 'no error' ? booked : Number(booked === 0)).toBe(0)
		}
		expect(await salon.overlaps()).toBe(0)
	})

	test('cancelling against confirming: nobody keeps a seat of a cancelled event', async () => {
		for (let round = 0; round < 10; round++) {
			day++
			const { id } = await course()
			const held = await hold(id)
			await Promise.all([codeOf(confirm(held)), salon.call(salon.user.manager, 'cancel_event', { event: id })])
			expect(await salon.sql`select from public.event_seats where event_id = ${id} and source is not null`).toEqual([])
			expect(
				await salon.sql`select from public.appointments where id = ${held.visit.id} and state = 'confirmed'`,
			).toEqual([])
		}
	})
})
