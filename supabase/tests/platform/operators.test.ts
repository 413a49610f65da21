import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { at, codeOf, openSalon, type Salon } from '../booking/salon.ts'
import { callAs } from './caller.ts'

// The operator: only with a second factor, everything logged; decisions with reasons, told to both sides, and appeals that somebody else decides.

let salon: Salon
let review: string
const who = {} as Record<'support' | 'moderator' | 'admin' | 'second', string>
beforeAll(async () => {
	salon = await openSalon()
	const { sql, ids } = salon
	for (const name of ['support', 'moderator', 'admin', 'second'] as const) {
		who[name] = randomUUID()
		const email = `${name}@platform.example`
		await sql`insert into auth.users (id, email, email_confirmed_at) values (${who[name]}, ${email}, now())`
		await salon.call('service_role', 'appoint_operator', { email, role: name === 'second' ? 'admin' : name })
	}
	const { id } = await salon.book({ starts_at: at(3, '10:00') })
	const [written] = await sql`insert into public.reviews (location_id, appointment_id, author, rating, text)
		values (${ids.location}, ${id}, 'Mia M.', 1, 'Der Chef ist ein Esel.') returning id`
	review = String(written?.id)
})
afterAll(() => salon.close())
beforeEach(async () => {
	const { sql, ids } = salon
	for (const table of ['decisions', 'content_reports', 'operator_log', 'paused_locations'])
		await sql.unsafe(`delete from internal.${table}`)
	await sql`delete from public.messages`
	await sql`update public.reviews set state = 'published', removed_reason = null`
	await sql`update public.companies set state = 'active'`
	await sql`update public.locations set state = 'published' where id = ${ids.location}`
})

/** Calls as somebody who has shown a second factor, or with another level. */
const as = <T = unknown>(user: string, verb: string, args: Record<string, unknown> = {}, aal?: string): Promise<T> =>
	callAs<T>(salon.sql, user, verb, args, aal)

async function report(target = review, kind = 'review', email = 'ida@example.org'): Promise<string> {
	await salon.call('anon', 'report_content', {
		kind,
		target,
		ground: 'insult',
		explanation: `Grund ${randomUUID()}`,
		email,
		good_faith: true,
	})
	const [row] =
		await salon.sql`select id from internal.content_reports where appeal_of is null order by reported_at desc limit 1`
	return String(row?.id)
}
const REASONS = { ground: 'insult', facts: '„Esel“ ist eine Beleidigung.', basis: '§ 185 StGB', scope: 'überall' }
const decide = (id: string, measure: string, user = who.moderator, change: object = {}) =>
	as<string>(user, 'decide_report', { report: id, measure, ...REASONS, ...change })
const states = async () => (await salon.sql`select state, removed_reason from public.reviews where id = ${review}`)[0]
const mails = () =>
	salon.sql`select kind, recipient, payload ->> 'party' as party from public.messages where kind like '%deci%' order by kind, recipient`
async function linkFor(decision: string, party: string): Promise<string> {
	const secret = randomUUID()
	const secret_hash = createHash('sha256').update(secret).digest('hex')
	await salon.call('service_role', 'issue_decision_link', { decision, party, secret_hash })
	return secret
}

test('no verb opens to anybody else, nor without the second factor, nor to too low a role', async () => {
	const id = await report()
	const { company } = salon.ids
	const verbs: [string, Record<string, unknown>, 'support' | 'moderator' | 'admin'][] = [
		['operator_reports', {}, 'support'],
		['operator_tickets', {}, 'support'],
		['operator_settle_ticket', { ticket: id, state: 'answered' }, 'support'],
		['operator_report', { report: id }, 'support'],
		['operator_companies', {}, 'support'],
		['operator_company', { company }, 'support'],
		['operator_log', {}, 'support'],
		['operator_messages', {}, 'support'],
		['operator_send_again', { message: id, reason: 'x' }, 'support'],
		['operator_figures', {}, 'support'],
		['operator_partners', {}, 'support'],
		['operator_partner', { partner: id }, 'support'],
		['operator_partner_person', { partner: id, reason: 'x' }, 'moderator'],
		['operator_suspend_partner', { partner: id, reason: 'x' }, 'admin'],
		['operator_lift_partner', { partner: id, reason: 'x' }, 'admin'],
		['operator_settle_referral', { referral: id, state: 'paid', reason: 'x' }, 'admin'],
		['operator_money', {}, 'support'],
		['operator_invoices', {}, 'support'],
		['operator_decide_objection', { item: id, grant: true, reason: 'x' }, 'moderator'],
		['operator_reverse_invoice', { invoice: id, reason: 'x' }, 'admin'],
		['operator_import_transfers', { lines: '[]' }, 'admin'],
		['operator_match_transfer', { transfer: id, number: 'ZP-1', reason: 'x' }, 'admin'],
		['operator_mark_paid', { invoice: id, reason: 'x' }, 'admin'],
		['operator_settle_alert', { alert: 1, reason: 'x' }, 'admin'],
		['operator_tax_report', { year: 2026, reason: 'x' }, 'admin'],
		['operator_reporter', { report: id, reason: 'x' }, 'moderator'],
		['decide_report', { report: id, measure: 'none', ...REASONS }, 'moderator'],
		['operator_suspend_company', { company, facts: 'x', basis: 'y' }, 'admin'],
		['operator_lift_suspension', { company, reason: 'x' }, 'admin'],
	]
	const ranks = ['support', 'moderator', 'admin'] as const
	const answers: string[] = []
	const ask = async (call: Promise<unknown>) => answers.push(await codeOf(call))
	for (const [verb, args, role] of verbs) {
		for (const user of Object.values(salon.user)) await ask(as(user, verb, args))
		for (const aal of ['aal1', 'aal3']) await ask(as(who.admin, verb, args, aal))
		for (const low of ranks.slice(0, ranks.indexOf(role))) await ask(as(who[low], verb, args))
		expect(await codeOf(salon.call('anon', verb, args))).toMatch(/permission denied/)
	}
	expect(answers.length).toBeGreaterThan(100)
	expect(new Set(answers)).toEqual(new Set(['operator_only']))
	// Who finds nothing has been logged nowhere.
	expect(await salon.sql`select from internal.operator_log`).toHaveLength(0)
	const named = await salon.sql`select proname from pg_proc where pronamespace = 'public'::regnamespace
		and (proname like 'operator\\_%' or proname = 'decide_report') and proname not in ('operator_self', 'operator_looks')`
	expect(named.map(({ proname }) => String(proname)).sort()).toEqual(verbs.map(([verb]) => verb).sort())
})

test('an operator knows their role; a mail address makes one, and takes it away', async () => {
	expect(await as(who.support, 'operator_self')).toEqual({
		role: 'support',
		second_factor: true,
		reports: expect.any(Number),
		tickets: expect.any(Number),
	})
	expect(await as(who.support, 'operator_self', {}, 'aal1')).toEqual({
		role: 'support',
		second_factor: false,
		reports: 0,
		tickets: 0,
	})
	expect(await as(salon.user.owner, 'operator_self')).toBeNull()
	const appoint = (email: string, role: string | null) =>
		salon.call('service_role', 'appoint_operator', { email, role })
	expect(await codeOf(appoint('stranger@example.org', 'admin'))).toBe('account_not_found')
	expect(await codeOf(appoint('owner@example.org', 'king'))).toBe('role_unknown')
	await appoint('Owner@example.org', 'support')
	expect(await as(salon.user.owner, 'operator_self')).toMatchObject({ role: 'support' })
	await appoint('owner@example.org', null)
	expect(await as(salon.user.owner, 'operator_self')).toBeNull()
})

test('the queue begins with the oldest and marks what waits more than a day', async () => {
	const old = await report()
	await salon.sql`update internal.content_reports set reported_at = now() - interval '25 hours' where id = ${old}`
	const fresh = await report()
	const queue = await as<{ rows: object[] }>(who.support, 'operator_reports')
	expect(queue).toMatchObject({
		open: 2,
		overdue: 1,
		more: false,
		rows: [
			{ id: old, overdue: true },
			{ id: fresh, overdue: false },
		],
	})
	expect(await as(who.support, 'operator_reports', { page: 2 })).toMatchObject({ rows: [], more: false })
})

test('a report opens without its sender, who takes a reason; owners read what was looked at', async () => {
	const id = await report()
	const opened = await as<object>(who.moderator, 'operator_report', { report: id })
	expect(opened).toMatchObject({
		kind: 'review',
		has_address: true,
		others: 0,
		visit: at(3, '10:00').slice(0, 7),
		decision: null,
	})
	expect(JSON.stringify(opened)).not.toContain('ida@example.org')
	for (const reason of ['', ' ', null])
		expect(await codeOf(as(who.moderator, 'operator_reporter', { report: id, reason }))).toBe('reason_missing')
	const sender = await as(who.moderator, 'operator_reporter', { report: id, reason: 'Rückfrage' })
	expect(sender).toEqual({ name: '', email: 'ida@example.org' })
	await as(who.moderator, 'operator_report', { report: id })
	const looks = await salon.call<object[]>(salon.user.owner, 'operator_looks', { company: salon.ids.company })
	expect(looks).toMatchObject([{ verb: 'read_reporter', reason: 'Rückfrage' }, { verb: 'read_report' }])
	for (const other of ['manager', 'staff', 'foreigner'] as const)
		expect(await codeOf(salon.call(salon.user[other], 'operator_looks', { company: salon.ids.company }))).toBe(
			'company_not_found',
		)
	const log = await as<{ rows: { name: string }[] }>(who.support, 'operator_log')
	expect(log.rows.map(({ name }) => name)).toEqual([
		'support@platform.example',
		'moderator@platform.example',
		'moderator@platform.example',
	])
})

test('a removed review is gone with its reason, and both sides are told', async () => {
	const id = await report()
	expect(await codeOf(decide(id, 'listing_paused'))).toBe('measure_invalid')
	expect(await codeOf(decide(id, 'lifted'))).toBe('measure_invalid')
	expect(await codeOf(decide(id, 'none', who.moderator, { facts: ' ' }))).toBe('reason_missing')
	expect(await codeOf(decide(id, 'none', who.moderator, { ground: 'x' }))).toBe('ground_invalid')
	await decide(id, 'review_removed')
	expect(await states()).toEqual({ state: 'removed', removed_reason: 'insult' })
	const location = salon.ids.location
	expect(await salon.call('anon', 'removed_reviews', { location })).toEqual([{ reason: 'insult', total: 1 }])
	expect([...(await mails())]).toEqual([
		{ kind: 'decision', recipient: 'ida@example.org', party: 'reporter' },
		{ kind: 'decision', recipient: 'mia@example.org', party: 'author' },
	])
	expect(await codeOf(decide(id, 'none'))).toBe('decision_exists')
	expect(await codeOf(decide(randomUUID(), 'none'))).toBe('report_not_found')
})

test('without a measure the review is as before, and its author hears nothing', async () => {
	const [first, second] = [await report(), await report()]
	await decide(first, 'none')
	expect(await states()).toMatchObject({ state: 'reported' })
	await decide(second, 'none')
	expect(await states()).toMatchObject({ state: 'published' })
	expect((await mails()).map(({ party }) => party)).toEqual(['reporter', 'reporter'])
})

test('a paused listing is not published again by its business, until somebody else takes that back', async () => {
	const { location } = salon.ids
	const made = await decide(await report(location, 'listing'), 'listing_paused')
	expect((await mails()).map(({ recipient }) => recipient)).toEqual(['ida@example.org', 'owner@example.org'])
	expect(await salon.run('anon', 'select from public.locations where slug = $1', ['salon-loewe'])).toHaveLength(0)
	await expect(salon.sql`update public.locations set state = 'published' where id = ${location}`).rejects.toThrow(
		'location_paused',
	)

	const secret = await linkFor(made, 'author')
	const appeal = (text: string, now?: string) => salon.call('anon', 'appeal', { decision: made, secret, text }, now)
	expect(await codeOf(salon.call('anon', 'appeal', { decision: made, secret: 'x', text: 'Nein' }))).toBe(
		'decision_not_found',
	)
	expect(await codeOf(salon.call('anon', 'get_decision', { decision: made, secret: null }))).toBe('decision_not_found')
	expect(await codeOf(appeal(' '))).toBe('explanation_missing')
	expect(await codeOf(appeal('Zu spät', at(190, '10:00')))).toBe('appeal_too_late')
	await appeal('Das stimmt nicht.')
	expect(await codeOf(appeal('Noch einmal'))).toBe('appeal_exists')
	expect(await salon.call('anon', 'get_decision', { decision: made, secret })).toMatchObject({
		party: 'author',
		appeal: 'made',
		facts: REASONS.facts,
	})
	const [waiting] = await salon.sql`select id from internal.content_reports where appeal_of = ${made}`
	expect(await codeOf(decide(String(waiting?.id), 'lifted'))).toBe('other_operator_needed')
	await decide(String(waiting?.id), 'lifted', who.second)
	expect(await salon.run('anon', 'select from public.locations where slug = $1', ['salon-loewe'])).toHaveLength(1)
	expect((await mails()).filter(({ kind }) => kind === 'appeal_decided').map(({ party }) => party)).toEqual([
		'reporter',
		'author',
	])
})

test('a suspended company leaves search and booking, hears why, and comes back', async () => {
	const { company, location } = salon.ids
	await as(who.admin, 'operator_suspend_company', { company, facts: 'Kein Impressum.', basis: '§ 5 DDG' })
	expect(await salon.run('anon', 'select from public.locations where id = $1', [location])).toHaveLength(0)
	expect([...(await mails())]).toEqual([{ kind: 'decision', recipient: 'owner@example.org', party: 'author' }])
	expect(await codeOf(as(who.admin, 'operator_suspend_company', { company, facts: 'x', basis: 'y' }))).toBe(
		'wrong_state',
	)
	expect(await as(who.support, 'operator_company', { company })).toMatchObject({
		state: 'suspended',
		decisions: [{ measure: 'company_suspended' }],
	})
	expect(await as(who.support, 'operator_companies', { words: 'löwe' })).toMatchObject([
		{ id: company, state: 'suspended' },
	])
	expect(await as(who.support, 'operator_companies', { words: '%' })).toEqual([])
	await as(who.admin, 'operator_lift_suspension', { company, reason: 'Nachgetragen' })
	expect(await salon.run('anon', 'select from public.locations where id = $1', [location])).toHaveLength(1)
	expect(await codeOf(as(who.admin, 'operator_lift_suspension', { company, reason: 'x' }))).toBe('wrong_state')
})

test('decisions go after a year unless they still hold, the log after three', async () => {
	const made = await decide(await report(salon.ids.location, 'listing'), 'listing_paused')
	const removed = await decide(await report(salon.ids.foreignLocation, 'listing'), 'listing_paused')
	await salon.sql`delete from internal.paused_locations where decision_id = ${removed}`
	const forget = (rule: string, now: string) => salon.call('service_role', 'forget_due', { rule, limit: 10 }, now)
	expect(await forget('decisions', at(360, '10:00'))).toBe(0)
	expect(await forget('decisions', at(370, '10:00'))).toBe(1)
	expect((await salon.sql`select id from internal.decisions`).map(({ id }) => id)).toEqual([made])
	expect(await forget('operator_log', at(1500, '10:00'))).toBe(2)
	await salon.sql`update public.locations set state = 'published' where id = ${salon.ids.foreignLocation}`
})
