import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { codeOf, openSalon, type Salon } from '../booking/salon.ts'

let salon: Salon
let held: { kind: string; version: number; hash: string; text: string }[]
beforeAll(async () => {
	salon = await openSalon()
	held = await salon.call('anon', 'current_agreements')
})
afterAll(() => salon.close())
beforeEach(async () => {
	await salon.sql`delete from public.agreements`
})

const hashes = () => held.map(({ hash }) => hash)
const accept = (who: string, given: string[] = hashes(), company = salon.ids.company, now?: string) =>
	salon.call(who, 'accept_agreements', { company, hashes: given }, now)
const kept = async () =>
	(await salon.sql`select company_id, text_hash, accepted_by, accepted_name from public.agreements order by id`).map(
		(row) => ({ ...row }),
	)

test('a visitor reads the words that hold now, and their hash is that of the words', () => {
	expect(held.map(({ kind, version }) => `${kind} ${version}`)).toEqual(['business_terms 1', 'processing 1'])
	for (const { hash, text } of held) {
		expect(hash).toBe(createHash('sha256').update(text).digest('hex'))
		// No line that a page would show as it is.
		expect(text).not.toMatch(/ {2}|\t|^#(?!# )|^-(?! )/m)
	}
})

test('an owner accepts, once, with version, time and name; others and other companies cannot', async () => {
	const { user, ids, sql } = salon
	await sql`update public.profiles set name = 'Lea Löwe' where id = ${user.owner}`
	await accept(user.owner, undefined, undefined, '2026-11-23T10:00:00Z')
	await accept(user.owner, undefined, undefined, '2026-11-24T10:00:00Z')
	expect(await kept()).toEqual(
		hashes().map((text_hash) => ({
			...{ company_id: ids.company, text_hash, accepted_by: user.owner, accepted_name: 'Lea Löwe' },
		})),
	)
	const [first] = await sql`select min(accepted_at) as since, max(accepted_at) as last from public.agreements`
	expect(first).toEqual({ since: new Date('2026-11-23T10:00:00Z'), last: new Date('2026-11-23T10:00:00Z') })
	for (const who of [user.manager, user.staff]) expect(await codeOf(accept(who))).toBe('role_not_allowed')
	for (const who of [user.foreigner, user.stranger]) expect(await codeOf(accept(who))).toBe('company_not_found')
	const seen = async (who: string) => (await salon.run(who, 'select id from public.agreements')).length
	expect(await Promise.all([user.owner, user.manager, user.staff, user.foreigner].map(seen))).toEqual([2, 2, 0, 0])
})

test('what was accepted is never changed, and no words are either', async () => {
	const { user, sql } = salon
	await accept(user.owner)
	for (const who of [user.owner, 'service_role']) {
		for (const statement of [
			"update public.agreements set accepted_name = 'x'",
			'delete from public.agreements',
			"insert into public.agreement_texts values ('x', 'processing', 9, '2026-01-01', 'x')",
			"update public.agreement_texts set text = 'x'",
		])
			expect(await codeOf(salon.run(who, statement))).toMatch(/permission denied/)
	}
	expect(await codeOf(sql`update public.agreements set accepted_name = 'x'`)).toBe('agreements is append only')
	expect(await codeOf(sql`delete from public.agreement_texts`)).toBe('agreement_texts is append only')
})

test('only the newest words are accepted, and then the owner is asked again', async () => {
	const { user, ids } = salon
	const undone = salon.sql.begin(async (sql) => {
		await sql`insert into public.agreement_texts select internal.hash_of_text('Neu'), 'processing', 2, '2027-01-01', 'Neu'`
		await sql`select set_config('request.jwt.claims', ${JSON.stringify({ sub: user.owner, role: 'authenticated' })}, true)`
		const answer = (given: string[]) =>
			codeOf(sql.savepoint((inner) => inner`select public.accept_agreements(${ids.company}, ${given})`))
		expect(await answer(hashes())).toBe('agreement_outdated')
		const newest = (await sql`select hash from public.current_agreements() order by kind`).map(({ hash }) =>
			String(hash),
		)
		expect(newest[0]).toBe(held[0]?.hash)
		expect(newest[1]).not.toBe(held[1]?.hash)
		expect(await answer(newest)).toBe('no error')
		throw new Error('undo')
	})
	await expect(undone).rejects.toThrow('undo')
	expect(await codeOf(accept(user.owner, ['x'.repeat(64)]))).toBe('agreement_outdated')
})

test('a registration keeps what was accepted, and nothing that holds no more', async () => {
	const { user } = salon
	const args = { name: 'Neuer Laden', agreements: [String(held[0]?.hash), 'f'.repeat(64)] }
	const company = await salon.call<string>(user.stranger, 'register_company', args)
	expect(await kept()).toMatchObject([{ company_id: company, text_hash: held[0]?.hash, accepted_by: user.stranger }])
	expect(await salon.call(user.stranger, 'register_company', args)).toBe(company)
	expect(await kept()).toHaveLength(1)
	// A program of an earlier version asks for nothing.
	await salon.call(user.customer, 'create_company', { name: 'Alter Laden' })
	expect(await kept()).toHaveLength(1)
	expect(await codeOf(salon.call('anon', 'register_company', args))).toMatch(/permission denied/)
})

test('the proof outlives the company and the person', async () => {
	const { user, sql } = salon
	await salon.call(user.stranger, 'register_company', { name: 'Kurz', agreements: hashes() })
	await sql`delete from public.companies where id in (select company_id from public.members where user_id = ${user.stranger})`
	await sql`delete from auth.users where id = ${user.stranger}`
	expect(await kept()).toHaveLength(2)
})
