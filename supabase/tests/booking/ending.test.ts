import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CONTACT, at, codeOf, openSalon, type Salon } from './salon.ts'

let salon: Salon
beforeAll(async () => {
	salon = await openSalon()
})
afterAll(() => salon.close())

type Withdrawn = { state: string; withdrawn_at: string }
const withdraw = (id: string, secret: string | null, now?: string, who = 'anon') =>
	salon.call<Withdrawn>(who, 'withdraw_appointment', { appointment: id, secret }, now)
const mails = async (id: string) => {
	await salon.composeMails()
	return await salon.sql`select kind, audience, payload from public.messages
		where appointment_id = ${id} and kind in ('appointment_withdrawn', 'appointment_cancelled') order by audience`
}

describe('withdrawing', () => {
	test('within the policy cancels; both sides get the declaration with its time', async () => {
		const { massage } = salon.ids
		const { id, secret } = await salon.book({ starts_at: at(3, '10:00'), services: [massage] })
		const now = at(1, '12:34')
		const done = await withdraw(id, secret, now)
		expect(done.state).toBe('cancelled')
		expect(Date.parse(done.withdrawn_at)).toBe(Date.parse(now))
		expect(await withdraw(id, secret, at(1, '13:00'))).toEqual(done)
		const sent = await mails(id)
		expect(sent.map(({ kind, audience }) => [kind, audience])).toEqual([
			['appointment_withdrawn', 'customer'],
			['appointment_withdrawn', 'business'],
		])
		for (const { payload } of sent) {
			expect(payload.state).toBe('cancelled')
			expect(Date.parse(payload.declared_at)).toBe(Date.parse(now))
		}
		expect(await codeOf(salon.hold({ starts_at: at(3, '10:00') }))).toBe('no error')
	})

	test('after the deadline and after the visit records the declaration and leaves the state', async () => {
		const { massage } = salon.ids
		for (const [day, now] of [
			[4, at(4, '09:00')],
			[5, at(6, '09:00')],
		] as const) {
			const { id, secret } = await salon.book({ starts_at: at(day, '10:00'), services: [massage] })
			expect(await withdraw(id, secret, now)).toMatchObject({ state: 'confirmed' })
			expect(await mails(id)).toHaveLength(2)
			const events = await salon.run(
				salon.user.staff,
				`select verb, actor, from_state, to_state from public.appointment_events where appointment_id = $1 and verb = 'withdraw'`,
				[id],
			)
			expect(events).toEqual([{ verb: 'withdraw', actor: 'customer', from_state: 'confirmed', to_state: 'confirmed' }])
			const page = await salon.call<Withdrawn>('anon', 'get_booking', { appointment: id, secret }, now)
			expect(Date.parse(page.withdrawn_at)).toBe(Date.parse(now))
		}
	})

	test('is for the customer, only for contracts with that right, and never for a hold', async () => {
		const { massage } = salon.ids
		const { id, secret } = await salon.book({ starts_at: at(7, '10:00'), services: [massage] })
		expect(await codeOf(withdraw(id, 'wrong'))).toBe('appointment_not_found')
		expect(await codeOf(withdraw(id, null, undefined, salon.user.owner))).toBe('appointment_not_found')
		const cut = await salon.book({ starts_at: at(7, '12:00') })
		expect(await codeOf(withdraw(cut.id, cut.secret))).toBe('withdrawal_excluded')
		const held = await salon.hold({ starts_at: at(7, '14:00'), services: [massage] })
		expect(await codeOf(withdraw(held.visit.id, held.secret))).toBe('wrong_state')
		expect(await codeOf(withdraw(id, secret))).toBe('no error')
	})

	test('is offered while something remains to be performed, and refused once there is no contract any more', async () => {
		const { massage } = salon.ids
		const offered = async (id: string, secret: string, now?: string) =>
			(await salon.call<{ withdrawal: boolean }>('anon', 'get_booking', { appointment: id, secret }, now)).withdrawal
		const { id, secret } = await salon.book({ starts_at: at(9, '10:00'), services: [massage] })
		expect(await offered(id, secret)).toBe(true)
		await salon.call('anon', 'cancel_appointment', { appointment: id, secret })
		expect(await offered(id, secret)).toBe(false)
		expect(await codeOf(withdraw(id, secret))).toBe('wrong_state')
		expect(await mails(id)).toMatchObject([{ kind: 'appointment_cancelled' }, { kind: 'appointment_cancelled' }])
		const past = await salon.book({ starts_at: at(10, '10:00'), services: [massage] })
		await salon.call(salon.user.owner, 'complete_appointment', { appointment: past.id }, at(10, '12:00'))
		expect(await offered(past.id, past.secret, at(10, '13:00'))).toBe(false)
	})

	test('the booking names the trader, and its number is the same in the mails', async () => {
		const { id, secret } = await salon.book({ starts_at: at(40, '10:00'), services: [salon.ids.massage] })
		const booking = await salon.call<object>('anon', 'get_booking', { appointment: id, secret })
		const number = id.replaceAll('-', '').slice(0, 12).toUpperCase().match(/.{4}/g)?.join('-')
		const company = { legal_name: 'Salon Löwe', representative: 'Lea Löwe', street: 'Weg 1', postal_code: '10115' }
		expect(booking).toMatchObject({
			number,
			company: { ...company, city: 'Berlin', email: 'Salon@example.com', phone: '' },
		})
		await salon.composeMails()
		const sent = await salon.sql`select payload from public.messages where appointment_id = ${id}`
		expect(sent.map(({ payload }) => payload.number)).toEqual([number, number])
	})

	test('twenty simultaneous withdrawals are one declaration', async () => {
		const { id, secret } = await salon.book({ starts_at: at(8, '10:00'), services: [salon.ids.massage] })
		const answers = await Promise.all(Array.from({ length: 20 }, () => withdraw(id, secret)))
		expect(new Set(answers.map((answer) => answer.withdrawn_at)).size).toBe(1)
		expect(await mails(id)).toHaveLength(2)
	})
})

describe('undoing an end', () => {
	const reopen = (who: string, id: string, now?: string) =>
		salon.call(who, 'reopen_appointment', { appointment: id }, now)

	test('members can take back a wrong end for a day', async () => {
		const { id } = await salon.book({ starts_at: at(9, '10:00') })
		await salon.call(salon.user.staff, 'mark_no_show', { appointment: id }, at(9, '10:15'))
		expect(await codeOf(reopen(salon.user.foreigner, id, at(9, '11:00')))).toBe('appointment_not_found')
		expect(await codeOf(reopen(salon.user.manager, id, at(10, '10:16')))).toBe('undo_too_late')
		const done = await reopen(salon.user.staff, id, at(10, '10:15'))
		expect(done).toMatchObject({ state: 'confirmed' })
		expect(await reopen(salon.user.staff, id)).toEqual(done)
		await salon.call(salon.user.staff, 'complete_appointment', { appointment: id }, at(10, '10:20'))
		expect(await codeOf(salon.call('anon', 'reopen_appointment', { appointment: id }))).toMatch(/permission denied/)
	})

	test('does not apply to cancelled appointments or to those with a review', async () => {
		const one = await salon.book({ starts_at: at(11, '10:00') })
		await salon.call(salon.user.owner, 'cancel_appointment', { appointment: one.id })
		expect(await codeOf(reopen(salon.user.owner, one.id))).toBe('wrong_state')
		const two = await salon.book({ starts_at: at(11, '12:00') })
		await salon.call(salon.user.owner, 'complete_appointment', { appointment: two.id }, at(11, '13:00'))
		await salon.sql`insert into public.reviews (location_id, appointment_id, author, rating)
			values (${salon.ids.location}, ${two.id}, 'Mia', 5)`
		expect(await codeOf(reopen(salon.user.owner, two.id, at(11, '14:00')))).toBe('wrong_state')
	})
})

describe('an appointment that nobody ended', () => {
	const complete = (now: string) => salon.call<number>('service_role', 'complete_past', {}, now)

	test('is completed by the system a day later, once; one that a member reopened is not', async () => {
		const { id } = await salon.book({ starts_at: at(20, '10:00') })
		await complete(at(20, '09:00'))
		expect(await complete(at(21, '10:29'))).toBe(0)
		const [first, second] = await Promise.all([complete(at(21, '10:31')), complete(at(21, '10:31'))])
		expect(new Set([first, second])).toEqual(new Set([0, 1]))
		const events =
			await salon.sql`select verb, actor from public.appointment_events where appointment_id = ${id} order by id`
		expect(events.at(-1)).toMatchObject({ verb: 'complete', actor: 'system' })
		await salon.call(salon.user.owner, 'reopen_appointment', { appointment: id }, at(21, '12:00'))
		expect(await complete(at(30, '10:00'))).toBe(0)
		expect(await codeOf(salon.call(salon.user.owner, 'complete_past'))).toMatch(/permission denied/)
	})
})

describe('repeated calls', () => {
	test('a move with a key happens once, even if the appointment has moved on', async () => {
		const { id, secret } = await salon.book({ starts_at: at(22, '10:00') })
		const idempotency_key = randomUUID()
		const move = (time: string, more: object = {}) =>
			salon.call('anon', 'reschedule_appointment', { appointment: id, secret, starts_at: at(22, time), ...more })
		await move('12:00', { idempotency_key })
		const later = await move('14:00')
		expect(await move('12:00', { idempotency_key })).toEqual(later)
		const other = await salon.book({ starts_at: at(22, '17:00') })
		const foreign = { appointment: other.id, secret: other.secret, starts_at: at(22, '18:00'), idempotency_key }
		expect(await codeOf(salon.call('anon', 'reschedule_appointment', foreign))).toBe('key_used')
		const same = await Promise.all(Array.from({ length: 10 }, () => move('16:00', { idempotency_key: randomUUID() })))
		expect(new Set(same.map((visit) => visit.starts_at)).size).toBe(1)
	})

	test('confirming and cancelling answer the same', async () => {
		const { visit, secret } = await salon.hold({ starts_at: at(23, '10:00') })
		const confirm = () => salon.call('anon', 'confirm_appointment', { appointment: visit.id, secret, contact: CONTACT })
		const answers = await Promise.all(Array.from({ length: 10 }, confirm))
		expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
		const cancel = () => salon.call('anon', 'cancel_appointment', { appointment: visit.id, secret })
		const ends = await Promise.all(Array.from({ length: 10 }, cancel))
		expect(new Set(ends.map((answer) => JSON.stringify(answer))).size).toBe(1)
	})
})

test('a line lasts at most a day, and working times are whole minutes', async () => {
	const { id } = await salon.book({ starts_at: at(24, '10:00') })
	const long = salon.sql`update public.appointment_lines set ends_at = starts_at + interval '25 hours' where appointment_id = ${id}`
	expect(await codeOf(long)).toMatch(/appointment_lines_sound/)
	const hours = salon.sql`insert into public.working_hours (employee_id, weekday, starts, ends)
		values (${salon.ids.anna}, 1, '06:00:30', '07:00')`
	expect(await codeOf(hours)).toMatch(/working_hours/)
})
