import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
	requestThreadsContract,
	threadContract,
	waitingAnswersContract,
} from '#app/features/threads/threads.contracts.ts'
import { at, codeOf } from '../booking/salon.ts'
import { type Business, openBusinesses } from './businesses.ts'
import { insertOrder, type Order } from './wishes.ts'
import { type Market, openMarket } from './world.ts'

let market: Market
let rival: Business
beforeAll(async () => {
	market = await openMarket(16)
	const [opened] = await openBusinesses(market, 1)
	if (opened) rival = opened
})
afterAll(() => market.close())
beforeEach(async () => {
	await market.clear()
	await market.sql`delete from public.messages`
})

const later = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const ask = (order: string, text: string, who = market.user.manager, now?: string, location = market.ids.location) =>
	market.call(who, 'ask', { order, location, text }, now)
const answer = ({ id, secret }: Order, text: string, now?: string, location = market.ids.location) =>
	market.call('anon', 'answer', { order: id, location, text, secret }, now)
const seenBy = async (who: string, order: string, location = market.ids.location) =>
	threadContract.strict().parse(await market.call(who, 'order_thread', { order, location }))
const threadsOf = async ({ id, secret }: Order) =>
	requestThreadsContract.parse(await market.call('anon', 'request_threads', { order: id, secret }))
const waiting = async (who: string, location = market.ids.location) =>
	waitingAnswersContract.strict().parse(await market.call(who, 'waiting_answers', { location }))
const mails = () => market.sql<{ audience: string; recipient: string; payload: Record<string, unknown> }[]>`
	select audience::text, recipient, payload from public.messages where kind = 'question' order by created_at, id`

test('a business asks without an offer, the customer answers, both masked, and each sees what was seen', async () => {
	const wish = await insertOrder(market)
	await ask(wish.id, '  Wie lang sind   Ihre Haare? Rufen Sie an: 0171 3920091 ')
	// A program that opens the link of the mail before its reader does has seen nothing.
	const read = { order: wish.id, secret: wish.secret }
	const peeked = requestThreadsContract.parse(await market.call('anon', 'peek_request_threads', read))
	expect(peeked[0]?.messages[0]?.seen).toBe(false)
	expect((await seenBy(market.user.manager, wish.id)).messages[0]?.seen).toBe(false)
	const [thread] = await threadsOf(wish)
	expect(thread?.messages.map(({ text }) => text)).toEqual(peeked[0]?.messages.map(({ text }) => text))
	expect(thread).toMatchObject({ open: true, waiting: false, location: { id: market.ids.location, published: true } })
	expect(thread?.messages).toMatchObject([
		{ by_customer: false, author: null, text: 'Wie lang sind Ihre Haare? Rufen Sie an: ▮ nach der Buchung sichtbar' },
	])
	expect((await seenBy(market.user.manager, wish.id)).messages[0]).toMatchObject({ seen: true })
	await answer(wish, 'Bis zur Schulter, mia@example.org')
	const shown = await seenBy(market.user.manager, wish.id)
	expect(shown).toMatchObject({ waiting: true, open: true })
	expect(shown.messages[1]).toMatchObject({ by_customer: true, text: 'Bis zur Schulter, ▮ nach der Buchung sichtbar' })
	expect(JSON.stringify(shown)).not.toMatch(/Mia|Muster|mia@|\+4930/)
	expect((await threadsOf(wish))[0]?.messages[1]?.seen).toBe(true)
	expect(await waiting(market.user.manager)).toMatchObject({
		total: 1,
		rows: [{ order_id: wish.id, title: 'Hochsteckfrisur', count: 1 }],
	})
	await market.call(market.user.manager, 'settle_question', { order: wish.id, location: market.ids.location })
	expect((await waiting(market.user.manager)).total).toBe(0)
	await answer(wish, 'Und blond.')
	await market.send(wish.id, { starts: [at(3, '10:00')] })
	expect((await waiting(market.user.manager)).total).toBe(0)
})

test('each business has a thread of its own, and nobody else reads or writes one', async () => {
	const wish = await insertOrder(market)
	await ask(wish.id, 'Von uns?')
	await ask(wish.id, 'Vom Rivalen?', rival.owner, undefined, rival.location)
	expect((await seenBy(rival.owner, wish.id, rival.location)).messages.map(({ text }) => text)).toEqual([
		'Vom Rivalen?',
	])
	expect((await threadsOf(wish)).map(({ messages }) => messages.length)).toEqual([1, 1])
	const own = { order: wish.id, location: market.ids.location }
	for (const call of [
		() => ask(wish.id, 'x', rival.owner),
		() => market.call(rival.owner, 'order_thread', own),
		() => market.call(rival.owner, 'settle_question', own),
		() => ask(wish.id, 'x', market.user.stranger),
	])
		expect(await codeOf(call())).toBe('location_not_found')
	// Anna has no right to enter appointments.
	expect(await codeOf(ask(wish.id, 'x', market.user.staff))).toMatch(/not_allowed|no error/)
	expect(await waiting(rival.owner)).toEqual({ total: 0, rows: [] })
	for (const secret of ['wrong', null]) {
		expect(await codeOf(market.call('anon', 'answer', { ...own, text: 'x', secret }))).toBe('order_not_found')
		expect(await codeOf(market.call('anon', 'request_threads', { order: wish.id, secret }))).toBe('order_not_found')
	}
	// A link for somebody who helps choosing.
	await market.sql`insert into public.search_order_links values (sha256('zeigen'), ${wish.id}, 'read', now() + interval '1 day')`
	const read = { order: wish.id, secret: 'zeigen' }
	expect(await codeOf(market.call('anon', 'request_threads', read))).toBe('order_not_found')
	expect(await codeOf(market.call('anon', 'answer', { ...read, location: own.location, text: 'x' }))).toBe(
		'order_not_found',
	)
	expect(await market.call('anon', 'get_request', read)).toMatchObject({ scope: 'read', messages: 0 })
	expect(await codeOf(market.call('anon', 'ask', { ...own, text: 'x' }))).toMatch(/permission denied/)
})

test('a member with the address of the order answers by account', async () => {
	const wish = await insertOrder(market, { user: market.user.customer })
	await ask(wish.id, 'Auch samstags?')
	const own = { order: wish.id, location: market.ids.location }
	await market.call(market.user.customer, 'answer', { ...own, text: 'Gern' })
	expect(await codeOf(market.call(market.user.stranger, 'answer', { ...own, text: 'Gern' }))).toBe('order_not_found')
	expect((await seenBy(market.user.manager, wish.id)).messages).toHaveLength(2)
})

test('limits: length, three without an answer, 20 in all, only who was asked, and not after the end', async () => {
	const wish = await insertOrder(market)
	expect(await codeOf(answer(wish, 'Hallo?'))).toBe('question_not_found')
	expect(await codeOf(ask(wish.id, ' \n '))).toBe('words_missing')
	expect(await codeOf(ask(wish.id, 'x'.repeat(501)))).toBe('words_too_long')
	for (const text of ['eins', 'eins', 'zwei', 'drei']) await ask(wish.id, text)
	expect(await codeOf(ask(wish.id, 'vier'))).toBe('too_many_unanswered')
	expect((await seenBy(market.user.manager, wish.id)).open).toBe(false)
	for (let n = 4; n <= 20; n++) await (n % 2 ? ask(wish.id, `frage ${n}`) : answer(wish, `antwort ${n}`))
	expect(await codeOf(ask(wish.id, 'noch eine'))).toBe('thread_full')
	expect(await codeOf(answer(wish, 'noch eine'))).toBe('thread_full')
	const closed = await insertOrder(market)
	await ask(closed.id, 'Noch da?')
	await market.call('anon', 'withdraw_search_order', { order: closed.id, secret: closed.secret })
	expect(await codeOf(ask(closed.id, 'Schade'))).toBe('order_closed')
	expect(await codeOf(answer(closed, 'Ja'))).toBe('order_closed')
	expect((await threadsOf(closed))[0]?.open).toBe(false)
	const over = await insertOrder(market, { hours: 1 })
	await ask(over.id, 'Schnell noch')
	expect(await codeOf(answer(over, 'Zu spät', later(61)))).toBe('order_closed')
	const away = await insertOrder(market)
	await market.sql`update public.search_orders set latitude = 48 where id = ${away.id}`
	expect(await codeOf(ask(away.id, 'Weit weg?'))).toBe('order_not_found')
})

test('mails: all questions in one while it waits, half an hour apart, answers to who asked, as they wish', async () => {
	const wish = await insertOrder(market)
	await ask(wish.id, 'Wie lang?')
	await ask(wish.id, 'Welche Farbe?', rival.owner, undefined, rival.location)
	const [first, ...none] = await mails()
	expect(none).toEqual([])
	expect(first).toMatchObject({ audience: 'customer', recipient: wish.email })
	expect(first?.payload.questions).toMatchObject([{ words: 'Wie lang?' }, { words: 'Welche Farbe?' }])
	await market.sql`update public.messages set state = 'sent', attempts = 1`
	await ask(wish.id, 'Und wie dick?', market.user.manager, later(5))
	const [next] = await market.sql<
		{ wait: number }[]
	>`select extract(epoch from next_attempt_at - now())::integer as wait
		from public.messages where kind = 'question' and state = 'queued'`
	expect(next?.wait).toBeGreaterThan(25 * 60)
	await answer(wish, 'Sehr', later(6))
	await answer(wish, 'Wirklich', later(7))
	expect((await mails()).filter(({ audience }) => audience === 'business')).toMatchObject([
		{ payload: { order_id: wish.id, title: 'Hochsteckfrisur', words: ['Sehr', 'Wirklich'] } },
	])
	const other = await insertOrder(market)
	await market.call(market.user.manager, 'choose_offer_notices', { company: market.ids.company, offers: 'none' })
	await ask(other.id, 'Wie lang?')
	await answer(other, 'Kurz')
	expect((await mails()).filter(({ payload }) => payload.order_id === other.id)).toHaveLength(1)
	await market.call(market.user.manager, 'choose_offer_notices', { company: market.ids.company, offers: 'own' })
})

test('under § 203 StGB no mail has a word of it, nor a name', async () => {
	const wish = await insertOrder(market)
	await market.sql`update public.categories set secret = true where id = 1`
	await market.sql`update public.search_orders set health_consent_at = now() where id = ${wish.id}`
	await ask(wish.id, 'Seit wann die Schmerzen?')
	await answer(wish, 'Seit Mai')
	const sent = await mails()
	expect(sent).toHaveLength(2)
	expect(sent[0]?.payload).toMatchObject({ category: '', questions: [] })
	expect(sent[1]?.payload).toMatchObject({ title: '', words: [] })
	await market.sql`update public.categories set secret = false where id = 1`
})

test('many who write at once keep to the limits, and the words go with the order', async () => {
	const wish = await insertOrder(market)
	const codes = await Promise.all(Array.from({ length: 8 }, (_, n) => codeOf(ask(wish.id, `frage ${n}`))))
	expect(codes.filter((code) => code === 'no error')).toHaveLength(3)
	expect(codes.filter((code) => code === 'too_many_unanswered')).toHaveLength(5)
	expect(await mails()).toHaveLength(1)
	await market.sql`select internal.empty_orders(array[${wish.id}]::uuid[])`
	expect(await market.sql`select from public.order_messages where order_id = ${wish.id}`).toHaveLength(0)
})
