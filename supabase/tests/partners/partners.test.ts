import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { companyReferralContract, ownPartnersContract } from '#app/features/partners/partners.contracts.ts'
import { REWARD } from '#app/features/partners/words.ts'
import { codeOf } from '../booking/salon.ts'
import { inDays, openPartners, type Partners } from './world.ts'

let world: Partners
beforeAll(async () => {
	world = await openPartners()
})
afterAll(() => world.salon.close())

const own = async (who: string) => ownPartnersContract.parse(await world.salon.call(who, 'own_partners'))
const referral = async (who: string, company: string, now?: string) =>
	companyReferralContract.parse(await world.salon.call(who, 'company_referral', { company }, now))
const find = (code: string) => world.salon.call<string | null>('anon', 'find_partner_code', { code })
const count = (code: string, now?: string) =>
	world.salon.call<string | null>('service_role', 'count_partner_visit', { code }, now)

test('whoever accepts the terms that hold gets one readable code, however often they join', async () => {
	const { join, person, salon, hash } = world
	const user = await person()
	const ids = await Promise.all(Array.from({ length: 8 }, () => join(user)))
	expect(new Set(ids).size).toBe(1)
	const [partner] = await own(user)
	expect(partner?.code).toMatch(/^[CDFGHJKMNPQRTVWXY34679]{8}$/)
	expect(partner).toMatchObject({ state: 'active', company: null, terms_version: 1, days: [], referrals: [] })
	for (const terms of ['x', '', null])
		expect(await codeOf(salon.call(user, 'join_partners', { terms }))).toBe('agreement_outdated')
	expect(await codeOf(salon.call('anon', 'join_partners', { terms: hash }))).toMatch(/permission denied/)
	expect(await codeOf(salon.call('anon', 'own_partners'))).toMatch(/permission denied/)
	// What holds between companies and the operator does not become more.
	expect(await salon.call('anon', 'current_agreements')).toHaveLength(2)
})

test('a company joins by its owners, who all see it; nobody else does', async () => {
	const { join, salon } = world
	const { owner, manager, staff, foreigner } = salon.user
	const { company } = salon.ids
	for (const who of [manager, staff]) expect(await codeOf(join(who, company))).toBe('role_not_allowed')
	expect(await codeOf(join(foreigner, company))).toBe('company_not_found')
	const id = await join(owner, company)
	await join(owner)
	expect((await own(owner)).map((one) => one.company)).toEqual([null, 'Salon Löwe'])
	for (const who of [manager, staff, foreigner]) {
		expect(await own(who)).toEqual([])
		expect(await codeOf(salon.call(who, 'leave_partners', { partner: id }))).toBe('partner_not_found')
	}
	expect(await codeOf(salon.call(owner, 'leave_partners', { partner: randomUUID() }))).toBe('partner_not_found')
})

test('openings are counts by the day of Berlin, for codes in any spelling', async () => {
	const { partner, sql, salon } = world
	const { code, user, id } = await partner()
	const spelled = `${code.slice(0, 4).toLowerCase()}-${code.slice(4)} `
	expect(await find(spelled)).toBe(code)
	// Half past eleven at night in London is the next day in Berlin.
	for (const now of ['2030-06-30T21:30:00Z', '2030-06-30T22:30:00Z', '2030-07-01T10:00:00Z'])
		expect(await count(spelled, now)).toBe(code)
	await Promise.all(Array.from({ length: 16 }, () => count(code, '2030-07-02T10:00:00Z')))
	expect((await own(user))[0]?.days).toEqual([
		{ day: '2030-06-30', visits: 1 },
		{ day: '2030-07-01', visits: 2 },
		{ day: '2030-07-02', visits: 16 },
	])
	for (const wrong of ['', 'CCCCCCCC', "'; drop", 'ä'.repeat(3000)]) expect(await count(wrong)).toBeNull()
	expect(await codeOf(salon.call('anon', 'count_partner_visit', { code }))).toMatch(/permission denied/)
	const columns =
		await sql`select column_name from information_schema.columns where table_name = 'partner_days' order by 1`
	expect(columns.map((one) => one.column_name)).toEqual(['day', 'partner_id', 'visits'])
	// Who has left or is suspended is no longer counted.
	await salon.call(user, 'leave_partners', { partner: id })
	expect([await find(code), await count(code)]).toEqual([null, null])
})

test('leaving keeps the code and what was referred; joining takes it up again, a suspension stays', async () => {
	const { partner, referred, stateOf, join, salon, sql } = world
	const { id, user, code } = await partner()
	const { company } = await referred(code)
	await salon.call(user, 'leave_partners', { partner: id })
	expect((await own(user))[0]).toMatchObject({ state: 'left', code })
	expect(await stateOf(company)).toBe('pending')
	expect(await join(user)).toBe(id)
	expect((await own(user))[0]).toMatchObject({ state: 'active', code })
	await sql`update internal.partners set state = 'suspended' where id = ${id}`
	await salon.call(user, 'leave_partners', { partner: id })
	await join(user)
	expect((await own(user))[0]?.state).toBe('suspended')
})

test('a suspension shuts whatever else the same people could take part with', async () => {
	const { partner, business, person, join, sql } = world
	const suspend = (id: string, state = 'suspended') =>
		sql`update internal.partners set state = ${state} where id = ${id}`
	const own = await partner()
	const company = await business(own.user)
	const other = await person()
	await sql`insert into public.members (company_id, user_id, role) values (${company}, ${other}, 'owner')`
	await suspend(own.id)
	expect(await codeOf(join(own.user, company))).toBe('partner_shut')
	// Nor through another owner of it.
	expect(await codeOf(join(other, company))).toBe('partner_shut')
	expect(await codeOf(join(other))).toBe('no error')
	await suspend(own.id, 'active')
	const shared = await partner(own.user, company)
	expect(await codeOf(join(other))).toBe('no error')
	await suspend(shared.id)
	expect(await codeOf(join(other))).toBe('partner_shut')
	expect(await codeOf(join(other, await business(other)))).toBe('partner_shut')
	expect(await codeOf(join(other, company))).toBe('no error')
	expect(await sql`select state from internal.partners where id = ${shared.id}`).toEqual([{ state: 'suspended' }])
	expect(await codeOf(join(await person()))).toBe('no error')
})

test('an owner enters a code once, within 14 days, and never one of their own', async () => {
	const { partner, business, person, refer, salon, sql } = world
	const { code, user } = await partner()
	const other = await partner()
	const owner = await person()
	const company = await business(owner)
	expect(await referral(owner, company)).toMatchObject({ code: null, state: null })
	expect(await codeOf(refer(owner, company, 'CCCC-CCCC'))).toBe('code_unknown')
	expect(await codeOf(refer(user, company, code))).toBe('company_not_found')
	expect(await codeOf(refer(owner, company, ` ${code.toLowerCase()}`))).toBe('no error')
	expect(await codeOf(refer(owner, company, code))).toBe('no error')
	expect(await codeOf(refer(owner, company, other.code))).toBe('already_referred')
	expect(await referral(owner, company)).toMatchObject({ code, state: 'pending', until: null })
	expect((await own(user))[0]?.referrals).toMatchObject([{ state: 'pending', reward_cents: REWARD.cents }])
	expect(JSON.stringify(await own(user))).not.toContain(company)
	for (const who of [user, salon.user.owner])
		expect(await codeOf(salon.call(who, 'company_referral', { company }))).toBe('company_not_found')

	const late = await business(owner, 14.1)
	expect(await codeOf(refer(owner, late, code))).toBe('referral_too_late')
	expect((await referral(owner, late)).until).toBeNull()
	expect(await codeOf(refer(owner, await business(owner, 13.9), code))).toBe('no error')
	const mine = await business(user)
	expect(await codeOf(refer(user, mine, code))).toBe('own_code')
	const shared = await business(owner)
	await sql`insert into public.members (company_id, user_id, role) values (${shared}, ${user}, 'staff')`
	expect(await codeOf(refer(owner, shared, code))).toBe('own_code')
	const closed = await business(owner)
	await sql`update public.companies set state = 'closed', goes_at = ${inDays(14)} where id = ${closed}`
	expect(await codeOf(refer(owner, closed, code))).toBe('company_closed')
	await sql`update internal.partners set state = 'suspended' where code = ${code}`
	expect(await codeOf(refer(owner, await business(owner), code))).toBe('code_unknown')
})

test('of many codes at once exactly one counts', async () => {
	const { partner, business, person, refer, sql } = world
	const partners = await Promise.all(Array.from({ length: 6 }, () => partner()))
	const owner = await person()
	const company = await business(owner)
	const answers = await Promise.all(partners.map(({ code }) => codeOf(refer(owner, company, code))))
	expect(answers.sort()).toEqual([...Array.from({ length: 5 }, () => 'already_referred'), 'no error'])
	expect(await sql`select from internal.referrals where company_id = ${company}`).toHaveLength(1)
})

test('the code that came along at the registration leaves the account with the first attempt', async () => {
	const { partner, business, person, refer, sql } = world
	const owner = await person()
	await sql`update auth.users set raw_user_meta_data = '{"partner_code": "x", "name": "Ida"}' where id = ${owner}`
	await refer(owner, await business(owner), (await partner()).code)
	const [account] = await sql`select raw_user_meta_data as held from auth.users where id = ${owner}`
	expect(account?.held).toEqual({ name: 'Ida' })
})

test('with the account the person goes, what was referred stays without them, and time takes the rest', async () => {
	const { partner, referred, decide, stateOf, salon, sql } = world
	const { user, code, id } = await partner()
	const { company } = await referred(code)
	await count(code)
	const data = await salon.call<{ partners: unknown[] }>(user, 'own_account_data')
	expect(data.partners).toMatchObject([{ code, referrals: [{ state: 'pending' }] }])
	await sql`select internal.delete_account(${user})`
	expect(await sql`select state, user_id from internal.partners where id = ${id}`).toEqual([
		{ state: 'left', user_id: null },
	])
	await decide(inDays(2))
	expect(await stateOf(company)).toBe('rejected partner_gone')
	const forget = (rule: string, now: string) => salon.call<number>('service_role', 'forget_due', { rule }, now)
	expect(await forget('partner_days', inDays(360))).toBe(0)
	expect(await forget('partner_days', inDays(370))).toBeGreaterThan(0)
	expect(await forget('referrals', inDays(3 * 365))).toBe(0)
	expect(await forget('referrals', inDays(4 * 366 + 1))).toBeGreaterThan(0)
	expect(await sql`select from internal.partners where id = ${id}`).toHaveLength(0)
})
