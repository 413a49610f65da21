import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CONTACT, at, codeOf, hashOf, openSalon, type Salon } from './salon.ts'

let salon: Salon
beforeAll(async () => {
	salon = await openSalon()
})
afterAll(() => salon.close())

const cancel = (who: string, id: string, more: object = {}, now?: string) =>
	salon.call(who, 'cancel_appointment', { appointment: id, ...more }, now)
const move = (who: string, id: string, starts: string, more: object = {}, now?: string) =>
	salon.call(who, 'reschedule_appointment', { appointment: id, starts_at: starts, ...more }, now)
const mails = async (id: string) => {
	await salon.composeMails()
	return await salon.sql`select kind, audience, payload from public.messages where appointment_id = ${id} order by created_at, audience`
}

describe('cancelling', () => {
	test('a guest can cancel within the policy, once, and the slot is free again', async () => {
		const { id, secret } = await salon.book({ starts_at: at(3, '10:00') })
		expect(await codeOf(cancel('anon', id, { secret: 'wrong' }))).toBe('appointment_not_found')
		expect(await codeOf(cancel('anon', id, { secret }, at(2, '10:01')))).toBe('too_late')
		const done = await cancel('anon', id, { secret, reason: 'krank' }, at(2, '10:00'))
		expect(done).toMatchObject({ state: 'cancelled', sequence: 1 })
		expect(await cancel('anon', id, { secret }, at(2, '10:05'))).toEqual(done)
		const sent = await mails(id)
		expect(sent.map((mail) => `${mail.kind} ${mail.audience}`).slice(2)).toEqual([
			'appointment_cancelled customer',
			'appointment_cancelled business',
		])
		expect(sent[2]?.payload).toMatchObject({ reason: 'krank', sequence: 1, state: 'cancelled' })
		expect(await codeOf(salon.hold({ starts_at: at(3, '10:00') }))).toBe('no error')
	})

	test('the business can cancel any time, and gets no mail about it', async () => {
		const { id } = await salon.book({ starts_at: at(3, '12:00') })
		for (const who of ['stranger', 'foreigner', 'customer'] as const) {
			expect(await codeOf(cancel(salon.user[who], id))).toBe('appointment_not_found')
		}
		expect(await cancel(salon.user.staff, id, {}, at(3, '12:10'))).toMatchObject({ state: 'cancelled' })
		expect(await mails(id)).toHaveLength(3)
		const bens = await salon.book({ starts_at: at(3, '12:00'), employee: salon.ids.ben })
		expect(await codeOf(cancel(salon.user.staff, bens.id))).toBe('appointment_not_found')
		expect(await cancel(salon.user.manager, bens.id)).toMatchObject({ state: 'cancelled' })
	})

	test('the policy at the time of booking counts, not a later one', async () => {
		const { id, secret } = await salon.book({ starts_at: at(3, '14:00') })
		await salon.sql`update public.locations set cancellation_hours = 720 where id = ${salon.ids.location}`
		expect(await cancel('anon', id, { secret })).toMatchObject({ state: 'cancelled' })
		await salon.sql`update public.locations set cancellation_hours = 24 where id = ${salon.ids.location}`
	})

	test('holds, completed and missed appointments cannot be cancelled', async () => {
		const held = await salon.hold({ starts_at: at(3, '15:00') })
		expect(await codeOf(cancel('anon', held.visit.id, { secret: held.secret }))).toBe('wrong_state')
		const { id } = await salon.book({ starts_at: at(3, '16:00') })
		await salon.call(salon.user.staff, 'complete_appointment', { appointment: id }, at(3, '16:00'))
		expect(await codeOf(cancel(salon.user.owner, id))).toBe('wrong_state')
	})
})

describe('rescheduling', () => {
	test('keeps id and price, frees the old time, takes the new one, writes history and mails', async () => {
		const { id, secret } = await salon.book({ starts_at: at(5, '10:00') })
		await salon.sql`update public.services set price_cents = 9900 where id = ${salon.ids.cut}`
		const moved = await move('anon', id, at(5, '10:15'), { secret })
		await salon.sql`update public.services set price_cents = 4500 where id = ${salon.ids.cut}`
		expect(moved).toMatchObject({ id, state: 'confirmed', sequence: 1, total_cents: 4500 })
		expect(Date.parse(moved.starts_at)).toBe(Date.parse(at(5, '10:15')))
		expect(await move('anon', id, at(5, '10:15'), { secret })).toEqual(moved)
		expect(await codeOf(salon.hold({ starts_at: at(5, '09:45') }))).toBe('no error')
		expect(await codeOf(salon.hold({ starts_at: at(5, '10:30') }))).toBe('slot_taken')
		const sent = await mails(id)
		expect(sent).toHaveLength(4)
		expect(sent[2]).toMatchObject({ kind: 'appointment_rescheduled', audience: 'customer' })
		expect(Date.parse(sent[2]?.payload.old_starts_at)).toBe(Date.parse(at(5, '10:00')))
		const [event] =
			await salon.sql`select * from public.appointment_events where appointment_id = ${id} order by id desc limit 1`
		expect(event).toMatchObject({ verb: 'reschedule', actor: 'customer', old_starts_at: new Date(at(5, '10:00')) })
	})

	test('to a taken time changes nothing', async () => {
		const { id, secret } = await salon.book({ starts_at: at(5, '12:00'), services: [salon.ids.massage] })
		await salon.book({ starts_at: at(5, '14:00') })
		expect(await codeOf(move('anon', id, at(5, '13:30'), { secret }))).toBe('slot_taken')
		expect(await codeOf(move(salon.user.owner, id, at(5, '13:31')))).toBe('slot_taken')
		const [line] =
			await salon.sql`select starts_at, not exists (select from public.occupancies where source = ${id}) as free
				from public.appointment_lines where appointment_id = ${id}`
		expect(line).toMatchObject({ starts_at: new Date(at(5, '12:00')), free: false })
		expect(await mails(id)).toHaveLength(2)
	})

	test('customers are limited by policy and bookable starts, the business is not', async () => {
		const { id, secret } = await salon.book({ starts_at: at(6, '10:00') })
		expect(await codeOf(move('anon', id, at(6, '21:00'), { secret }))).toBe('not_bookable')
		expect(await codeOf(move('anon', id, at(6, '12:07'), { secret }))).toBe('not_bookable')
		expect(await codeOf(move('anon', id, at(-1, '10:00'), { secret }))).toBe('past')
		expect(await codeOf(move('anon', id, at(6, '12:00'), { secret }, at(5, '10:01')))).toBe('too_late')
		expect(await codeOf(move('anon', id, at(6, '12:00'), { secret: 'wrong' }))).toBe('appointment_not_found')
		expect(await codeOf(move(salon.user.foreigner, id, at(6, '12:00')))).toBe('appointment_not_found')
		expect(await move(salon.user.staff, id, at(6, '21:07'), {}, at(6, '09:59'))).toMatchObject({ sequence: 1 })
		expect(await mails(id)).toHaveLength(3)
	})

	test('a member is asked about an unusual time, by name, and moves it there all the same', async () => {
		const { location, anna, ben } = salon.ids
		const { manager } = salon.user
		const [absence] =
			await salon.sql`insert into public.exceptions (location_id, employee_id, kind, starts_at, ends_at, reason)
			values (${location}, ${ben}, 'closed', ${at(44, '00:00').slice(0, 10)}::date + 1, ${at(44, '00:00').slice(0, 10)}::date + 2,
			'krank') returning id`
		const { id, secret } = await salon.book({ starts_at: at(43, '10:00') })
		const told = async (starts_at: string, more: object = {}): Promise<unknown> =>
			salon
				.call(manager, 'reschedule_appointment', {
					appointment: id,
					starts_at,
					notify: 'never',
					anyway: false,
					...more,
				})
				.then(
					() => 'moved',
					(error: Error & { detail: string }) => JSON.parse(error.detail || 'null') as unknown,
				)
		const sick = [{ employee_name: 'Ben', reasons: [{ reason: 'closed', text: 'krank' }] }]
		expect(await told(at(44, '10:00'), { employee: ben })).toMatchObject(sick)
		expect(await told(at(43, '20:00'))).toMatchObject([
			{ employee_name: 'Anna', reasons: [{ reason: 'outside_hours' }] },
		])
		expect(await told(at(-1, '10:00'))).toMatchObject([{ reasons: [{ reason: 'past' }] }])
		const [line] =
			await salon.sql`select employee_id, starts_at from public.appointment_lines where appointment_id = ${id}`
		expect(line).toEqual({ employee_id: anna, starts_at: new Date(at(43, '10:00')) })
		expect(await told(at(44, '10:00'), { employee: ben, anyway: true })).toBe('moved')
		// What is unusual already is not asked again on its day, but on another.
		expect(await told(at(44, '10:15'))).toBe('moved')
		expect(await told(at(45, '20:30'))).toMatchObject([{ reasons: [{ reason: 'outside_hours' }] }])
		expect(await told(at(45, '20:30'), { anyway: true })).toBe('moved')
		expect(await told(at(46, '20:30'))).toMatchObject([{ reasons: [{ reason: 'outside_hours' }] }])
		// Processes of 0.3.0 and customers are not asked.
		expect(await move(manager, id, at(46, '20:30'), { notify: 'never' })).toMatchObject({ id })
		expect(await codeOf(move('anon', id, at(47, '20:30'), { secret, notify: 'always', anyway: true }))).toBe(
			'not_bookable',
		)
		await salon.sql`delete from public.exceptions where id = ${absence?.id ?? ''}`
	})

	test('customers and managers can choose another employee, staff only themselves', async () => {
		const { anna, ben, zoe } = salon.ids
		const { id, secret } = await salon.book({ starts_at: at(7, '10:00') })
		expect(await codeOf(move(salon.user.staff, id, at(7, '11:00'), { employee: ben }))).toBe('not_allowed')
		expect(await codeOf(move(salon.user.manager, id, at(7, '11:00'), { employee: zoe }))).toBe('not_bookable')
		const withBen = await move('anon', id, at(7, '11:00'), { employee: ben, secret })
		expect(withBen.lines[0]).toMatchObject({ employee_id: ben })
		expect(await move(salon.user.manager, id, at(7, '11:00'), { employee: anna })).toMatchObject({ sequence: 2 })
		// With "Egal wer" and Anna busy, a customer gets Ben; a drag by the business does not change the employee.
		await salon.book({ starts_at: at(7, '15:00') })
		expect(await codeOf(move(salon.user.manager, id, at(7, '15:00')))).toBe('slot_taken')
		expect((await move('anon', id, at(7, '15:00'), { secret })).lines[0]).toMatchObject({ employee_id: ben })
	})

	test('a visit of several employees moves as a whole', async () => {
		const { massage, nails, ben } = salon.ids
		const { id, secret } = await salon.book({ starts_at: at(8, '10:00'), services: [massage, nails], employee: null })
		await salon.book({ starts_at: at(8, '13:00'), services: [nails], employee: ben })
		expect(await codeOf(move('anon', id, at(8, '12:00'), { secret }))).toBe('slot_taken')
		expect(
			(await move('anon', id, at(8, '10:30'), { secret })).lines.map((line) => Date.parse(line.starts_at)),
		).toEqual([at(8, '10:30'), at(8, '11:30')].map((text) => Date.parse(text)))
	})

	test('an ended appointment cannot be moved', async () => {
		const { id, secret } = await salon.book({ starts_at: at(9, '10:00') })
		await cancel('anon', id, { secret })
		expect(await codeOf(move('anon', id, at(9, '12:00'), { secret }))).toBe('wrong_state')
	})
})

describe('by hand', () => {
	const create = (who: string, changes: object = {}) => {
		const { location, cut, anna } = salon.ids
		const usual = { location, services: [cut], employee: anna, contact: { name: 'Herr Meier' } }
		return salon.call(who, 'create_appointment', { ...usual, starts_at: at(10, '10:00'), ...changes })
	}

	test('members book at any free time; staff only for themselves', async () => {
		const { ben, foreignLocation } = salon.ids
		expect(await create(salon.user.staff, { starts_at: at(10, '06:13') })).toMatchObject({
			state: 'confirmed',
			total_cents: 4500,
		})
		expect(await codeOf(create(salon.user.staff, { starts_at: at(10, '06:20') }))).toBe('slot_taken')
		expect(await codeOf(create(salon.user.staff, { employee: ben }))).toBe('not_allowed')
		expect(await codeOf(create(salon.user.staff, { employee: null }))).toBe('not_allowed')
		expect(await create(salon.user.manager, { employee: null, starts_at: at(-2, '10:00') })).toMatchObject({
			state: 'confirmed',
		})
		for (const who of ['stranger', 'foreigner'] as const)
			expect(await codeOf(create(salon.user[who]))).toBe('location_not_found')
		expect(await codeOf(create(salon.user.owner, { location: foreignLocation }))).toBe('location_not_found')
		expect(await codeOf(create('anon'))).toMatch(/permission denied/)
		expect(await codeOf(create(salon.user.owner, { contact: {} }))).toBe('name_missing')
		expect(await codeOf(create(salon.user.owner, { contact: { name: 'A', email: 'x' } }))).toBe('email_invalid')
		expect(await codeOf(create(salon.user.owner, { services: [randomUUID()] }))).toBe('service_not_found')
	})

	test('"Egal wer" is somebody who works then, or anybody if nobody does', async () => {
		const { location, anna, ben } = salon.ids
		const day = Temporal.Instant.from(at(40, '00:00')).toZonedDateTimeISO('Europe/Berlin').toPlainDate().toString()
		await salon.sql`insert into public.exceptions (location_id, employee_id, kind, starts_at, ends_at, reason)
			values (${location}, ${ben}, 'closed', ${day}::date, ${day}::date + 1, 'Urlaub')`
		const whoever = async (time: string): Promise<string | undefined> =>
			(await create(salon.user.manager, { employee: null, starts_at: at(40, time) })).lines[0]?.employee_id
		// Anna gets busier with every visit.
		expect(await whoever('10:03')).toBe(anna)
		expect(await whoever('11:00')).toBe(anna)
		expect(await codeOf(create(salon.user.manager, { starts_at: at(40, '11:00') }))).toBe('slot_taken')
		// Anna's time is taken, so Ben, who is off, would have to come.
		expect(await whoever('11:10')).toBe(ben)
		expect(await whoever('06:00')).toBe(ben)
		await salon.sql`delete from public.exceptions where employee_id = ${ben}`
	})

	test('asks about an unusual time, books it if confirmed, and names what is in the way', async () => {
		const { location, anna, ben } = salon.ids
		const { manager, staff } = salon.user
		const day = Temporal.Instant.from(at(41, '00:00')).toZonedDateTimeISO('Europe/Berlin').toPlainDate().toString()
		const [absence] =
			await salon.sql`insert into public.exceptions (location_id, employee_id, kind, starts_at, ends_at, reason)
			values (${location}, ${ben}, 'closed', ${day}::date, ${day}::date + 1, 'Urlaub') returning id`
		const told = async (who: string, changes: object): Promise<[string, unknown]> =>
			create(who, { anyway: false, ...changes }).then(
				({ state }) => [state, null],
				(error: Error & { detail: string }) => [error.message, JSON.parse(error.detail || 'null')],
			)
		const away = { employee: ben, starts_at: at(41, '10:00') }
		expect(await told(manager, away)).toEqual([
			'unusual_time',
			[
				{
					employee_id: ben,
					employee_name: 'Ben',
					reasons: [expect.objectContaining({ reason: 'closed', text: 'Urlaub', everyone: false })],
				},
			],
		])
		expect(await told(manager, { ...away, anyway: true })).toEqual(['confirmed', null])
		// Usual times raise no question, and "Egal wer" finds such a time.
		expect(await told(manager, { starts_at: at(41, '10:00') })).toEqual(['confirmed', null])
		expect(await told(manager, { employee: null, starts_at: at(41, '11:00') })).toEqual(['confirmed', null])
		const reasons = async (changes: object): Promise<unknown> => (await told(manager, changes))[1]
		expect(await reasons({ starts_at: at(-3, '10:00') })).toMatchObject([{ reasons: [{ reason: 'past' }] }])
		expect(await reasons({ starts_at: at(41, '20:00') })).toMatchObject([
			{ employee_name: 'Anna', reasons: [{ reason: 'outside_hours' }] },
		])
		// Nobody works then, so the answer says who would have to.
		expect(await reasons({ employee: null, starts_at: at(41, '21:00') })).toMatchObject([
			{ employee_name: 'Ben', reasons: [{ reason: 'closed' }] },
		])

		// The next free times ignore the notice, and are only for members.
		await salon.sql`update public.locations set notice_minutes = 43200 where id = ${location}`
		const next = { location, services: [salon.ids.cut], employee: anna, from: at(1, '10:00'), limit: 1 }
		const soon = async (who: string, verb: string): Promise<boolean> =>
			Date.parse((await salon.call<{ starts_at: string }>(who, verb, next)).starts_at) === Date.parse(at(1, '10:00'))
		expect(await soon(manager, 'next_starts_by_hand')).toBe(true)
		expect(await soon(manager, 'next_starts')).toBe(false)
		expect(await codeOf(soon(salon.user.foreigner, 'next_starts_by_hand'))).toBe('location_not_found')
		await salon.sql`update public.locations set notice_minutes = default where id = ${location}`

		const taken = { starts_at: at(41, '10:15'), anyway: true }
		const busy = { reason: 'busy', from: at(41, '10:00'), customer: 'Herr Meier' }
		expect(await told(manager, taken)).toMatchObject(['slot_taken', [{ employee_name: 'Anna', reasons: [busy] }]])
		expect(await told(manager, { ...taken, employee: null })).toMatchObject([
			'slot_taken',
			[
				{ employee_id: anna, reasons: [busy] },
				{ employee_id: ben, reasons: [busy] },
			],
		])
		expect(await told(staff, taken)).toMatchObject(['slot_taken', [{ reasons: [busy] }]])
		await salon.sql`delete from public.exceptions where id = ${absence?.id ?? ''}`
	})

	test('mails the customer unless told not to; a key makes it repeatable', async () => {
		const idempotency_key = randomUUID()
		const one = await create(salon.user.manager, { contact: CONTACT, idempotency_key })
		expect(await create(salon.user.manager, { contact: CONTACT, idempotency_key })).toEqual(one)
		expect(await mails(one.id)).toMatchObject([{ kind: 'appointment_confirmed', audience: 'customer' }])
		const two = await create(salon.user.manager, { contact: CONTACT, starts_at: at(10, '12:00'), notify: false })
		expect(await mails(two.id)).toHaveLength(0)
		expect(await codeOf(salon.hold({ starts_at: at(10, '14:00'), idempotency_key }))).toBe('key_used')
	})

	test("accepts a customer only from the company's own file", async () => {
		const file = async (company: string) =>
			(
				await salon.sql`insert into public.customers (company_id, name, email) values (${company}, 'Anton', 'anton@example.org') returning id`
			)[0]?.id
		const own = await file(salon.ids.company)
		const foreign = await file(salon.ids.other)
		const visit = await create(salon.user.manager, { starts_at: at(11, '10:00'), contact: { customer_id: own } })
		const [row] =
			await salon.sql`select customer_id, contact_name, contact_email from public.appointments where id = ${visit.id}`
		expect(row).toMatchObject({ customer_id: own, contact_name: 'Anton', contact_email: 'anton@example.org' })
		for (const id of [foreign, 'x', randomUUID()]) {
			expect(await codeOf(create(salon.user.manager, { contact: { customer_id: id } }))).toBe('customer_not_found')
		}
	})

	test('an appointment can be completed or missed only after its start', async () => {
		const { id } = await salon.book({ starts_at: at(12, '10:00') })
		const close = (verb: string, who: string, now?: string) => salon.call(who, verb, { appointment: id }, now)
		expect(await codeOf(close('complete_appointment', salon.user.staff))).toBe('too_early')
		expect(await codeOf(close('mark_no_show', salon.user.staff, at(12, '09:59')))).toBe('too_early')
		expect(await codeOf(close('mark_no_show', salon.user.stranger, at(12, '10:00')))).toBe('appointment_not_found')
		const done = await close('mark_no_show', salon.user.staff, at(12, '10:15'))
		expect(done).toMatchObject({ state: 'no_show' })
		expect(await close('mark_no_show', salon.user.staff)).toEqual(done)
		expect(await codeOf(close('complete_appointment', salon.user.staff, at(12, '11:00')))).toBe('wrong_state')
	})
})

describe('the booking page', () => {
	test('shows a guest everything, and nobody else anything', async () => {
		const { id, secret } = await salon.book({ starts_at: at(13, '10:00'), services: [salon.ids.massage] })
		const see = (who: string, more: object = {}, now?: string) =>
			salon.call<Record<string, unknown>>(who, 'get_booking', { appointment: id, ...more }, now)
		expect(await see('anon', { secret })).toMatchObject({
			id,
			state: 'confirmed',
			total_cents: 6e3,
			sequence: 0,
			can_cancel: true,
			can_reschedule: true,
			...{
				secret: true,
				withdrawal: true,
				contact: CONTACT,
				cancellation_hours: 24,
			},
			location: {
				slug: 'salon-loewe',
				time_zone: 'Europe/Berlin',
				phone: '030 1',
			},
			lines: [
				{
					employee_name: 'Anna',
					service_name: 'Massage',
				},
			],
		})
		expect(await see('anon', { secret }, at(12, '10:01'))).toMatchObject({ can_cancel: false, can_reschedule: false })
		for (const who of ['anon', salon.user.stranger, salon.user.owner]) {
			expect(await codeOf(see(who))).toBe('appointment_not_found')
			expect(await codeOf(see(who, { secret: 'x' }))).toBe('appointment_not_found')
		}
		const other = await salon.book({ starts_at: at(13, '12:00') })
		expect(await codeOf(see('anon', { secret: other.secret }))).toBe('appointment_not_found')
		expect(await codeOf(see('anon', { secret }, at(13 + 180, '10:00')))).toBe('no error')
		expect(await codeOf(see('anon', { secret }, at(13 + 181, '12:00')))).toBe('appointment_not_found')
	})

	test('opens with a secret from a mail, which only the server issues', async () => {
		const { id } = await salon.book({ starts_at: at(14, '10:00') })
		const args = { appointment: id, secret_hash: hashOf('from the mail') }
		for (const who of ['anon', salon.user.owner])
			expect(await codeOf(salon.call(who, 'issue_booking_link', args))).toMatch(/permission denied/)
		await salon.call('service_role', 'issue_booking_link', args)
		expect(await codeOf(salon.call('anon', 'get_booking', { appointment: id, secret: 'from the mail' }))).toBe(
			'no error',
		)
		const issue = (changes: object) => codeOf(salon.call('service_role', 'issue_booking_link', { ...args, ...changes }))
		expect(await issue({ appointment: randomUUID() })).toBe('appointment_not_found')
		expect(await issue({ secret_hash: 'x' })).toBe('secret_invalid')
	})
})
