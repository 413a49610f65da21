import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { at, codeOf, CONTACT, openSalon, type Salon } from '../booking/salon.ts'

let salon: Salon
beforeEach(async () => {
	await salon?.close()
	salon = await openSalon()
})
afterAll(() => salon.close())

const NAME = 'Salon Löwe'
const CLOSING = { name: NAME, cancel: true }
const close = (who: string, more: object = {}, now?: string) =>
	salon.call<string>(who, 'close_company', { company: salon.ids.company, name: NAME, ...more }, now)
const reopen = (who: string) => salon.call(who, 'reopen_company', { company: salon.ids.company })
const due = (now: string) =>
	salon.call<{ id: string; locations: string[] }[]>('service_role', 'companies_to_delete', {}, now)
const remove = (now: string) =>
	salon.call<number>('service_role', 'delete_company', { company: salon.ids.company, limit: 1 }, now)
const after = (instant: string) => new Date(new Date(instant).getTime() + 1000).toISOString()

test('only owners close a company, by its name, and only the server deletes', async () => {
	const { user } = salon
	for (const who of ['anon', user.staff, user.manager, user.foreigner])
		expect(await codeOf(close(who))).toMatch(/permission denied|role_not_allowed|company_not_found/)
	for (const name of ['Salon Tiger', '', null]) expect(await codeOf(close(user.owner, { name }))).toBe('name_differs')
	for (const name of ['companies_to_delete', 'delete_company'])
		expect(
			await codeOf(salon.call(user.owner, name, name === 'delete_company' ? { company: salon.ids.company } : {})),
		).toMatch(/permission denied/)
})

test('a session that was left open does not close anything', async () => {
	const { user, ids, sql } = salon
	const asOf = (amr: unknown) =>
		codeOf(
			sql.begin(async (transaction) => {
				const claims = JSON.stringify({ role: 'authenticated', sub: user.owner, amr })
				await transaction`select set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${claims}, true)`
				await transaction`select public.close_company(${ids.company}, ${NAME})`
			}),
		)
	const [seconds] = await sql`select extract(epoch from now())::integer as now`
	for (const amr of [undefined, [], 'x', [{ method: 'password', timestamp: seconds?.now - 3700 }]])
		expect(await asOf(amr)).toBe('sign_in_again')
	expect(await asOf([{ method: 'totp', timestamp: seconds?.now - 3000 }])).toBe('no error')
})

test('nobody finds or books it any more, and for fourteen days it can be opened again', async () => {
	const { user, ids } = salon
	const goes = await close(user.owner, {}, at(0, '12:00'))
	expect(new Date(goes).getTime()).toBe(new Date(at(0, '12:00')).getTime() + 14 * 86_400_000)
	expect(await close(user.owner, { name: 'egal' }, at(1, '12:00'))).toBe(goes)
	expect(await salon.run('anon', 'select id from public.locations where id = $1', [ids.location])).toHaveLength(0)
	expect(await codeOf(salon.hold({ starts_at: at(3, '10:00') }))).not.toBe('no error')
	expect(
		(await salon.sql`select recipient from public.messages where kind = 'company_closed'`).map((row) => row.recipient),
	).toEqual(['owner@example.org'])
	expect(await due(at(13, '12:00'))).toEqual([])
	expect(await remove(at(13, '12:00'))).toBe(0)
	for (const who of [user.manager, user.foreigner])
		expect(await codeOf(reopen(who))).toMatch(/role_not_allowed|company_not_found/)
	await reopen(user.owner)
	expect(await due(at(15, '12:00'))).toEqual([])
	const [now] =
		await salon.sql`select company.state as company, location.state as location from public.companies company
		join public.locations location on location.company_id = company.id where location.id = ${ids.location}`
	expect(now).toEqual({ company: 'active', location: 'paused' })
})

test('whom the operator has suspended may go, but does not come back by it', async () => {
	const { user, ids, sql } = salon
	await sql`update public.companies set state = 'suspended' where id = ${ids.company}`
	const goes = await close(user.owner)
	expect(await due(after(goes))).toHaveLength(1)
	await reopen(user.owner)
	expect(await sql`select state, goes_at from public.companies where id = ${ids.company}`).toEqual([
		{ state: 'suspended', goes_at: null },
	])
	await sql`update public.companies set state = 'closed' where id = ${ids.company}`
	await reopen(user.owner)
	expect(await sql`select state from public.companies where id = ${ids.company}`).toEqual([{ state: 'closed' }])
})

test('who is expected is told, in as many calls as it takes', async () => {
	const { user, sql } = salon
	await salon.book({ starts_at: at(3, '10:00') })
	await salon.book({ starts_at: at(3, '11:00') })
	await salon.book({ starts_at: at(3, '12:00') })
	expect(await salon.call(user.owner, 'coming_appointments', { company: salon.ids.company })).toBe(3)
	for (const who of [user.manager, user.foreigner])
		expect(await salon.call(who, 'coming_appointments', { company: salon.ids.company })).toBe(0)
	expect(await codeOf(close(user.owner))).toBe('appointments_coming')
	expect(await close(user.owner, { ...CLOSING, limit: 2 })).toBeNull()
	expect(await close(user.owner, { ...CLOSING, limit: 2 })).not.toBeNull()
	const mails = await sql`select recipient, state, payload ->> 'reason' as reason from public.messages
		where kind = 'appointment_cancelled' and audience = 'customer'`
	expect(mails).toHaveLength(3)
	for (const mail of mails)
		expect(mail).toEqual({ recipient: CONTACT.email, state: 'queued', reason: 'Der Betrieb schließt.' })
	expect(await sql`select count(*)::integer as open from public.appointments where state <> 'cancelled'`).toEqual([
		{ open: 0 },
	])
})

test('who was entered by hand and never had a mail is told too', async () => {
	const { user, ids, sql } = salon
	await salon.call(user.owner, 'create_appointment', {
		...{ location: ids.location, services: [ids.cut], starts_at: at(20, '10:00'), employee: ids.anna },
		...{ contact: { name: 'Mia', email: 'mia@example.org' }, notify: false },
	})
	await close(user.owner, CLOSING)
	expect(await sql`select state from public.messages where kind = 'appointment_cancelled'`).toEqual([
		{ state: 'queued' },
	])
})

test('who books at the same moment is told or refused, and what is held ends', async () => {
	const { user, sql } = salon
	const { visit, secret } = await salon.hold({ starts_at: at(3, '10:00') })
	const confirm = () =>
		salon.call('anon', 'confirm_appointment', {
			appointment: visit.id,
			secret,
			contact: CONTACT,
			early_start: salon.agreed,
		})
	const [closed, booked] = await Promise.all([codeOf(close(user.owner, CLOSING)), codeOf(confirm())])
	expect(closed).toBe('no error')
	const open = await sql`select id from public.appointments where state in ('requested', 'confirmed')`
	expect([booked, open.length]).toEqual([booked, 0])
	expect(await sql`select id from public.holds where ended_at is null`).toHaveLength(0)
	expect(await codeOf(confirm())).not.toBe('no error')
})

test('a new company of the same name is a new one, and none is made again by signing in', async () => {
	const { user, ids, sql } = salon
	await sql`update auth.users set raw_user_meta_data = '{"company_name": "Salon Löwe", "phone": "1"}' where id = ${user.owner}`
	await close(user.owner)
	expect(await sql`select raw_user_meta_data as data from auth.users where id = ${user.owner}`).toEqual([
		{ data: { phone: '1' } },
	])
	expect(await salon.call(user.owner, 'create_company', { name: NAME })).not.toBe(ids.company)
})

test('its owner may delete the account meanwhile', async () => {
	const { user, ids, sql } = salon
	expect(await codeOf(salon.call(user.owner, 'request_account_deletion'))).toBe('last_owner')
	await close(user.owner)
	await salon.call(user.owner, 'request_account_deletion')
	await salon.call('service_role', 'delete_due_accounts', {}, at(15, '12:00'))
	expect(await sql`select id from auth.users where id = ${user.owner}`).toHaveLength(0)
	expect(await due(at(15, '12:00'))).toEqual([{ id: ids.company, locations: [ids.location] }])
})

test('after fourteen days all of it goes, step by step, and nothing of others', async () => {
	const { user, ids, sql } = salon
	await salon.book({ starts_at: at(3, '10:00') })
	await salon.book({ starts_at: at(3, '12:00') })
	await sql`update public.appointments set state = 'completed', starts_at = now() - interval '2 days', ends_at = now() - interval '47 hours'`
	const later = after(await close(user.owner))

	expect(await due(later)).toEqual([{ id: ids.company, locations: [ids.location] }])
	let steps = 0
	while ((await remove(later)) > 0) steps++
	expect(steps).toBeGreaterThan(2)
	const [left] =
		await sql`select (select count(*)::integer from public.companies where id = ${ids.company}) as companies,
		(select count(*)::integer from public.appointments) as visits, (select count(*)::integer from public.customers) as customers,
		(select count(*)::integer from public.occupancies) as taken, (select count(*)::integer from auth.users) as people,
		(select count(*)::integer from public.locations) as places`
	expect(left).toEqual({ companies: 0, visits: 0, customers: 0, taken: 0, people: 6, places: 1 })
	expect(await due(later)).toEqual([])
})

test('once the deletion is due, nobody opens it again half deleted', async () => {
	const later = after(await close(salon.user.owner))
	const again = () => salon.call(salon.user.owner, 'reopen_company', { company: salon.ids.company }, later)
	expect(await codeOf(again())).toBe('company_going')
	expect(await due(later)).toHaveLength(1)
})

test('a closed company takes nothing on, by no way', async () => {
	const { user, ids } = salon
	const { id } = await salon.book({ starts_at: at(3, '10:00') })
	const byHand = (days: number) =>
		salon.call(user.owner, 'create_appointment', {
			...{ location: ids.location, services: [ids.cut], starts_at: at(days, '10:00'), employee: ids.anna },
			...{ contact: { name: 'Mia' }, notify: false },
		})
	await close(user.owner, CLOSING)
	expect(await codeOf(salon.call(user.owner, 'restore_appointment', { appointment: id }))).toBe('company_closed')
	expect(await codeOf(byHand(5))).toBe('company_closed')
	await reopen(user.owner)
	expect(await codeOf(byHand(5))).toBe('no error')
})

test('owners learn how many are told nothing, before they close', async () => {
	const { user, ids, sql } = salon
	const untold = () => salon.call(user.owner, 'coming_appointments', { company: ids.company, untold: true })
	await salon.book({ starts_at: at(3, '10:00') })
	for (const [days, email] of [
		[4, ''],
		[5, 'mia@example.org'],
	] as const)
		await salon.call(user.owner, 'create_appointment', {
			...{ location: ids.location, services: [ids.cut], starts_at: at(days, '10:00'), employee: ids.anna },
			...{ contact: { name: 'Mia', email }, notify: false },
		})
	expect(await untold()).toBe(1)
	await sql`update public.locations set state = 'paused' where id = ${ids.location}`
	expect(await untold()).toBe(2)
	await close(user.owner, CLOSING)
	const told =
		await sql`select recipient from public.messages where kind = 'appointment_cancelled' and audience = 'customer' and state = 'queued'`
	expect(told).toHaveLength(1)
})

test('an export that was under way goes with the rest, and declared withdrawals stay as a proof', async () => {
	const { user, ids, sql } = salon
	const later = after(await close(user.owner))
	const export_id = await salon.call<string>(user.owner, 'ask_for_export', { company: ids.company })
	const taken = await salon.call<{ id: string; attempt: number }>('service_role', 'claim_transfer')
	await salon.call('service_role', 'collect_export', { transfer: export_id, attempt: taken.attempt })
	expect((await sql`select from internal.transfer_rows`).length).toBeGreaterThan(2)
	await sql`insert into public.withdrawals (company_id, name, email, booking_number) values (${ids.company}, 'Mia', 'mia@example.org', 'ZP-1')`
	while ((await remove(later)) > 0);
	expect(await sql`select from internal.transfer_rows`).toHaveLength(0)
	expect(await sql`select company_id, name from public.withdrawals`).toEqual([{ company_id: null, name: 'Mia' }])
})

describe('for the report of its last years', () => {
	const closeAndRemove = async () => {
		const { user, ids, sql } = salon
		await sql`insert into public.company_tax_data (company_id, taxpayer) values (${ids.company}, 'firm')`
		const later = after(await close(user.owner, CLOSING))
		while ((await remove(later)) > 0);
		return sql`select company_id, gone_at, sums from public.kept_tax_data`
	}

	test('the sums of its visits are kept before the first of them goes', async () => {
		const { sql, ids } = salon
		const took = async (days: number, starts_at: string, cents: number, state = 'completed') => {
			const { id } = await salon.book({ starts_at: at(days, '10:00') }, { ...CONTACT, email: `p${days}@example.net` })
			await sql`update public.appointments set state = ${state}, total_cents = ${cents}, starts_at = ${starts_at},
				ends_at = ${starts_at}::timestamptz + interval '30 minutes' where id = ${id}`
		}
		await took(3, '2026-03-31T21:30:00Z', 1000)
		await took(4, '2026-03-31T22:30:00Z', 2000)
		await took(5, '2026-06-30T21:30:00Z', 3000)
		await took(6, '2026-06-29T10:00:00Z', 4000, 'no_show')
		const kept = await closeAndRemove()
		expect(kept).toEqual([
			{
				company_id: ids.company,
				gone_at: expect.any(Date),
				sums: [
					{ quarter: '2026-Q1', visits: 1, cents: 1000 },
					{ quarter: '2026-Q2', visits: 2, cents: 5000 },
				],
			},
		])
	})

	test('nothing is kept of one where nobody has ever been served', async () => {
		await salon.book({ starts_at: at(3, '10:00') })
		expect(await closeAndRemove()).toEqual([])
	})
})
