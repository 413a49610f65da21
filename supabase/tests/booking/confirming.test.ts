import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CONTACT, at, codeOf, openSalon, type Salon } from './salon.ts'

let salon: Salon
beforeAll(async () => {
	salon = await openSalon()
})
afterAll(() => salon.close())

const confirm = (id: string, secret: string | null, contact: object | null = CONTACT, now?: string) =>
	salon.call('anon', 'confirm_appointment', { appointment: id, secret, contact, early_start: salon.agreed }, now)
const row = async (id: string) =>
	(
		await salon.sql`select a.*, c.name as file_name, c.email as file_email from public.appointments a
		left join public.customers c on c.id = a.customer_id where a.id = ${id}`
	)[0]

describe('confirming a hold', () => {
	test('creates a booking with contact, customer, event and messages', async () => {
		const { id, visit } = await salon.book({ starts_at: at(3, '10:00') })
		expect(visit).toMatchObject({ state: 'confirmed', hold_expires_at: null })
		expect(await row(id)).toMatchObject({
			contact_name: 'Mia Muster',
			file_name: 'Mia Muster',
			file_email: 'mia@example.org',
		})
		expect(await salon.sql`select expires_at from public.occupancies where source = ${id}`).toEqual([
			{ expires_at: null },
		])
		expect(await salon.sql`select from public.holds where id = ${id}`).toEqual([])
		const events =
			await salon.sql`select verb, from_state, to_state from public.appointment_events where appointment_id = ${id} order by id`
		expect(events.at(-1)).toMatchObject({ verb: 'confirm', from_state: 'held', to_state: 'confirmed' })
		await salon.composeMails()
		const mails =
			await salon.sql`select kind, audience, recipient from public.messages where appointment_id = ${id} order by audience`
		expect(mails).toMatchObject([
			{ kind: 'appointment_confirmed', audience: 'customer', recipient: 'mia@example.org' },
			{ kind: 'appointment_confirmed', audience: 'business', recipient: 'salon@example.com' },
		])
	})

	test('a repeated call gets the same answer and sends nothing again; another contact is refused', async () => {
		const { id, secret, visit } = await salon.book({ starts_at: at(3, '12:00') })
		expect(await confirm(id, secret, { ...CONTACT, name: ' Mia  Muster ' })).toEqual(visit)
		await salon.composeMails()
		const [count] = await salon.sql`select count(*)::integer as mails from public.messages where appointment_id = ${id}`
		expect(count?.mails).toBe(2)
		expect(await codeOf(confirm(id, secret, { ...CONTACT, email: 'x@example.org' }))).toBe('wrong_state')
	})

	test('checks the contact data', async () => {
		const { visit, secret } = await salon.hold({ starts_at: at(3, '13:00') })
		const cases: [object | null, string][] = [
			[null, 'name_missing'],
			[[1], 'name_missing'],
			[{ ...CONTACT, name: ' \t' }, 'name_missing'],
			[{ ...CONTACT, name: 'x'.repeat(121) }, 'name_too_long'],
			[{ ...CONTACT, email: '' }, 'email_missing'],
			...[
				'mia',
				'mia@',
				'mia@example',
				'a b@example.org',
				'a@example..org',
				'a@-x.org',
				'a@x.org\r\nBcc: b@x.org',
				'a.@x.org',
				'a@x.org,b@x.org',
			].map((email): [object, string] => [{ ...CONTACT, email }, 'email_invalid']),
			...['12', 'abc', '0301234567890123456789012345678901234567890', '+()-/ '].map((phone): [object, string] => [
				{ ...CONTACT, phone },
				'phone_invalid',
			]),
			[{ ...CONTACT, note: 'x'.repeat(2001) }, 'note_too_long'],
		]
		for (const [contact, code] of cases) expect(await codeOf(confirm(visit.id, secret, contact))).toBe(code)
		const good = { name: 'Jörg "Ö" O’Neil', email: 'jörg+tag@sub.exämple.de', phone: '+49 (0)30 / 12-34', note: '' }
		expect(await confirm(visit.id, secret, good)).toMatchObject({ state: 'confirmed' })
	})

	test('needs the secret, or the user who booked', async () => {
		const { visit, secret } = await salon.hold({ starts_at: at(3, '14:00') })
		for (const wrong of ['', 'x', `${secret}x`, null]) {
			expect(await codeOf(confirm(visit.id, wrong))).toBe('appointment_not_found')
		}
		expect(await codeOf(confirm(randomUUID(), secret))).toBe('appointment_not_found')
		const args = { appointment: visit.id, contact: CONTACT }
		for (const who of [salon.user.stranger, salon.user.foreigner]) {
			expect(await codeOf(salon.call(who, 'confirm_appointment', args))).toBe('appointment_not_found')
		}
		expect(await codeOf(salon.call(salon.user.owner, 'confirm_appointment', args))).toBe('wrong_state')
		// A guest who signs in during the booking takes it into the account.
		await salon.call(salon.user.customer, 'confirm_appointment', { ...args, secret })
		expect(await row(visit.id)).toMatchObject({ user_id: salon.user.customer })
		expect(await codeOf(salon.call(salon.user.customer, 'get_booking', { appointment: visit.id }))).toBe('no error')
	})

	test('finds the customer again, keeps what the business wrote, and links the account only by its own address', async () => {
		await salon.sql`insert into public.customers (company_id, name, email, note)
			values (${salon.ids.company}, 'Frau Kunz', 'CUSTOMER@example.org', 'immer pünktlich')`
		const hold = { location: salon.ids.location, services: [salon.ids.cut] }
		const args = { ...hold, starts_at: at(3, '16:00') }
		const first = await salon.call(salon.user.customer, 'hold_appointment', args)
		const contact = { name: 'Kim Kunz', email: 'customer@example.org', phone: '030 99999' }
		await salon.call(salon.user.customer, 'confirm_appointment', { appointment: first.id, contact })
		expect(await row(first.id)).toMatchObject({ contact_name: 'Kim Kunz', file_name: 'Frau Kunz' })
		const files =
			await salon.sql`select user_id, phone, note from public.customers where email = 'customer@example.org'`
		expect(files).toMatchObject([{ user_id: salon.user.customer, phone: '+493099999', note: 'immer pünktlich' }])
		const second = await salon.call(salon.user.stranger, 'hold_appointment', { ...hold, starts_at: at(3, '17:00') })
		const foreign = { ...contact, email: 'victim@example.org' }
		await salon.call(salon.user.stranger, 'confirm_appointment', { appointment: second.id, contact: foreign })
		const [victim] = await salon.sql`select user_id from public.customers where email = 'victim@example.org'`
		expect(victim).toMatchObject({ user_id: null })
	})

	test('a blocked customer cannot book, in any spelling of the address', async () => {
		await salon.sql`insert into public.customers (company_id, name, email, blocked)
			values (${salon.ids.company}, 'Blocked', 'blocked@example.org', true)`
		const { visit, secret } = await salon.hold({ starts_at: at(3, '18:00') })
		expect(await codeOf(confirm(visit.id, secret, { ...CONTACT, email: 'Blocked@Example.org' }))).toBe('not_possible')
	})

	test('a closed company accepts no more bookings', async () => {
		const { visit, secret } = await salon.hold({ starts_at: at(3, '19:00') })
		await salon.sql`update public.companies set state = 'closed' where id = ${salon.ids.company}`
		expect(await codeOf(confirm(visit.id, secret))).toBe('not_possible')
		await salon.sql`update public.companies set state = 'active' where id = ${salon.ids.company}`
	})
})

describe('an expired hold', () => {
	const early = at(1, '10:00')
	const late = at(1, '10:30')

	test('can still be confirmed when nobody took its time, even after the tidying job ended it', async () => {
		const one = await salon.hold({ starts_at: at(4, '10:00') }, early)
		expect(await confirm(one.visit.id, one.secret, CONTACT, late)).toMatchObject({ state: 'confirmed' })
		const { massage, nails } = salon.ids
		const two = await salon.hold({ starts_at: at(4, '12:00'), services: [massage, nails], employee: null }, early)
		await salon.call('service_role', 'expire_holds', {}, late)
		expect(await confirm(two.visit.id, two.secret, CONTACT, late)).toMatchObject({
			state: 'confirmed',
			total_cents: 9000,
		})
		expect(await codeOf(salon.hold({ starts_at: at(4, '12:15') }, late))).toBe('slot_taken')
	})

	test('keeps the price that was shown', async () => {
		const { visit, secret } = await salon.hold({ starts_at: at(4, '14:00') }, early)
		await salon.call('service_role', 'expire_holds', {}, late)
		await salon.sql`update public.services set price_cents = 5500 where id = ${salon.ids.cut}`
		expect(await confirm(visit.id, secret, CONTACT, late)).toMatchObject({ total_cents: 4500 })
		await salon.sql`update public.services set price_cents = 4500 where id = ${salon.ids.cut}`
	})

	test('is lost when the slot is taken, no longer bookable or past', async () => {
		const one = await salon.hold({ starts_at: at(5, '10:00') }, early)
		await salon.hold({ starts_at: at(5, '10:15') }, late)
		expect(await codeOf(confirm(one.visit.id, one.secret, CONTACT, late))).toBe('slot_taken')
		const two = await salon.hold({ starts_at: at(5, '12:00') }, early)
		await salon.call('service_role', 'expire_holds', {}, late)
		await salon.sql`update public.locations set notice_minutes = 20000 where id = ${salon.ids.location}`
		expect(await codeOf(confirm(two.visit.id, two.secret, CONTACT, late))).toBe('hold_expired')
		await salon.sql`update public.locations set notice_minutes = 0 where id = ${salon.ids.location}`
		expect(await codeOf(confirm(two.visit.id, two.secret, CONTACT, at(5, '12:00')))).toBe('past')
	})
})

describe('a location that confirms by hand', () => {
	const request = async (starts: string) => {
		await salon.sql`update public.locations set confirms_by_hand = true where id = ${salon.ids.location}`
		const made = await salon.book({ starts_at: starts })
		await salon.sql`update public.locations set confirms_by_hand = false where id = ${salon.ids.location}`
		return made
	}
	const kinds = (id: string) =>
		salon.sql`select kind, audience from public.messages where appointment_id = ${id} order by created_at, audience`

	test('gets requests, which members confirm', async () => {
		const { id, secret, visit } = await request(at(6, '10:00'))
		expect(visit.state).toBe('requested')
		expect(await confirm(id, secret)).toEqual(visit)
		for (const [who, code] of [
			['foreigner', 'appointment_not_found'],
			['customer', 'appointment_not_found'],
		] as const) {
			expect(await codeOf(salon.call(salon.user[who], 'confirm_appointment', { appointment: id }))).toBe(code)
		}
		const done = await salon.call(salon.user.staff, 'confirm_appointment', { appointment: id })
		expect(done).toMatchObject({ state: 'confirmed', sequence: 1 })
		expect(await salon.call(salon.user.owner, 'confirm_appointment', { appointment: id })).toEqual(done)
		expect(await kinds(id)).toMatchObject([
			{ kind: 'appointment_requested', audience: 'customer' },
			{ kind: 'appointment_requested', audience: 'business' },
			{ kind: 'appointment_confirmed', audience: 'customer' },
		])
	})

	test('declines, once, and frees the slot', async () => {
		const { id, secret } = await request(at(6, '12:00'))
		const args = { appointment: id, reason: 'Urlaub' }
		expect(await codeOf(salon.call('anon', 'decline_appointment', args))).toMatch(/permission denied/)
		expect(await codeOf(salon.call(salon.user.stranger, 'decline_appointment', args))).toBe('appointment_not_found')
		expect(await salon.call(salon.user.manager, 'decline_appointment', args)).toMatchObject({ state: 'declined' })
		expect(await salon.call(salon.user.manager, 'decline_appointment', args)).toMatchObject({ state: 'declined' })
		expect(await kinds(id)).toHaveLength(3)
		expect(await codeOf(confirm(id, secret))).toBe('wrong_state')
		expect(await codeOf(salon.hold({ starts_at: at(6, '12:00') }))).toBe('no error')
		const booked = await salon.book({ starts_at: at(6, '13:00') })
		expect(await codeOf(salon.call(salon.user.manager, 'decline_appointment', { appointment: booked.id }))).toBe(
			'wrong_state',
		)
	})

	test('an unanswered request ends at its start, and the customer is told', async () => {
		const { id, secret } = await request(at(6, '15:00'))
		expect(await codeOf(salon.call(salon.user.owner, 'confirm_appointment', { appointment: id }, at(6, '15:00')))).toBe(
			'past',
		)
		await salon.call('service_role', 'expire_holds', {}, at(6, '15:00'))
		expect(await row(id)).toMatchObject({ state: 'expired' })
		expect((await kinds(id)).at(-1)).toMatchObject({ kind: 'appointment_declined' })
		expect(await codeOf(confirm(id, secret))).toBe('wrong_state')
	})
})
