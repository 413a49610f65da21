import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { partnerContract, partnerPersonContract, partnersContract } from '#app/features/operator/partners.contracts.ts'
import { codeOf } from '../booking/salon.ts'
import { callAs } from '../platform/caller.ts'
import { inDays, openPartners, type Partners } from './world.ts'

let world: Partners
let admin: string
beforeAll(async () => {
	world = await openPartners()
	admin = await world.person('admin@platform.example')
	await world.salon.call('service_role', 'appoint_operator', { email: 'admin@platform.example' })
})
afterAll(() => world.salon.close())

const as = <T = unknown>(verb: string, args: Record<string, unknown> = {}, user = admin): Promise<T> =>
	callAs<T>(world.sql, user, verb, args)
const list = async (words = '', page = 1) => partnersContract.parse(await as('operator_partners', { words, page }))
const detail = async (partner: string) => partnerContract.parse(await as('operator_partner', { partner }))
const settle = (referral: string, state: string | null, reason = 'Überwiesen') =>
	as('operator_settle_referral', { referral, state, reason })

test('partners are found by code and company, those first to whom something is owed', async () => {
	const { partner, referred, visits, decide, salon } = world
	const one = await partner()
	const { company } = await referred(one.code)
	await visits(company, 5, 3)
	await decide(inDays(31))
	const firm = await partner(salon.user.owner, salon.ids.company)
	const all = await list()
	expect(all).toMatchObject({ partners: 2, pending: 0, earned: 1, owed_cents: 5000, more: false })
	expect(all.rows.map(({ id }) => id)).toEqual([one.id, firm.id])
	expect((await list(one.code.slice(0, 5).toLowerCase())).rows).toHaveLength(1)
	expect((await list('löwe')).rows).toMatchObject([{ company: 'Salon Löwe' }])
	for (const words of ['%', '_', '\\', 'ä'.repeat(3000)]) expect((await list(words)).rows).toEqual([])
	expect((await list('', 2147483647)).rows).toEqual([])
	const shown = await detail(one.id)
	expect(shown).toMatchObject({
		code: one.code,
		own: false,
		company: null,
		referrals: [{ company: 'Haus Neu', state: 'earned' }],
	})
	expect(JSON.stringify(shown)).not.toContain('gmx.de')
	expect(await codeOf(detail(randomUUID()))).toBe('partner_not_found')
	expect(await codeOf(as('operator_partner_person', { partner: one.id, reason: ' ' }))).toBe('reason_missing')
	const people = partnerPersonContract.parse(
		await as('operator_partner_person', { partner: one.id, reason: 'Auszahlung' }),
	)
	expect(people[0]?.email).toMatch(/@gmx\.de$/)
})

test('a referral moves by hand only along its ways, with a reason that is logged and told', async () => {
	const { partner, referred, sql } = world
	const { code, id } = await partner()
	await referred(code)
	const [referral] = (await detail(id)).referrals
	const target = String(referral?.id)
	expect(await codeOf(settle(target, 'paid'))).toBe('wrong_state')
	expect(await codeOf(settle(target, null))).toBe('wrong_state')
	expect(await codeOf(settle(target, 'rejected', ''))).toBe('reason_missing')
	await settle(target, 'rejected', 'Kein echtes Haus')
	expect((await detail(id)).referrals[0]).toMatchObject({
		state: 'rejected',
		reason: 'operator',
		note: 'Kein echtes Haus',
	})
	await settle(target, 'earned', 'Doch echt')
	const answers = await Promise.all([settle(target, 'paid'), settle(target, 'paid')].map(codeOf))
	expect(answers.sort()).toEqual(['no error', 'wrong_state'])
	expect(await codeOf(settle(target, 'rejected'))).toBe('wrong_state')
	expect((await detail(id)).referrals[0]).toMatchObject({ state: 'paid', reason: '' })
	const mails = await sql`select kind from public.messages where payload ->> 'code' = ${code} order by created_at, kind`
	expect(mails.map(({ kind }) => String(kind)).sort()).toEqual([
		'referral_earned',
		'referral_paid',
		'referral_rejected',
	])
	const log = await sql`select reason from internal.operator_log where target = ${`referral ${target}`} order by id`
	expect(log.map(({ reason }) => String(reason))).toEqual(['Kein echtes Haus', 'Doch echt', 'Überwiesen'])
	expect(await codeOf(settle(randomUUID(), 'paid'))).toBe('referral_not_found')
})

test('a suspension is told, and nobody decides about themselves', async () => {
	const { partner, sql, salon } = world
	const { id, code } = await partner()
	const suspend = (who: string, user = admin) =>
		as('operator_suspend_partner', { partner: who, reason: 'Werbemails' }, user)
	await suspend(id)
	expect(await codeOf(suspend(id))).toBe('wrong_state')
	expect(await detail(id)).toMatchObject({ state: 'suspended', suspended_reason: 'Werbemails' })
	expect(await salon.call('anon', 'find_partner_code', { code })).toBeNull()
	expect(await sql`select payload ->> 'note' as note from public.messages where kind = 'partner_suspended'`).toEqual([
		{ note: 'Werbemails' },
	])
	await as('operator_lift_partner', { partner: id, reason: 'Geklärt' })
	expect(await codeOf(as('operator_lift_partner', { partner: id, reason: 'Geklärt' }))).toBe('wrong_state')
	expect(await salon.call('anon', 'find_partner_code', { code })).toBe(code)
	const mine = await partner(admin)
	expect(await codeOf(suspend(mine.id))).toBe('other_operator_needed')
	expect((await detail(mine.id)).own).toBe(true)
})
