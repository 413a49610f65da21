import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { inDays, openPartners, type Partners } from './world.ts'

let world: Partners
beforeAll(async () => {
	world = await openPartners()
})
afterAll(() => world.salon.close())
beforeEach(() => world.sql`delete from public.messages`)

const told = () =>
	world.sql`select kind, recipient, payload - 'at' - 'name' as payload from public.messages order by kind, recipient`

test('a referral is earned on the thirtieth day with five visits of three people, and the partner hears it', async () => {
	const { partner, referred, visits, decide, stateOf, sql } = world
	const { code, user } = await partner()
	const enough = await referred(code)
	const few = await referred(code)
	const same = await referred(code)
	const before = await referred(code)
	await visits(enough.company, 5, 3)
	await visits(few.company, 4, 4)
	await visits(same.company, 9, 2)
	await visits(before.company, 9, 9, -2)
	await decide(inDays(29.9))
	expect(await stateOf(enough.company)).toBe('pending')
	await decide(inDays(31))
	expect(await stateOf(enough.company)).toBe('earned')
	for (const { company } of [few, same, before]) expect(await stateOf(company)).toBe('pending')
	const [account] = await sql`select email from auth.users where id = ${user}`
	const mails = await told()
	expect(mails).toMatchObject([
		{ kind: 'referral_earned', recipient: account?.email, payload: { code, reward_cents: 5000 } },
	])
	expect(JSON.stringify(mails)).not.toContain('Haus')
	// Looked at once a day, and over after a year.
	expect(await decide(inDays(31.1))).toBe(0)
	await decide(inDays(366))
	expect(await stateOf(few.company)).toBe('rejected not_reached')
	expect(await stateOf(enough.company)).toBe('earned')
})

test('visits of the team and of the partner do not count, nor those without a trace of who came', async () => {
	const { partner, referred, visits, decide, stateOf, sql } = world
	const { code, user } = await partner()
	const { company, user: owner } = await referred(code)
	await visits(company, 4, 2)
	const insert = (id: string | null, email: string) => sql`
		insert into public.appointments (company_id, location_id, state, starts_at, ends_at, user_id, contact_name, contact_email, total_cents)
		select company_id, id, 'completed', ${inDays(2)}, ${inDays(2.1)}, ${id}, 'X', ${email}, 100 from public.locations where company_id = ${company}`
	const [account] = await sql`select email from auth.users where id = ${owner}`
	await insert(user, 'anders@example.net')
	await insert(owner, 'noch@example.net')
	await insert(null, String(account?.email).replace('@', '+x@'))
	await insert(null, '')
	await decide(inDays(31))
	expect(await stateOf(company)).toBe('pending')
	await insert(null, 'neu@example.net')
	await decide(inDays(32))
	expect(await stateOf(company)).toBe('earned')
})

test('a business that is paused, suspended or closed earns nothing, nor does a suspended partner', async () => {
	const { partner, referred, visits, decide, stateOf, sql } = world
	const one = await partner()
	const companies = await Promise.all(Array.from({ length: 4 }, () => referred(one.code)))
	const [paused, suspended, closed, gone] = companies.map(({ company }) => company) as [string, string, string, string]
	for (const { company } of companies) await visits(company, 6, 6)
	await sql`update public.locations set state = 'paused' where company_id = ${paused}`
	await sql`update public.companies set state = 'suspended' where id = ${suspended}`
	await sql`update public.companies set state = 'closed', goes_at = ${inDays(40)} where id = ${closed}`
	await sql`delete from public.companies where id = ${gone}`
	const other = await partner()
	const waiting = await referred(other.code)
	await visits(waiting.company, 6, 6)
	await sql`update internal.partners set state = 'suspended' where id = ${other.id}`
	await decide(inDays(31))
	const states = await Promise.all([paused, suspended, closed, waiting.company].map(stateOf))
	expect(states).toEqual(['pending', 'pending', 'rejected company_gone', 'pending'])
	expect(await sql`select reason from internal.referrals where partner_id = ${one.id} and company_id is null`).toEqual([
		{ reason: 'company_gone' },
	])
	await sql`update internal.partners set state = 'active' where id = ${other.id}`
	await decide(inDays(32))
	expect(await stateOf(waiting.company)).toBe('earned')
})

test('what is the same on both sides rejects at once: domain, mailbox, phone, tax number, account at a bank', async () => {
	const { partner, person, referred, business, decide, stateOf, sql } = world
	const owns = async (user: string, data: Record<string, string>) => {
		const company = await business(user)
		await sql`insert into public.company_tax_data ${sql({ company_id: company, taxpayer: 'firm', ...data })}`
	}
	const cases: [string, (one: string, company: string) => Promise<unknown>, string][] = []
	const iban = 'DE89370400440532013000'
	const check = (reason: string, to: (partner: string, company: string) => Promise<unknown>, email = '') =>
		cases.push([reason, to, email])
	check(
		'rejected mail',
		async (_, company) => sql`update public.companies set email = 'info@salon-wolke.de' where id = ${company}`,
		'ich@salon-wolke.de',
	)
	check(
		'rejected mail',
		async (_, company) => sql`update public.companies set email = 'm.eine@gmail.com' where id = ${company}`,
		'meine+x@googlemail.com',
	)
	// A service for everybody says nothing.
	check(
		'pending',
		async (_, company) => sql`update public.companies set email = 'info@gmail.com' where id = ${company}`,
		'ich@gmail.com',
	)
	check('rejected phone', async (one, company) => {
		await sql`update public.profiles set phone = '030 1234567' where id = ${one}`
		await sql`update public.locations set phone = '0049 30 / 123 45 67' where company_id = ${company}`
	})
	check('rejected tax', async (one, company) => {
		await owns(one, { tax_number: '1234567890' })
		await sql`insert into public.company_tax_data (company_id, taxpayer, tax_number) values (${company}, 'firm', '1234567890')`
	})
	check('rejected iban', async (one, company) => {
		await owns(one, { iban })
		await sql`insert into public.company_tax_data (company_id, taxpayer, iban) values (${company}, 'firm', ${iban})`
	})
	check(
		'rejected same_person',
		async (one, company) =>
			sql`insert into public.members (company_id, user_id, role) values (${company}, ${one}, 'manager')`,
	)
	const made: [string, string][] = []
	for (const [reason, change, email] of cases) {
		const one = await partner(email ? await person(email) : undefined)
		const { company } = await referred(one.code)
		await change(one.user, company)
		made.push([reason, company])
	}
	await decide(inDays(1))
	for (const [reason, company] of made) expect([reason, await stateOf(company)]).toEqual([reason, reason])
	expect((await told()).every(({ kind }) => kind === 'referral_rejected')).toBe(true)
})

test('rings are rejected, of two and of more, by whichever partnership they go; chains are not', async () => {
	const { partner, person, referred, business, refer, decide, stateOf } = world
	/** Each refers the next one's company, and the last one the first's. */
	const ring = async (size: number, asCompany: boolean) => {
		const owners = await Promise.all(Array.from({ length: size }, () => person()))
		const companies = await Promise.all(owners.map((owner) => business(owner)))
		const codes = await Promise.all(owners.map((owner, n) => partner(owner, asCompany ? companies[n] : undefined)))
		for (const [n, company] of companies.entries())
			await refer(String(owners[n]), company, String(codes[(n + size - 1) % size]?.code))
		return companies
	}
	const rings = [await ring(2, false), await ring(3, true), await ring(5, false)].flat()
	const first = await partner()
	const second = await referred(first.code)
	const onward = await partner(second.user)
	const third = await referred(onward.code)
	await decide(inDays(1))
	expect(new Set(await Promise.all(rings.map(stateOf)))).toEqual(new Set(['rejected ring']))
	expect(await Promise.all([second, third].map(({ company }) => stateOf(company)))).toEqual(['pending', 'pending'])
})

test('two servers decide about each referral once', async () => {
	const { partner, referred, visits, decide, sql } = world
	const { code, id } = await partner()
	for (const { company } of await Promise.all(Array.from({ length: 12 }, () => referred(code))))
		await visits(company, 5, 5)
	await Promise.all(Array.from({ length: 4 }, () => decide(inDays(31))))
	await decide(inDays(32))
	expect(await sql`select from internal.referrals where partner_id = ${id} and state = 'earned'`).toHaveLength(12)
	expect(await sql`select from public.messages where kind = 'referral_earned'`).toHaveLength(12)
})
