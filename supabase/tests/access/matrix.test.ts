import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Salon, at, codeOf, openSalon } from '../booking/salon.ts'
import { READS, ROLES, WRITES } from './matrix-rows.ts'

// matrix-rows.ts has the expected results.
let salon: Salon
let reception: string
const ids = {} as Record<string, string> &
	Salon['ids'] & { [name in 'hidden' | 'draft' | 'spare' | 'spareService' | 'visit' | 'bens' | 'device']: string }
beforeAll(async () => {
	salon = await openSalon()
	const { sql, user } = salon
	reception = await salon.addMember('reception')
	await salon.call(user.owner, 'change_member_rights', {
		company: salon.ids.company,
		user: reception,
		given: ['export'],
	})
	Object.assign(ids, salon.ids, { staff: user.staff })
	const id = async (query: PromiseLike<{ id?: string }[]>) => (await query)[0]?.id as string
	ids.hidden = await id(
		sql`insert into public.companies (name, email) values ('Noch privat', 'privat@example.org') returning id`,
	)
	ids.draft = await id(
		sql`insert into public.locations (company_id, slug, name) values (${ids.company}, 'entwurf', 'Entwurf') returning id`,
	)
	ids.spare = await id(
		sql`insert into public.employees (location_id, name, active) values (${ids.location}, 'Alt', false) returning id`,
	)
	await sql`insert into public.employees (location_id, name) values (${ids.draft}, 'Entwurf')`
	ids.spareService =
		await id(sql`insert into public.services (location_id, category_id, name, duration_minutes, price_cents, active)
		values (${ids.location}, 1, 'Alt', 30, 1, false) returning id`)
	await sql`insert into public.services (location_id, category_id, name, duration_minutes, price_cents) values (${ids.draft}, 1, 'Entwurf', 30, 1)`
	await sql`insert into public.employee_services (employee_id, service_id, location_id) values
		(${ids.spare}, ${ids.cut}, ${ids.location}), (${ids.anna}, ${ids.spareService}, ${ids.location})`
	await sql`insert into public.service_addons values (${ids.nails}, ${ids.cut}, ${ids.location})`
	await sql`insert into public.service_tests values (${ids.colour}, ${ids.nails}, ${ids.location})`
	const [bundle] = await sql`insert into public.packages (location_id, name, price_cents)
		values (${ids.location}, 'Rundum', 9000) returning id`
	await sql`insert into public.package_services values (${bundle?.id}, 1, ${ids.cut}, ${ids.location}),
		(${bundle?.id}, 2, ${ids.nails}, ${ids.location})`
	await sql`insert into public.day_prices (service_id, location_id, percent, weekdays, first_day)
		values (${ids.cut}, ${ids.location}, -20, '{2}', '2030-01-01')`
	for (const place of [ids.location, ids.draft]) {
		await sql`insert into public.location_images (location_id, path, width, height) values (${place}, ${`${place}/00000000-0000-4000-8000-000000000001.webp`}, 1, 1)`
		await sql`insert into storage.objects (bucket_id, name) values ('location-images', ${`${place}/00000000-0000-4000-8000-000000000001.webp`})`
	}
	await sql`insert into public.location_hours (location_id, weekday, starts, ends)
		select ${ids.location}, day, '09:00', '18:00' from generate_series(1, 5) day`
	for (const who of [null, ids.anna, ids.ben]) {
		await sql`insert into public.exceptions (location_id, employee_id, kind, starts_at, ends_at, reason)
			values (${ids.location}, ${who}, 'closed', '2030-01-01', '2030-01-02', 'krank')`
	}
	const held = await salon.call(user.customer, 'hold_appointment', {
		location: ids.location,
		services: [ids.cut],
		employee: ids.anna,
		starts_at: at(3, '10:00'),
	})
	const contact = { name: 'Kim', email: 'customer@example.org' }
	await salon.call(user.customer, 'confirm_appointment', { appointment: held.id, contact })
	ids.visit = held.id
	ids.bens = (await salon.book({ employee: ids.ben, starts_at: at(3, '10:00') })).id
	for (const visit of [ids.visit, ids.bens])
		await sql`insert into public.early_starts values (${visit}, now(), ${salon.agreed})`
	for (const visit of [ids.visit, ids.bens]) {
		await sql`insert into public.appointment_notes values (${visit}, 'Zahlt bar')`
		await sql`insert into public.appointment_messages (appointment_id, location_id, by_customer, text, created_at)
			values (${visit}, ${ids.location}, true, 'Darf mein Hund mit?', now())`
		await sql`insert into public.appointment_changes (event_id, appointment_id, changes)
			select min(id), ${visit}, '[]' from public.appointment_events where appointment_id = ${visit}`
	}
	await salon.composeMails()
	await sql`select public.compute_all_customer_facts()`
	await sql`insert into public.customer_contacts (company_id, customer_id, kind, value)
		select company_id, id, 'phone', '+4930555' from public.customers where company_id = ${ids.company}`
	await sql`insert into public.customer_erasures (company_id, at, user_id, who, appointments)
		values (${ids.company}, now(), ${user.owner}, 'Chefin', 1)`
	await sql`insert into public.erasure_demands (company_id, customer_id, email, asked_at)
		select company_id, id, 'kim@example.org', now() from public.customers where company_id = ${ids.company} limit 1`
	const [imported] = await sql`insert into public.imports (company_id, user_id, who, file, head)
		values (${ids.company}, ${user.owner}, 'Chefin', 'kartei.csv', '{Name}') returning id`
	await sql`insert into public.import_rows values (${imported?.id}, 1, '{Mia}')`
	await sql`insert into public.customer_relatives (company_id, customer_id, name)
		select company_id, id, 'Lena' from public.customers where company_id = ${ids.company}`
	for (const number of [ids.visit.slice(0, 14), 'unknown'])
		await salon.call('anon', 'declare_withdrawal', { ...contact, number })
	await sql`insert into public.agreements (company_id, text_hash, accepted_at, accepted_by, accepted_name)
		select ${ids.company}, hash, now(), ${user.owner}, 'Lea' from public.agreement_texts where kind <> 'partner_terms'`
	await sql`insert into public.company_tax_data (company_id, taxpayer, iban) values (${ids.company}, 'firm', 'DE89370400440532013000')`
	await sql`insert into public.notice_choices values (${ids.company}, ${user.staff}, 'booked', 'own')`
	await sql`insert into public.order_notice_choices values (${ids.company}, ${user.staff}, 'daily')`
	await salon.call(user.owner, 'ask_for_export', { company: ids.company })
	await salon.call(user.owner, 'invite_member', { company: ids.company, email: 'neu@example.org', role: 'staff' })
	await sql`insert into public.second_factor_duties values (${ids.company}, 'owner')`
	await salon.call(user.customer, 'save_relative', { name: 'Lena', birth_year: 2017 })
	await sql`insert into public.appointment_shares values (${ids.visit}, '\\x00', now(), now() + interval '1 day')`
	await salon.call(user.customer, 'keep_favourites', { locations: [ids.location] })
	await salon.call(user.staff, 'save_view', { company: ids.company, list: 'appointments', name: 'Meine', query: '' })
	const room = (place: string, name: string) =>
		id(sql`insert into public.resources (location_id, kind, name) values (${place}, 'Raum', ${name}) returning id`)
	for (const place of [ids.location, ids.draft]) ids.device = await room(place, 'Raum 1')
	ids.room = await room(ids.location, 'Unbenutzt')
	await sql`update public.appointment_lines set resource_id = ${ids.device} where appointment_id in (${ids.visit}, ${ids.bens})`
	const kept = { location: ids.location, services: [ids.cut], starts_at: at(9, '10:00') }
	await salon.call(user.customer, 'hold_appointment', { ...kept, employee: ids.anna })
	await salon.hold({ ...kept, employee: ids.ben })
	const block = { location: ids.location, starts_at: at(9, '12:00'), ends_at: at(9, '13:00') }
	const course = { service: ids.cut, employee: ids.anna, seats: 2, starts_at: at(9, '14:00'), ends_at: at(9, '15:00') }
	for (const subject of [{ employee: ids.anna }, { employee: ids.ben }, { resource: ids.room }])
		await salon.call(user.manager, 'block_time', { ...block, ...subject })
	for (const [employee, guest] of [
		[ids.anna, user.customer],
		[ids.ben, null],
	] as const) {
		const { id } = await salon.call(user.manager, 'create_event', { ...block, ...course, employee })
		await sql`insert into public.event_waits (event_id, seats, user_id, name, email, confirmed_at)
			values (${id}, 1, ${guest}, 'Kim', 'customer@example.org', now())`
		await sql`insert into public.event_waits (event_id, seats, name, email) values (${id}, 1, 'Wer', 'wer@example.org')`
	}
	await salon.call(user.manager, 'begin_disruption', {
		...{ location: ids.location, employee: ids.anna, starts_at: at(3, '00:00'), ends_at: at(4, '00:00') },
	})
	await sql`delete from public.exceptions where starts_at < '2030-01-01'`
	await salon.call(user.manager, 'begin_disruption', {
		...{ location: ids.location, employee: ids.anna, starts_at: at(3, '00:00'), ends_at: at(4, '00:00') },
	})
	await sql`delete from public.exceptions where starts_at < '2030-01-01'`
	await sql`insert into public.disruption_events (disruption_id, event_id, starts_at)
		select (select min(id::text)::uuid from public.disruptions), id, starts_at from public.events where employee_id = ${ids.anna}`
	for (const [who, employee] of [
		[user.customer, ids.anna],
		[null, ids.ben],
	] as const) {
		const wish =
			await id(sql`insert into public.search_orders (state, user_id, contact_name, contact_email, category_id, latitude, longitude, area,
			windows, confirmed_at, expires_at) values ('open', ${who}, 'Kim', 'customer@example.org', 1, 50.9, 6.9, internal.spot(50.9, 6.9), '[{}]', now(),
			now() + interval '9 days') returning id`)
		const offer =
			await id(sql`insert into public.offers (order_id, company_id, location_id, employee_ids, service_ids, price_cents, expires_at)
			values (${wish}, ${ids.company}, ${ids.location}, ${[employee]}, ${[ids.cut]}, 4500, now() + interval '1 day') returning id`)
		await sql`insert into public.offer_starts values (${offer}, 1, null, now() + interval '2 days', now() + interval '3 days', ${employee})`
		if (who === null) continue
		await sql`insert into public.order_notices values (${wish}, ${ids.location}, now())`
		await sql`insert into public.order_messages (order_id, location_id, by_customer, text) values (${wish}, ${ids.location}, true, 'Auch samstags?')`
	}
	await sql`insert into public.offer_rules (location_id, service_ids, horizon_hours, per_day) values (${ids.location}, ${[ids.cut]}, 24, 3)`
	await sql`insert into public.offer_templates (company_id, name, text) values (${ids.company}, 'Gern', 'Sehr gern')`
	await sql`insert into public.reviews (location_id, appointment_id, author, rating) values (${ids.location}, ${ids.visit}, 'Kim', 5)`
	await sql`insert into public.payment_accounts (company_id, provider, test) values (${ids.company}, 'test', true)`
	await sql`insert into public.bookkeeping_settings (company_id) values (${ids.company})`
	await sql`insert into public.payment_rules (location_id, mode) values (${ids.location}, 'on_site')`
	await sql`insert into public.appointment_payment_terms values (${ids.visit}, 'full', 4500, 0, now())`
	await sql`insert into public.payments (company_id, location_id, appointment_id, description, kind, provider, test, amount_cents)
		values (${ids.company}, ${ids.location}, ${ids.visit}, 'Zahlung', 'full', 'test', true, 4500)`
	await sql`select internal.post(payment, 'captured', 'x', variadic array[('provider_balance', 'prepaid', 4500)]::internal.posting[]),
		internal.command(id, 'read') from public.payments payment`
	await sql`insert into public.refunds (payment_id, amount_cents, reason) select id, 1, 'by_hand' from public.payments`
	await sql`with payout as (insert into public.payouts (company_id, provider, ref, test, amount_cents, state, arrives_on, created_at)
		values (${ids.company}, 'test', 'x', true, 1, 'pending', '2030-01-01', now()) returning id)
		insert into public.payout_items (payout_id, position, ref, kind, amount_cents, fee_cents) select id, 1, 'x', 'other', 1, 0 from payout`
	await sql`insert into public.provider_events (provider, event_id, kind, received_at) values ('test', 'x', 'x', now())`
	await sql`insert into public.subscriptions (company_id, starts_on, booked_at) values (${ids.company}, '2027-01-01', now())`
	await sql`insert into public.commission_items (company_id, appointment_id, day, base_cents, percent, fee_cents, evidence, created_at, object_until)
		values (${ids.company}, ${ids.visit}, '2027-01-02', 100, 15, 15, '{}', now(), now())`
	await sql`insert into public.billing_months (company_id, month, people, plan_cents) values (${ids.company}, '2026-12-01', 2, 1800)`
	const bill =
		await id(sql`insert into public.invoices (company_id, type, series, number, kind, month, issued_on, due_on, period_from, period_to,
		seller, buyer, net_cents, vat_cents, gross_cents, due_cents, vat, created_at) values (${ids.company}, 380, 'x', 'ZP-1', 'standard', '2026-12-01',
		now(), now(), now(), now(), '{}', '{}', 100, 19, 119, 119, '[]', now()) returning id`)
	await sql`insert into public.invoice_lines values (${bill}, 1, 'plan', 'Plan', 1, 100, 100, 'S', 19)`
	await sql`insert into public.dunning_steps values (${bill}, 1, now())`
	await sql`insert into public.bank_transfers (ref, booked_on, cents, created_at) values ('x', now(), 1, now())`
	await sql`select internal.alert('x', null, 'x'), internal.next_number('x')`
})
afterAll(() => salon.close())

class Undo extends Error {}

/** How many rows the statement affects as this role, or '-' when it is refused. Everything is rolled back. */
async function attempt(role: (typeof ROLES)[number], statement: string): Promise<number | '-'> {
	const self = role === 'anon' ? salon.ids.cut : role === 'reception' ? reception : salon.user[role]
	const text = statement.replaceAll(/:([a-z]\w*)/gi, (_, name: string) => `'${name === 'self' ? self : ids[name]}'`)
	let rows: number | '-' = '-'
	await salon.sql
		.begin(async (sql) => {
			const claims = role === 'anon' ? { role } : { role: 'authenticated', sub: self }
			await sql`select set_config('role', ${role === 'anon' ? 'anon' : 'authenticated'}, true),
				set_config('request.jwt.claims', ${JSON.stringify(claims)}, true), set_config('search_path', 'public', true)`
			const result = await sql.unsafe(text)
			rows = result.count ?? result.length
			throw new Undo()
		})
		.catch((error: Error & { code?: string }) => {
			// 42501: no right, or against a policy. 23503: parts of two locations. P0001: a trigger's own check.
			if (!(error instanceof Undo) && !['42501', '23503', 'P0001'].includes(error.code ?? '')) throw error
		})
	return rows
}

describe('access', () => {
	for (const row of [...READS, ...WRITES]) {
		const [statement, ...expected] = row
		test(`as each role: ${statement}`, async () => {
			const found: (number | '-')[] = []
			for (const role of ROLES) found.push(await attempt(role, statement))
			expect(Object.fromEntries(ROLES.map((role, index) => [role, found[index]]))).toEqual(
				Object.fromEntries(ROLES.map((role, index) => [role, expected[index]])),
			)
		})
	}

	test('the table above names every table', async () => {
		const tables = await salon.sql<
			{ name: string }[]
		>`select tablename as name from pg_tables where schemaname = 'public' order by 1`
		const statements = [...READS, ...WRITES].map(([statement]) => statement)
		const named = (verb: RegExp, table: string) =>
			statements.some((text) => verb.test(text) && new RegExp(`\\b${table}\\b`).test(text))
		const verbs = [/^select/, /^insert/, /^update/, /^delete/]
		const missing = tables.filter(({ name }) => !verbs.every((verb) => named(verb, name)))
		expect(missing.map(({ name }) => name)).toEqual([])
	})

	test('owners see and do what managers do, and can also change the company', async () => {
		const { owner } = salon.user
		await salon.sql`delete from public.second_factor_duties`
		const seen = await salon.run(owner, 'select id from public.appointments where company_id = $1', [ids.company])
		expect(seen).toHaveLength(2)
		expect(await salon.run(owner, 'select id from public.transfers', [])).toHaveLength(1)
		expect(await salon.run(owner, 'select iban from public.company_tax_data', [])).toHaveLength(1)
		for (const table of ['subscriptions', 'commission_items', 'invoice_lines', 'billing_months', 'dunning_steps'])
			expect([table, await salon.run(owner, `select 1 from public.${table}`, [])]).toEqual([table, [expect.anything()]])
		expect(await salon.run(owner, 'select number from public.invoices', [])).toEqual([{ number: 'ZP-1' }])
		expect(await salon.run(owner, 'select chart from public.bookkeeping_settings', [])).toHaveLength(1)
		expect(
			(await salon.run(owner, 'update public.companies set phone = $1 where id = $2', ['1', ids.company])).count,
		).toBe(1)
	})

	test('a suspended company disappears for visitors, but not for its members', async () => {
		await salon.sql`update public.companies set state = 'suspended' where id = ${ids.company}`
		for (const table of ['locations', 'employees', 'services', 'employee_services', 'location_images']) {
			const column = table === 'locations' ? 'id' : 'location_id'
			const statement = `select ${column} from public.${table} where ${column} = $1`
			expect(await salon.run('anon', statement, [ids.location])).toHaveLength(0)
			expect((await salon.run(salon.user.staff, statement, [ids.location])).length).toBeGreaterThan(0)
		}
		expect(await salon.run('anon', 'select id from public.companies where id = $1', [ids.company])).toHaveLength(0)
		await salon.sql`update public.companies set state = 'active' where id = ${ids.company}`
	})

	test('a former member sees nothing any more, even after coming back', async () => {
		const { staff, manager } = salon.user
		const see = () => salon.run(staff, 'select id from public.appointments')
		expect(await see()).toHaveLength(1)
		await salon.sql`delete from public.members where user_id = ${staff}`
		expect(await see()).toHaveLength(0)
		await salon.sql`insert into public.members (company_id, user_id, role) values (${ids.company}, ${staff}, 'staff')`
		expect(await see()).toHaveLength(0)
		await salon.run(manager, 'update public.employees set user_id = $1 where id = $2', [staff, ids.anna])
		expect(await see()).toHaveLength(1)
		const stranger = salon.run(manager, 'update public.employees set user_id = $1 where id = $2', [
			salon.user.stranger,
			ids.ben,
		])
		expect(await codeOf(stranger)).toBe('not_a_member')
	})

	test('links between employees and accounts: managers see all, staff their own', async () => {
		const links = async (who: string) => {
			const found = await salon.run(who, 'select * from public.employee_accounts($1)', [ids.company])
			return found.map((row) => row.employee_id)
		}
		expect(await links(salon.user.manager)).toEqual([ids.anna])
		expect(await links(salon.user.staff)).toEqual([ids.anna])
		expect(await links(salon.user.foreigner)).toEqual([])
	})
})
