import { afterAll, beforeAll, expect, test } from 'vitest'
import { at, codeOf, openSalon, type Salon } from '../booking/salon.ts'

let salon: Salon
beforeAll(async () => {
	salon = await openSalon()
	await salon.sql`update auth.users set email_confirmed_at = now()`
})
afterAll(() => salon.close())

const NOBODY = 'Gelöschtes Konto'
const due = (who: string) => salon.call<string | null>(who, 'account_deletion')
const request = (who: string, now?: string) => salon.call<string>(who, 'request_account_deletion', {}, now)
const carryOut = (now: string) => salon.call<number>('service_role', 'delete_due_accounts', {}, now)
const mails = async () =>
	(
		await salon.sql`select kind, recipient from public.messages where kind like 'account%' order by created_at, kind`
	).map((row) => `${row.kind as string} ${row.recipient as string}`)

async function visit(who: string, days: number, time: string): Promise<string> {
	const { ids } = salon
	const held = await salon.call(who, 'hold_appointment', {
		...{ location: ids.location, services: [ids.cut], employee: ids.anna, starts_at: at(days, time) },
	})
	const contact = { name: 'Kim Beispiel', email: 'customer@example.org', phone: '030 99999', note: 'Hintereingang' }
	await salon.call(who, 'confirm_appointment', { appointment: held.id, contact })
	return held.id
}

test('a person who has asked for deletion can take it back for fourteen days', async () => {
	const { user } = salon
	expect(await due(user.stranger)).toBeNull()
	const first = await request(user.stranger, at(0, '12:00'))
	expect(new Date(first).getTime()).toBe(new Date(at(0, '12:00')).getTime() + 14 * 86_400_000)
	// Asking again postpones nothing and sends no second mail.
	expect(await request(user.stranger, at(1, '12:00'))).toBe(first)
	expect(await mails()).toEqual(['account_deletion_requested stranger@example.org'])
	expect(await due(user.customer)).toBeNull()
	expect(await carryOut(at(13, '12:00'))).toBe(0)
	expect(await salon.call(user.stranger, 'cancel_account_deletion')).toBe(true)
	expect(await salon.call(user.stranger, 'cancel_account_deletion')).toBe(false)
	expect(await carryOut(at(20, '12:00'))).toBe(0)
	const [row] = await salon.sql`select count(*)::int as n from auth.users where id = ${user.stranger}`
	expect(row?.n).toBe(1)
})

test('the only owner of a company has to hand it over first', async () => {
	const { user, ids, sql } = salon
	expect(await codeOf(request(user.owner))).toBe('last_owner')
	await sql`update public.members set role = 'owner' where user_id = ${user.manager}`
	await request(user.owner, at(0, '12:00'))
	await sql`update public.members set role = 'manager' where user_id = ${user.manager}`
	// They are the only owner again on the due day: the deletion is postponed by a day and holds up no others.
	await request(user.foreigner).catch(() => undefined)
	expect(await carryOut(at(15, '12:00'))).toBe(0)
	const [left] = await sql`select due_at from internal.account_deletions where user_id = ${user.owner}`
	expect(left?.due_at).toEqual(new Date(at(16, '12:00')))
	expect((await sql`select from public.members where company_id = ${ids.company} and role = 'owner'`).length).toBe(1)
	// The person gets one mail, with the name of the company.
	expect(await carryOut(at(17, '12:00'))).toBe(0)
	const told =
		await sql`select recipient, payload->>'company' as company from public.messages where kind = 'account_deletion_blocked'`
	const [company] = await sql`select name from public.companies where id = ${ids.company}`
	expect(told.map((row) => ({ ...row }))).toEqual([{ recipient: 'owner@example.org', company: company?.name }])
	await sql`delete from internal.account_deletions`
	await sql`delete from public.messages where kind like 'account%'`
})

test('an account is deleted with all its names; a coming appointment keeps its contact until it is over', async () => {
	const { user, sql } = salon
	const past = await visit(user.customer, 2, '10:00')
	const coming = await visit(user.customer, 30, '10:00')
	const guests = await salon.book({ starts_at: at(2, '14:00') })
	await salon.composeMails()
	await sql`insert into public.reviews (location_id, appointment_id, author, rating, text, reply, additions)
		values (${salon.ids.location}, ${past}, 'Kim', 5, 'Gut', 'Danke, Kim!', '[{"at": "2026-01-01", "text": "Immer noch"}]')`
	const [declared] =
		await sql`insert into public.withdrawals (appointment_id, company_id, name, email, booking_number, declared_at)
		values (${past}, ${salon.ids.company}, 'Kim Beispiel', 'customer@example.org', 'x', now()) returning id`
	await request(user.customer, at(0, '12:00'))
	await sql`delete from public.messages where kind = 'account_deletion_requested'`
	await salon.call('service_role', 'complete_past', { limit: 10 }, at(4, '12:00'))
	expect(await carryOut(at(14, '13:00'))).toBe(2)
	expect((await sql`select from auth.users where id = ${user.customer}`).length).toBe(0)
	expect((await sql`select from public.profiles where id = ${user.customer}`).length).toBe(0)
	expect(await mails()).toEqual(['account_deleted customer@example.org'])
	const read = async (id: string) =>
		(
			await sql`select user_id, contact_name, contact_email, contact_phone, note from public.appointments where id = ${id}`
		)[0]
	const gone = { user_id: null, contact_name: NOBODY, contact_email: '', contact_phone: '', note: '' }
	expect(await read(past)).toEqual(gone)
	expect(await read(coming)).toMatchObject({ user_id: null, contact_name: 'Kim Beispiel', contact_phone: '+493099999' })
	expect(await read(guests.id)).toMatchObject({ contact_name: 'Mia Muster', note: 'Bitte klingeln' })
	expect(
		await sql`select author, text, reply, additions, rating from public.reviews where appointment_id = ${past}`,
	).toEqual([{ author: NOBODY, text: '', reply: '', additions: [], rating: 5 }])
	for (const table of ['messages', 'appointment_links']) {
		const rows = await sql`select appointment_id from ${sql(`public.${table}`)} where appointment_id = ${past}`
		expect(rows).toHaveLength(0)
	}
	// The customer file is still needed for the coming visit.
	const file = async () =>
		(await sql`select name from public.customers where name in ('Kim Beispiel', ${NOBODY})`)[0]?.name as string
	expect(await file()).toBe('Kim Beispiel')
	expect(await carryOut(at(31, '09:00'))).toBe(0)
	expect(await carryOut(at(32, '09:00'))).toBe(1)
	expect(await read(coming)).toEqual(gone)
	expect(await file()).toBe(NOBODY)
	const [kept] = await sql`select name from public.customers where email = 'mia@example.org'`
	expect(kept?.name).toBe('Mia Muster')
	const texts =
		await sql`select to_jsonb(a)::text || coalesce((select string_agg(to_jsonb(e)::text, '') from public.appointment_events e
		where e.appointment_id = a.id), '') as text from public.appointments a where a.id in (${past}, ${coming})`
	for (const { text } of texts)
		expect(text).not.toMatch(new RegExp(`Kim|customer@|030 99|Hintereingang|${user.customer}`))
	// A declaration stays unchanged, because the proof is needed for longer (85_accounts/40_proofs.sql).
	expect(await sql`select name, email from public.withdrawals where id = ${String(declared?.id)}`).toMatchObject([
		{ name: 'Kim Beispiel', email: 'customer@example.org' },
	])
	await sql`update public.messages set state = 'sent' where kind = 'account_deleted'`
	await salon.call('service_role', 'forget_due', { rule: 'account_mails' }, at(60, '09:00'))
	expect(await mails()).toEqual([])
})

test('what merging has kept of a person goes with the account, also where the file stays for somebody else', async () => {
	const { sql, user, ids } = salon
	const add = async (name: string, email: string) =>
		String(
			(
				await sql`insert into public.customers (company_id, name, email) values (${ids.company}, ${name}, ${email}) returning id`
			)[0]?.id,
		)
	const [kept, gone, before, else1, else2] = [
		await add('Familie', 'familie@example.org'),
		await add('Sina Fort', 'sina@example.org'),
		await add('Sina Früher', 'sina.alt@example.org'),
		await add('Olga', 'olga@example.org'),
		await add('Olga O.', 'olga.o@example.org'),
	]
	await sql`update public.customers set user_id = ${user.stranger} where id = ${gone}`
	const merge = (one: string | undefined, other: string | undefined) =>
		salon.call(user.manager, 'merge_customers', { company: ids.company, kept: one, gone: other })
	await merge(gone, before)
	await merge(kept, gone)
	await merge(else1, else2)
	const [file] = await sql`insert into public.imports (company_id, user_id, who, file, head)
		values (${ids.company}, ${user.owner}, 'Lea', 'alt.csv', '{Name}') returning id`
	for (const [index, customer] of [gone, before, kept, else2].entries())
		await sql`insert into public.import_rows (import_id, n, raw, state, customer_id)
			values (${file?.id}, ${index}, array['Name'], 'made', ${customer ?? null})`
	await sql`insert into public.appointments (company_id, location_id, state, starts_at, ends_at, customer_id, contact_name, total_cents)
		values (${ids.company}, ${ids.location}, 'completed', now() - interval '1 day', now() - interval '23 hours', ${kept}, 'Familie', 1)`
	await sql`insert into internal.account_deletions values (${user.stranger}, now(), now())`
	await carryOut(at(1, '12:00'))
	const left = await sql`select gone ->> 'name' as name from internal.customer_merges`
	expect(left.map(({ name }) => name as string)).toEqual(['Olga O.'])
	const rows = await sql`select cardinality(raw) as cells from public.import_rows order by n`
	expect(rows.map(({ cells }) => Number(cells))).toEqual([0, 0, 1, 1])
	expect(await sql`select name from public.customers where id = ${kept}`).toMatchObject([{ name: 'Familie' }])
})
