import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
	companiesContract,
	companyContract,
	figuresContract,
	logContract,
	looksContract,
	messagesContract,
	operatorSelfContract,
	reportDetailContract,
	reportQueueContract,
	ticketsContract,
} from '#app/features/operator/operator.contracts.ts'
import { at, codeOf } from '../booking/salon.ts'
import { insertOrder } from '../orders/wishes.ts'
import { type Market, openMarket } from '../orders/world.ts'
import { callAs } from './caller.ts'

// What an operator does besides deciding about reviews: orders, offers, companies, messages that did not arrive, figures.

let market: Market
const boss = randomUUID()
beforeAll(async () => {
	market = await openMarket()
	await market.sql`insert into auth.users (id, email, email_confirmed_at) values (${boss}, 'boss@platform.example', now())`
	await market.call('service_role', 'appoint_operator', { email: 'boss@platform.example' })
})
afterAll(() => market.close())
beforeEach(async () => {
	const { sql } = market
	await market.clear()
	await sql`delete from public.messages`
	await sql`delete from internal.decisions`
	await sql`delete from internal.content_reports`
	await sql`update public.companies set state = 'active'`
})

/** Calls as somebody who has shown a second factor. */
const as = <T = unknown>(user: string, verb: string, args: Record<string, unknown> = {}): Promise<T> =>
	callAs<T>(market.sql, user, verb, args)
const REASONS = { ground: 'insult', facts: 'Ein Schimpfwort.', basis: '§ 185 StGB' }
const lines = (verb: string) => market.sql`select reason, company_id from internal.operator_log where verb = ${verb}`

async function reported(who: string, kind: string, target: string): Promise<string> {
	const words = { ground: 'insult', explanation: randomUUID(), good_faith: true }
	await market.call(who, 'report_content', { kind, target, ...words })
	const [row] = await market.sql`select id from internal.content_reports where explanation = ${words.explanation}`
	return String(row?.id)
}

test('an order is closed and loses its words, its customer is told, its offers give their time back', async () => {
	const id = await market.order({ contact_email: 'mia@example.org' })
	await market.send(id, { starts: [at(3, '10:00')] })
	const report = await reported(market.user.manager, 'order', id)
	expect(reportDetailContract.parse(await as(boss, 'operator_report', { report }))).toMatchObject({
		kind: 'order',
		own: false,
	})
	await as(boss, 'decide_report', { report, measure: 'order_closed', ...REASONS })
	const [order] = await market.sql`select state, title, text from public.search_orders`
	expect(order).toEqual({ state: 'withdrawn', title: '', text: '' })
	expect((await market.sql`select state from public.offers`)[0]).toEqual({ state: 'declined' })
	expect(
		await market.sql`select from public.messages where kind = 'decision' and recipient = 'mia@example.org'`,
	).toHaveLength(1)
	await market.hold({ starts_at: at(3, '10:00') })
})

test('an offer is withdrawn and loses its words', async () => {
	const sent = await market.send(await market.order(), { starts: [at(3, '10:00')], text: 'Sie Esel.' })
	const report = await reported('anon', 'offer', sent.id)
	await as(boss, 'decide_report', { report, measure: 'offer_withdrawn', ...REASONS })
	expect((await market.sql`select state, text_masked from public.offers`)[0]).toEqual({
		state: 'withdrawn',
		text_masked: '',
	})
	await market.hold({ starts_at: at(3, '10:00') })
})

test('messages about an order and an appointment are reported by whoever has them, and removed', async () => {
	const { sql, ids, user } = market
	const wish = await insertOrder(market)
	await market.call(user.manager, 'ask', { order: wish.id, location: ids.location, text: 'Sie Esel, wie lang?' })
	const { id, secret } = await market.book({ starts_at: at(5, '10:00') })
	await market.call('anon', 'write_to_business', { appointment: id, secret, text: 'Selber Esel.' })
	const [asked] = await sql`select id from public.order_messages`
	const [said] = await sql`select id from public.appointment_messages`
	for (const [message, url, author] of [
		[String(asked?.id), `/request/${wish.id}`, expect.stringContaining('@')],
		[String(said?.id), `/admin/appointment/${id}`, 'mia@example.org'],
	] as const) {
		const target = await market.call('anon', 'get_report_target', { kind: 'message', target: message })
		expect(target).toEqual({ business: 'salon-loewe', slug: 'salon-loewe', shown: '' })
		const report = await reported('anon', 'message', message)
		const detail = reportDetailContract.parse(await as(boss, 'operator_report', { report }))
		expect(detail).toMatchObject({ kind: 'message', url, own: false, shown: expect.stringContaining('Esel') })
		expect(await codeOf(as(boss, 'decide_report', { report, measure: 'offer_withdrawn', ...REASONS }))).toBe(
			'measure_invalid',
		)
		const decision = await as<string>(boss, 'decide_report', { report, measure: 'message_removed', ...REASONS })
		const [told] =
			await sql`select email from internal.decision_parties where decision_id = ${decision} and party = 'author'`
		expect(told?.email).toEqual(author)
	}
	for (const table of ['order_messages', 'appointment_messages'])
		expect(await sql.unsafe(`select text from public.${table}`)).toMatchObject([{ text: '▮ von Zeitplatz entfernt' }])
	expect(await codeOf(market.call('anon', 'get_report_target', { kind: 'message', target: randomUUID() }))).toBe(
		'target_not_found',
	)
})

test('a suspended company is in no search, index or booking, and its offers are gone', async () => {
	const { ids, sql } = market
	const { company, location } = ids
	const sent = await market.send(await market.order(), { starts: [at(3, '10:00')] })
	const listed = async () => (await sql`select from internal.listings where location_id = ${location}`).length
	expect(await listed()).toBeGreaterThan(0)
	await as(boss, 'operator_suspend_company', { company, facts: 'Kein Impressum.', basis: '§ 5 DDG' })
	expect(await listed()).toBe(0)
	expect(await market.run('anon', 'select from public.locations where id = $1', [location])).toHaveLength(0)
	expect(await codeOf(market.hold({ starts_at: at(4, '10:00') }))).not.toBe('')
	expect((await sql`select state from public.offers where id = ${sent.id}`)[0]).toEqual({ state: 'withdrawn' })
	expect(await market.codeOfSending(await market.order(), { starts: [at(4, '10:00')] })).not.toBe('')
	const found = companiesContract.parse(await as(boss, 'operator_companies', { only: 'suspended' }))
	expect(found.map(({ id }) => id)).toEqual([company])
	expect(companyContract.parse(await as(boss, 'operator_company', { company }))).toMatchObject({
		tax_missing: ['taxpayer'],
	})
	// Nobody lifts the suspension of their own company.
	await market.call('service_role', 'appoint_operator', { email: 'owner@example.org' })
	const lift = (who: string) => as(who, 'operator_lift_suspension', { company, reason: 'Nachgetragen' })
	expect(await codeOf(lift(market.user.owner))).toBe('other_operator_needed')
	await lift(boss)
	expect(await listed()).toBeGreaterThan(0)
	const told = await sql`select kind, recipient, payload ->> 'facts' as facts from messages
		where payload ->> 'measure' = 'lifted' and payload ->> 'kind' = 'company'`
	expect(told).toEqual([{ kind: 'decision', recipient: 'owner@example.org', facts: 'Nachgetragen' }])
	expect((await lines('lift_suspension')).map(({ reason }) => reason)).toEqual(['Nachgetragen'])
	const gaps = companiesContract.parse(await as(boss, 'operator_companies', { only: 'tax_gaps' }))
	expect(gaps.map(({ id }) => id)).toContain(company)
})

test('nobody decides in a matter of their own', async () => {
	const { ids, user } = market
	await market.call('service_role', 'appoint_operator', { email: 'owner@example.org' })
	const report = await reported('anon', 'listing', ids.location)
	expect(await as(user.owner, 'operator_report', { report })).toMatchObject({ own: true })
	const decide = as(user.owner, 'decide_report', { report, measure: 'none', ...REASONS })
	expect(await codeOf(decide)).toBe('other_operator_needed')
	await market.call('service_role', 'appoint_operator', { email: 'owner@example.org', role: null })
})

test('a message that did not arrive is sent again, for a reason, unless it is too old', async () => {
	const { ids, sql } = market
	await sql`insert into public.messages (kind, audience, recipient, company_id, state, last_error, attempts)
		values ('report_received', 'customer', 'mia@example.org', ${ids.company}, 'failed', '550 <mia@example.org> unknown', 10)`
	const list = async () => messagesContract.parse(await as(boss, 'operator_messages'))
	const { rows, failed } = await list()
	expect(failed).toBe(1)
	expect(rows).toMatchObject([{ recipient: 'm…@example.org', last_error: '550 <…> unknown', again: true }])
	const message = rows[0]?.id
	expect(await codeOf(as(boss, 'operator_send_again', { message, reason: ' ' }))).toBe('reason_missing')
	expect(await codeOf(as(boss, 'operator_send_again', { message: randomUUID(), reason: 'x' }))).toBe(
		'message_not_found',
	)
	await sql`update public.messages set created_at = now() - interval '15 days'`
	expect((await list()).rows[0]?.again).toBe(false)
	expect(await codeOf(as(boss, 'operator_send_again', { message, reason: 'x' }))).toBe('message_over')
	await sql`update public.messages set created_at = now()`
	await as(boss, 'operator_send_again', { message, reason: 'Postfach war voll' })
	expect((await sql`select state, attempts, last_error from public.messages`)[0]).toEqual({
		state: 'queued',
		attempts: 0,
		last_error: '',
	})
	expect(await codeOf(as(boss, 'operator_send_again', { message, reason: 'x' }))).toBe('message_over')
	expect(await lines('send_again')).toMatchObject([{ reason: 'Postfach war voll', company_id: ids.company }])
})

test('figures count orders, offers and reports', async () => {
	const answered = await market.order()
	await market.send(answered, { starts: [at(3, '10:00')] })
	await market.order()
	await reported('anon', 'listing', market.ids.location)
	const figures = figuresContract.parse(await as(boss, 'operator_figures'))
	expect(figures).toMatchObject({
		days: 30,
		orders: { total: 2, answered: 1, ripe: 1, matched: 0, first_offer_minutes: 0 },
		reports: { total: 1, open: 1, overdue: 0 },
	})
	expect(figuresContract.parse(await as(boss, 'operator_figures', { days: 12 })).days).toBe(30)
})

test('answers have the form that the pages expect', async () => {
	const { user, ids } = market
	await reported('anon', 'listing', ids.location)
	expect(reportQueueContract.parse(await as(boss, 'operator_reports')).open).toBe(1)
	expect(logContract.parse(await as(boss, 'operator_log')).rows.length).toBeGreaterThan(0)
	operatorSelfContract.parse(await as(boss, 'operator_self'))
	looksContract.parse(await as(user.owner, 'operator_looks', { company: ids.company }))
})

test('neither tables nor the log open to an operator, who cannot make operators either', async () => {
	for (const table of [
		'operators',
		'operator_log',
		'content_reports',
		'decisions',
		'decision_parties',
		'paused_locations',
	])
		await expect(market.run(boss, `select * from internal.${table}`)).rejects.toThrow(/permission denied/)
	for (const who of ['anon', boss, market.user.owner])
		expect(await codeOf(market.call(who, 'appoint_operator', { email: 'owner@example.org' }))).toMatch(
			/permission denied/,
		)
	await expect(
		market.run(boss, "insert into internal.operators (user_id, role) values ($1, 'admin')", [market.user.owner]),
	).rejects.toThrow(/permission denied/)
})

test('messages from the contact page are read oldest first, answered, opened again, and gone once they name nobody', async () => {
	const { sql } = market
	await sql`delete from public.tickets`
	for (const text of ['Erste Frage', 'Zweite Frage'])
		await market.call('anon', 'open_ticket', { subject: 'account', text, name: 'Ida Berg', email: 'ida@example.org' })
	await sql`update public.tickets set created_at = created_at - interval '3 days' where text = 'Zweite Frage'`
	const read = async (state: string) => ticketsContract.parse(await as(boss, 'operator_tickets', { state }))
	const { open, overdue, more, rows } = await read('open')
	expect([open, overdue, more]).toEqual([2, 1, false])
	expect(rows.map(({ text, account }) => [text, account])).toEqual([
		['Zweite Frage', false],
		['Erste Frage', false],
	])
	const [first] = rows
	await as(boss, 'operator_settle_ticket', { ticket: first?.id, state: 'answered' })
	expect((await read('open')).rows).toHaveLength(1)
	expect((await read('answered')).rows.map(({ id }) => id)).toEqual([first?.id])
	await as(boss, 'operator_settle_ticket', { ticket: first?.id, state: 'open' })
	expect((await read('open')).rows).toHaveLength(2)
	await sql`select internal.empty_tickets(array[${String(first?.id)}::uuid])`
	expect(await codeOf(as(boss, 'operator_settle_ticket', { ticket: first?.id, state: 'open' }))).toBe(
		'ticket_not_found',
	)
	expect((await read('closed')).rows).toEqual([])
	expect(await lines('settle_ticket')).not.toHaveLength(0)
})
