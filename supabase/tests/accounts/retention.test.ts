import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSalon, type Salon } from '../booking/salon.ts'

// In the summer of 2030 what is from 2026 is due three years after the end of its year; what is from 2027 is not.
const NOW = '2030-07-01T02:00:00Z'

let salon: Salon
beforeAll(async () => {
	salon = await openSalon()
})
afterAll(() => salon.close())

const forget = (rule: string, limit = 500) => salon.call<number>('service_role', 'forget_due', { rule, limit }, NOW)

/** A past visit of a customer of the first company, and the customer's file. */
async function visit(start: string, name: string, file?: string): Promise<{ id: string; file: string }> {
	const { sql, ids } = salon
	const [customer] = file
		? [{ id: file }]
		: await sql`insert into public.customers (company_id, name, email, note, tags)
			values (${ids.company}, ${name}, ${`${name}@example.org`.toLowerCase()}, 'Notiz', '{Stamm}') returning id`
	const [made] =
		await sql`insert into public.appointments (company_id, location_id, state, starts_at, ends_at, customer_id, user_id,
			contact_name, contact_email, contact_phone, note, total_cents)
		values (${ids.company}, ${ids.location}, 'completed', ${start}, ${start}::timestamptz + interval '1 hour', ${customer?.id},
			${salon.user.customer}, ${name}, 'x@example.org', '+49301', 'Hintereingang', 4500) returning id`
	await sql`insert into public.messages (company_id, appointment_id, kind, audience, recipient, state)
		values (${ids.company}, ${made?.id}, 'appointment_confirmed', 'customer', 'x@example.org', 'sent')`
	return { id: String(made?.id), file: String(customer?.id) }
}

/** Says when a file was last changed. */
async function changedAt(file: string, at: string): Promise<void> {
	await salon.sql.begin(async (own) => {
		await own`alter table public.customers disable trigger touch`
		await own`update public.customers set updated_at = ${at} where id = ${file}`
		await own`alter table public.customers enable trigger touch`
	})
}

test('three years after the end of its year a visit loses its contact, and the file goes with the last one', async () => {
	const { sql } = salon
	const old = await visit('2026-12-31T20:00:00Z', 'Alt')
	const both = await visit('2026-03-01T10:00:00Z', 'Beide')
	const newer = await visit('2027-01-01T10:00:00Z', 'Beide', both.file)
	await sql`insert into public.customer_health (customer_id, company_id, note, updated_by, updated_at)
		select id, company_id, 'Pflaster', 'Lea', '2026-06-01' from public.customers where id in (${old.file}, ${both.file})`
	await sql`insert into public.customer_contacts (company_id, customer_id, kind, value)
		select company_id, id, 'phone', '+49302' from public.customers where id in (${old.file}, ${both.file})`
	await sql`insert into public.customer_relatives (company_id, customer_id, name, relation)
		select company_id, id, 'Kind', 'Tochter' from public.customers where id in (${old.file}, ${both.file})`
	await sql`update public.customers set birthday = '1980-05-01' where id in (${old.file}, ${both.file})`
	const inUse = await visit('2026-05-01T10:00:00Z', 'Wieder')
	await changedAt(old.file, '2026-12-31T20:00:00Z')
	await changedAt(both.file, '2026-12-31T20:00:00Z')
	await changedAt(inUse.file, '2030-06-30T10:00:00Z')
	const read = async ({ id, file }: { id: string; file: string }) => {
		const [row] =
			await sql`select contact_name, contact_email, contact_phone, visit.note, visit.user_id, total_cents, customer.name,
			customer.email, customer.birthday, customer.note as notes, customer.tags,
			(select count(*)::int from public.customer_contacts where customer_id = customer.id) as contacts,
			(select count(*)::int from public.customer_relatives where customer_id = customer.id) as relatives,
			(select count(*)::int from public.messages where appointment_id = visit.id) as mails,
			(select count(*)::int from public.customer_health where customer_id = customer.id) as health
			from public.appointments visit join public.customers customer on customer.id = ${file} where visit.id = ${id}`
		return row
	}
	const nothing = { contact_email: '', contact_phone: '', note: '', user_id: salon.user.customer, mails: 0 }
	// One at a time: the limit counts over all locations.
	const three = [await forget('appointments', 1), await forget('appointments', 1), await forget('appointments', 1)]
	expect([...three, await forget('appointments', 1)]).toEqual([1, 1, 1, 0])
	// Somebody has just written into it.
	expect(await read(inUse)).toMatchObject({ contact_name: 'Daten gelöscht', name: 'Wieder', notes: 'Notiz' })
	expect(await read(old)).toEqual({
		...{ ...nothing, contact_name: 'Daten gelöscht', total_cents: 4500 },
		...{
			name: 'Daten gelöscht',
			email: null,
			birthday: null,
			notes: '',
			tags: [],
			health: 0,
			contacts: 0,
			relatives: 0,
		},
	})
	expect(await read(both)).toMatchObject({
		...nothing,
		contact_name: 'Daten gelöscht',
		name: 'Beide',
		health: 1,
		contacts: 1,
		relatives: 1,
	})
	expect(await read(newer)).toMatchObject({ contact_name: 'Beide', contact_phone: '+49301', mails: 1, notes: 'Notiz' })
})

test('files without a visit go three years after the end of the year of their last change', async () => {
	const { sql, ids } = salon
	await sql`alter table public.customers disable trigger touch`
	for (const [name, changed] of [
		['Nie', '2026-12-31T20:00:00Z'],
		['Neuer', '2027-01-01T10:00:00Z'],
	] as const)
		await sql`insert into public.customers (company_id, name, updated_at) values (${ids.company}, ${name}, ${changed})`
	await sql`update public.customers set updated_at = '2026-01-01' where name = 'Beide'`
	await sql`alter table public.customers enable trigger touch`
	expect(await forget('customers')).toBe(1)
	const left = await sql`select name from public.customers where name in ('Nie', 'Neuer', 'Beide') order by 1`
	expect(left.map(({ name }) => name)).toEqual(['Beide', 'Neuer'])
})

test('sent messages go after a year, waiting ones never', async () => {
	const { sql, ids } = salon
	await sql`delete from public.messages`
	for (const company of [ids.company, null])
		for (const [state, created, recipient] of [
			['sent', '2029-06-30', 'old@example.org'],
			['failed', '2029-06-30', 'old@example.org'],
			['queued', '2029-06-30', 'waits@example.org'],
			['sent', '2029-07-02', 'new@example.org'],
		] as const)
			await sql`insert into public.messages (company_id, kind, audience, recipient, state, created_at)
				values (${company}, 'member_invited', 'customer', ${recipient}, ${state}, ${created})`
	expect(await forget('messages', 3)).toBe(3)
	expect(await forget('messages', 3)).toBe(1)
	const left = await sql`select distinct recipient from public.messages order by 1`
	expect(left.map(({ recipient }) => recipient)).toEqual(['new@example.org', 'waits@example.org'])
})

test('links, invitations, the history of members and agreements go with their time', async () => {
	const { sql, ids, user } = salon
	for (const expires of ['2030-05-30', '2030-06-02'])
		await sql`insert into public.appointment_links (secret_hash, appointment_id, expires_at)
			values (sha256(${expires}), gen_random_uuid(), ${expires})`
	for (const [email, expires] of [
		['alt@example.org', '2030-03-01'],
		['neu@example.org', '2030-06-01'],
	] as const)
		await sql`insert into public.invitations (company_id, email, role, invited_by, expires_at)
			values (${ids.company}, ${email}, 'staff', 'Lea', ${expires})`
	for (const at of ['2026-12-31T20:00:00Z', '2027-01-01T10:00:00Z'])
		await sql`insert into public.member_events (company_id, at, verb, actor, subject) values (${ids.company}, ${at}, 'joined', 'Lea', 'Ben')`
	const [words] = await sql`select hash from public.agreement_texts limit 1`
	// Of a company that is there, of one that is gone, and of one that is gone for less time.
	for (const [company, at] of [
		[ids.company, '2026-01-01'],
		[user.stranger, '2026-01-01'],
		[user.customer, '2027-01-02'],
	] as const)
		await sql`insert into public.agreements (company_id, text_hash, accepted_at, accepted_by, accepted_name)
			values (${company}, ${words?.hash}, ${at}, ${user.owner}, 'Lea')`
	await sql`insert into internal.set_aside (place, row_id, value, at) values ('a', '1', 'x', '2029-06-30'), ('a', '2', 'x', '2029-07-02')`
	for (const rule of ['booking_links', 'invitations', 'member_events', 'agreements', 'set_aside'])
		expect([rule, await forget(rule), await forget(rule)]).toEqual([rule, 1, 0])
	expect((await sql`select email from public.invitations`).map(({ email }) => email)).toEqual(['neu@example.org'])
})

test("a child's file stays as long as who books for the child comes", async () => {
	const { sql, ids } = salon
	const mother = await visit('2029-05-01T10:00:00Z', 'Mutter')
	const [child] =
		await sql`insert into public.customers (company_id, name) values (${ids.company}, 'Kind') returning id`
	await sql`insert into public.customer_relatives (company_id, customer_id, relative_id, relation)
		values (${ids.company}, ${mother.file}, ${child?.id}, 'Tochter')`
	await changedAt(String(child?.id), '2026-01-01T10:00:00Z')
	const stands = async () => (await sql`select 1 from public.customers where id = ${child?.id}`).length
	await forget('customers')
	expect(await stands()).toBe(1)
	await sql`update public.appointments set starts_at = '2026-05-01T10:00:00Z', ends_at = '2026-05-01T11:00:00Z' where id = ${mother.id}`
	await forget('customers')
	expect(await stands()).toBe(0)
})

test('a file that was in use when its last visit lost the name goes once it is not any more', async () => {
	const { sql } = salon
	const spared = await visit('2026-05-02T10:00:00Z', 'Verschont')
	const open = await visit('2026-05-03T10:00:00Z', 'Offen')
	await visit('2028-05-03T10:00:00Z', 'Offen', open.file)
	for (const { file } of [spared, open]) await changedAt(file, '2030-06-30T10:00:00Z')
	await forget('appointments')
	await forget('customers')
	const names = async () =>
		(await sql`select name from public.customers where id in (${spared.file}, ${open.file}) order by name`).map(
			({ name }) => name as string,
		)
	expect(await names()).toEqual(['Offen', 'Verschont'])
	for (const { file } of [spared, open]) await changedAt(file, '2026-05-02T10:00:00Z')
	expect(await forget('customers')).toBe(1)
	expect(await names()).toEqual(['Daten gelöscht', 'Offen'])
	expect(await forget('customers')).toBe(0)
})
