import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { changeEvent, confirmSeats, holdSeats, makeCourse } from './course.ts'
import { at, codeOf, openSalon, type Salon } from './salon.ts'

let salon: Salon
let day = 1
beforeAll(async () => {
	salon = await openSalon(20)
})
afterAll(() => salon.close())
beforeEach(() => void day++)

const mailsOf = (id: string) => salon.sql`select kind, payload ->> 'starts_at' as starts_at from public.messages
	where appointment_id = ${id} and audience = 'customer' and state = 'queued' order by created_at`
const booked = async (event: string, seats = 1) => {
	const held = await holdSeats(salon, event, seats)
	await confirmSeats(salon, held)
	await salon.composeMails()
	return held
}

describe('an event that is changed', () => {
	test('takes its bookings along to another time and person, and tells them', async () => {
		const { id } = await makeCourse(salon, day)
		const guest = await booked(id, 2)
		const held = await holdSeats(salon, id)
		const moved = { starts_at: at(day, '10:00'), ends_at: at(day, '11:00'), employee: salon.ids.ben }
		await changeEvent(salon, id, { ...moved, reason: 'Anna ist krank' })
		const booking = await salon.call<{ starts_at: string; lines: object[] }>('anon', 'get_booking', {
			appointment: guest.visit.id,
			secret: guest.secret,
		})
		expect(Date.parse(booking.starts_at)).toBe(Date.parse(moved.starts_at))
		expect(booking.lines).toMatchObject([{ employee_name: 'Ben', event_id: id, seats: 2 }])
		expect(await mailsOf(guest.visit.id)).toMatchObject([
			{ kind: 'appointment_confirmed' },
			{ kind: 'appointment_rescheduled' },
		])
		// Who was filling in the form saw another time.
		expect(await codeOf(confirmSeats(salon, held))).toBe('seats_taken')
		expect(await codeOf(salon.hold({ starts_at: at(day, '18:30') }))).toBe('no error')
		expect(await codeOf(salon.hold({ starts_at: at(day, '10:00'), employee: salon.ids.ben }))).toBe('slot_taken')
	})

	test('mails nobody for its words, and keeps the price of those who have booked', async () => {
		const { id } = await makeCourse(salon, day)
		const guest = await booked(id)
		await changeEvent(salon, id, { title: 'Flechten', description: 'Bitte Bürste mitbringen', price_cents: 9900 })
		expect(await mailsOf(guest.visit.id)).toHaveLength(1)
		const [visit] = await salon.sql`select total_cents from public.appointments where id = ${guest.visit.id}`
		expect(visit).toEqual({ total_cents: 2500 })
		const [shown] = await salon.sql`select title, description, price_cents, free_seats
			from public.upcoming_events(${salon.ids.location}) where id = ${id}`
		expect(shown).toEqual({
			title: 'Flechten',
			description: 'Bitte Bürste mitbringen',
			price_cents: 9900,
			free_seats: 2,
		})
	})

	test('is not changed over what somebody else has changed, nor over what is booked', async () => {
		const { id } = await makeCourse(salon, day)
		expect(await codeOf(changeEvent(salon, id, { version: '2026-01-01 00:00+00' }))).toBe('edited_meanwhile')
		await salon.book({ starts_at: at(day, '10:00') })
		const onto = { starts_at: at(day, '10:00'), ends_at: at(day, '11:00') }
		expect(await codeOf(changeEvent(salon, id, onto))).toBe('slot_taken')
		expect(await codeOf(changeEvent(salon, id, { starts_at: at(-1, '10:00'), ends_at: at(-1, '11:00') }))).toBe(
			'event_times',
		)
		expect(await codeOf(changeEvent(salon, id, { notice_minutes: -1 }))).toBe('event_rules')
		expect(await codeOf(changeEvent(salon, id, { description: 'x'.repeat(2001) }))).toBe('note_too_long')
		await salon.call(salon.user.manager, 'cancel_event', { event: id })
		expect(await codeOf(changeEvent(salon, id, {}))).toBe('wrong_state')
	})

	test('needs the right to move for another time, and to cancel for its end', async () => {
		const { user, ids } = salon
		const rights = (taken: string[]) =>
			salon.call(user.owner, 'change_member_rights', { company: ids.company, user: user.staff, taken })
		const { id } = await makeCourse(salon, day, {}, user.staff)
		await rights(['move', 'cancel'])
		expect(await codeOf(changeEvent(salon, id, { title: 'Neu' }, user.staff))).toBe('no error')
		expect(await codeOf(changeEvent(salon, id, { starts_at: at(day, '17:00') }, user.staff))).toBe('not_allowed')
		expect(await codeOf(salon.call(user.staff, 'cancel_event', { event: id }))).toBe('not_allowed')
		await rights(['book', 'move', 'cancel'])
		expect(await codeOf(makeCourse(salon, day, { starts_at: at(day, '09:00') }, user.staff))).toBe('not_allowed')
		await rights([])
	})
})

describe('a participant entered by hand', () => {
	const add = (event: string, changes: object = {}, who = salon.user.manager) =>
		salon.call(who, 'add_participant', { event, seats: 1, contact: { name: 'Kim Telefon' }, ...changes })

	test('has a seat like any other, and none when none is left', async () => {
		const { id } = await makeCourse(salon, day, { seats: 2 })
		const visit = await add(id, { seats: 2, contact: { name: 'Kim', email: 'kim@example.org' } })
		expect(visit).toMatchObject({ state: 'confirmed', total_cents: 5000 })
		expect(await codeOf(add(id))).toBe('seats_taken')
		expect(await codeOf(holdSeats(salon, id))).toBe('seats_taken')
		expect(await mailsOf(visit.id)).toMatchObject([{ kind: 'appointment_confirmed' }])
		await salon.call(salon.user.manager, 'cancel_appointment', { appointment: visit.id })
		expect(await codeOf(add(id))).toBe('no error')
	})

	test('is entered once however often the form is sent, also while the event is on', async () => {
		const { id } = await makeCourse(salon, day)
		const key = crypto.randomUUID()
		const first = await add(id, { idempotency_key: key })
		expect((await add(id, { idempotency_key: key })).id).toBe(first.id)
		const late = { event: id, seats: 1, contact: { name: 'Spät' } }
		expect(await codeOf(salon.call(salon.user.manager, 'add_participant', late, at(day, '19:00')))).toBe('no error')
		expect(await codeOf(salon.call(salon.user.manager, 'add_participant', late, at(day, '20:00')))).toBe('past')
	})

	test('only by those who may book for this person', async () => {
		const { id } = await makeCourse(salon, day, { employee: salon.ids.ben })
		expect(await codeOf(add(id, {}, salon.user.staff))).toBe('not_allowed')
		expect(await codeOf(add(id, {}, salon.user.foreigner))).toBe('event_not_found')
		expect(await codeOf(add(id, {}, 'anon'))).toMatch(/permission denied/)
		expect(await codeOf(add(id, { contact: { customer_id: salon.ids.location } }))).toBe('customer_not_found')
		expect(await codeOf(add(id, { seats: 0 }))).toBe('seats_invalid')
	})
})

test('its own rules replace those of the location: until when it is booked and cancelled', async () => {
	const { id } = await makeCourse(salon, day, { notice_minutes: 120, cancellation_hours: 1 })
	expect(await codeOf(holdSeats(salon, id, 1, at(day, '16:30')))).toBe('not_bookable')
	const held = await holdSeats(salon, id, 1, at(day, '15:30'))
	await confirmSeats(salon, held, at(day, '15:31'))
	const cancel = { appointment: held.visit.id, secret: held.secret }
	expect(await codeOf(salon.call('anon', 'cancel_appointment', cancel, at(day, '17:30')))).toBe('too_late')
	expect(await codeOf(salon.call('anon', 'cancel_appointment', cancel, at(day, '16:30')))).toBe('no error')
})
