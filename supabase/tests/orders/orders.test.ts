import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { at, CONTACT, codeOf, hashOf, openSalon, type Salon } from '../booking/salon.ts'

let salon: Salon
beforeAll(async () => {
	salon = await openSalon()
	await salon.sql`update public.locations set latitude = 52.51, longitude = 13.41, city_id = 1`
	await salon.sql`insert into public.districts values (1, 1, 'Mitte', 'mitte', 52.515, 13.405)`
})
afterAll(() => salon.close())
beforeEach(async () => {
	await salon.sql`truncate public.search_orders, internal.mail_counts, public.messages cascade`
})

const SECRET = 'a-secret-of-this-browser-0001'
const day = (days: number) => at(days, '12:00').slice(0, 10)
const WEEK = { first: day(1), last: day(7), weekdays: [1, 2, 3, 4, 5, 6, 7], from: 480, to: 1200 }
const DRAFT = {
	...{ category: 'friseur', title: 'Hochsteckfrisur', text: 'Ruf an: 0171 3920091, mia@example.org', persons: 2 },
	...{ place_label: '10115 Berlin', latitude: 52.516, longitude: 13.404, city_id: 1, radius_km: 5, windows: [WEEK] },
	budget_cents: 9000,
}
const draft = (changes: object = {}, caller = 'anon', secret = SECRET) =>
	salon.call<string>(caller, 'save_search_order_draft', { secret, draft: { ...DRAFT, ...changes } })
const submit = (order: string, caller = 'anon', contact: object = CONTACT, consent = false) =>
	salon.call<string>(caller, 'submit_search_order', { order, secret: SECRET, contact, consent })
const stored = async (order: string) => (await salon.sql`select * from public.search_orders where id = ${order}`)[0]
/** The secret of a mail to the customer. */
async function mailed(order: string, secret = `mail-${order}`): Promise<string> {
	await salon.call('service_role', 'issue_search_order_link', { order, secret_hash: hashOf(secret) })
	return secret
}
async function opened(changes: object = {}, contact: object = CONTACT, secret = SECRET): Promise<[string, string]> {
	const order = await draft(changes, 'anon', secret)
	await salon.call('anon', 'submit_search_order', { order, secret, contact, consent: true })
	const own = await mailed(order)
	await salon.call('anon', 'confirm_search_order', { order, secret: own })
	return [order, own]
}

describe('from the form to the open order', () => {
	test('a guest confirms by mail; the browser alone cannot', async () => {
		const order = await draft()
		expect(await submit(order)).toBe('mail')
		const [mail] = await salon.sql`select kind, recipient, payload from public.messages`
		expect(mail).toMatchObject({ kind: 'order_confirm', recipient: CONTACT.email })
		expect(mail?.payload).toMatchObject({ category: 'Friseur', place: 'Berlin-Mitte', order_id: order })
		expect(JSON.stringify(mail)).not.toMatch(/Hochsteck|0171/)
		expect(await codeOf(salon.call('anon', 'confirm_search_order', { order, secret: SECRET }))).toBe('order_not_found')
		const secret = await mailed(order)
		expect(await salon.call('anon', 'confirm_search_order', { order, secret })).toBe('open')
		expect(await salon.call('anon', 'confirm_search_order', { order, secret })).toBe('open')
		expect(await stored(order)).toMatchObject({ state: 'open', district: 'Mitte', user_id: null })
		expect(await codeOf(salon.call('anon', 'get_search_order_draft', { order, secret: SECRET }))).toBe(
			'order_not_found',
		)
		expect(await salon.call('anon', 'get_search_order_draft', { order, secret })).toMatchObject({ persons: 2 })
		expect(await salon.sql`select kind from public.messages order by created_at, kind`).toMatchObject([
			{ kind: 'order_confirm' },
			{ kind: 'order_open' },
		])
	})

	test('who is signed in with the confirmed address has it open at once; another address is confirmed by mail', async () => {
		const { customer } = salon.user
		const own = { name: 'Kim', email: 'customer@example.org' }
		expect(await submit(await draft({}, customer), customer, own)).toBe('open')
		expect(await salon.call(customer, 'own_search_orders')).toMatchObject([{ state: 'open', category: 'Friseur' }])
		const other = await salon.call<string>(customer, 'save_search_order_draft', { secret: `${SECRET}x`, draft: DRAFT })
		const args = { order: other, secret: `${SECRET}x`, contact: CONTACT }
		expect(await salon.call(customer, 'submit_search_order', args)).toBe('mail')
		expect(await salon.call(customer, 'own_search_orders')).toHaveLength(1)
	})

	test('the account of a confirmed address has what was asked for without it', async () => {
		const [order] = await opened({}, { name: 'Kim', email: 'customer@example.org' })
		expect(await salon.call(salon.user.customer, 'own_search_orders')).toMatchObject([{ id: order }])
		expect(await salon.call(salon.user.stranger, 'own_search_orders')).toEqual([])
		expect(await codeOf(salon.call('anon', 'own_search_orders'))).toMatch(/permission denied/)
		await salon.call(salon.user.customer, 'withdraw_search_order', { order })
		expect(await stored(order)).toMatchObject({ state: 'withdrawn' })
	})

	test.each([
		['category_not_found', { category: 'gibt-es-nicht' }],
		['place_missing', { latitude: 'Berlin' }],
		['place_missing', { latitude: 40 }],
		['radius_invalid', { radius_km: 51 }],
		['budget_invalid', { budget_cents: 50 }],
		['persons_invalid', { persons: 11 }],
		['text_too_long', { text: 'x'.repeat(1001) }],
		['window_missing', { windows: [] }],
		['too_many_windows', { windows: [WEEK, WEEK, WEEK, WEEK, WEEK, WEEK] }],
		['window_invalid', { windows: [{ ...WEEK, from: 600, to: 600 }] }],
		['window_invalid', { windows: [{ ...WEEK, first: '2026-02-30' }] }],
		['window_invalid', { windows: [{ ...WEEK, weekdays: [8] }] }],
		['window_invalid', { windows: [{ ...WEEK, last: day(40) }] }],
		['window_too_far', { windows: [{ ...WEEK, first: day(58), last: day(62) }] }],
		['window_past', { windows: [{ ...WEEK, first: day(-3), last: day(-2) }] }],
	])('refused: %s', async (code, changes) => {
		expect(await codeOf(draft(changes))).toBe(code)
	})

	test('what is missing is asked for when it is sent', async () => {
		const bare = await salon.call<string>('anon', 'save_search_order_draft', { secret: SECRET, draft: {} })
		const add = (draft: object) => salon.call('anon', 'save_search_order_draft', { secret: SECRET, order: bare, draft })
		expect(await codeOf(submit(bare))).toBe('category_not_found')
		await add({ category: 'praxis' })
		expect(await codeOf(submit(bare))).toBe('place_missing')
		await add({ latitude: 52.5, longitude: 13.4, place_label: 'Berlin', city_id: 1 })
		expect(await codeOf(submit(bare))).toBe('window_missing')
		await add({ windows: [WEEK] })
		expect(await codeOf(submit(bare, 'anon', { name: '', email: 'a@example.org' }))).toBe('name_missing')
		expect(await codeOf(submit(bare))).toBe('consent_missing')
		expect(await submit(bare, 'anon', CONTACT, true)).toBe('mail')
		expect((await stored(bare))?.health_consent_at).not.toBeNull()
		const [mail] = await salon.sql`select payload from public.messages`
		expect(mail?.payload).toMatchObject({ category: '', place: '' })
	})

	test('limits: three open orders, three mails an hour to an address, ten drafts an hour', async () => {
		const from = '203.0.113.7'
		for (let n = 0; n < 3; n++) await opened({}, CONTACT, `${SECRET}-${n}`)
		const order = await draft()
		const args = { order, secret: SECRET, contact: CONTACT }
		const send = () => salon.call('anon', 'submit_search_order', args, undefined, from)
		await send()
		const secret = await mailed(order)
		const confirm = salon.call('anon', 'confirm_search_order', { order, secret }, undefined, from)
		expect(await codeOf(confirm)).toBe('too_many_orders')
		await send()
		await send()
		expect(await codeOf(send())).toBe('too_often')
		const save = (n: number) =>
			salon.call('anon', 'save_search_order_draft', { secret: `${SECRET}-from-${n}`, draft: {} }, undefined, from)
		for (let n = 0; n < 10; n++) await save(n)
		expect(await codeOf(save(10))).toBe('too_often')
	})

	test('foreign, missing and wrong secrets answer alike', async () => {
		const [order, secret] = await opened()
		for (const args of [
			{ order, secret: 'wrong' },
			{ order, secret: null },
			{ order: salon.ids.location, secret },
		])
			for (const verb of ['withdraw_search_order', 'confirm_search_order', 'get_search_order_draft'])
				expect(await codeOf(salon.call(salon.user.stranger, verb, args))).toBe('order_not_found')
	})
})

describe('an open order', () => {
	test('is changed, extended twice, and taken back with all its offers', async () => {
		const [order, secret] = await opened()
		const change = (changes: object) => salon.call('anon', 'change_search_order', { order, secret, changes })
		expect(await change({ radius_km: 25, category: 'praxis' })).toBe(2)
		expect(await stored(order)).toMatchObject({ radius_km: 25, category_id: 1 })
		const windows = [{ ...WEEK, first: day(10), last: day(20) }]
		await salon.call('anon', 'extend_search_order', { order, secret, windows })
		await salon.call('anon', 'extend_search_order', { order, secret, windows, radius_km: 50 })
		expect(await codeOf(salon.call('anon', 'extend_search_order', { order, secret, windows }))).toBe('extended_twice')
		const { location, company, anna, cut } = salon.ids
		const { visit: held } = await salon.hold({ location, services: [cut], employee: anna, starts_at: at(3, '10:00') })
		const [offer] =
			await salon.sql`insert into public.offers (order_id, company_id, location_id, employee_ids, service_ids, price_cents, expires_at)
			values (${order}, ${company}, ${location}, ${[anna]}, ${[cut]}, 4500, now() + interval '1 day') returning id`
		await salon.sql`insert into public.offer_starts values (${offer?.id}, 1, ${held.id}, ${at(3, '10:00')}, ${at(3, '10:30')}, ${anna})`
		await salon.call('anon', 'withdraw_search_order', { order, secret })
		await salon.call('anon', 'withdraw_search_order', { order, secret })
		expect(await salon.sql`select state from public.offers`).toMatchObject([{ state: 'declined' }])
		expect((await salon.sql`select ended_at from public.holds where id = ${held.id}`)[0]?.ended_at).not.toBeNull()
		expect(await codeOf(change({ radius_km: 5 }))).toBe('order_closed')
	})

	test('ends with its last window, is told, can be opened again, and loses the person after 30 days', async () => {
		const [order, secret] = await opened()
		expect(await salon.call('service_role', 'expire_search_orders')).toBe(0)
		await salon.sql`update public.search_orders set expires_at = now() - interval '1 minute'`
		expect(await codeOf(salon.call('anon', 'change_search_order', { order, secret, changes: {} }))).toBe(
			'order_expired',
		)
		expect(await salon.call('service_role', 'expire_search_orders')).toBe(1)
		expect(await salon.call('service_role', 'expire_search_orders')).toBe(0)
		expect(await salon.sql`select kind from public.messages where kind = 'order_closed'`).toHaveLength(1)
		await salon.call('anon', 'extend_search_order', { order, secret, windows: [WEEK] })
		expect(await stored(order)).toMatchObject({ state: 'open', closed_at: null })
		await salon.call('anon', 'withdraw_search_order', { order, secret })
		await salon.sql`update public.search_orders set closed_at = now() - interval '29 days'`
		expect(await salon.call('service_role', 'forget_due', { rule: 'closed_orders' })).toBe(0)
		await salon.sql`update public.search_orders set closed_at = now() - interval '31 days'`
		expect(await salon.call('service_role', 'forget_due', { rule: 'closed_orders' })).toBe(1)
		expect(await stored(order)).toMatchObject({
			...{ contact_name: '', contact_email: '', title: '', text: '', latitude: null, place_label: '' },
			...{ category_id: 1, city_id: 1, state: 'withdrawn' },
		})
	})

	test('drafts go after two days', async () => {
		await draft()
		expect(await salon.call('service_role', 'forget_due', { rule: 'order_drafts' })).toBe(0)
		await salon.sql`update public.search_orders set created_at = now() - interval '49 hours'`
		expect(await salon.call('service_role', 'forget_due', { rule: 'order_drafts' })).toBe(1)
	})

	test('goes with the account, at once', async () => {
		const gone = crypto.randomUUID()
		await salon.sql`insert into auth.users (id, email, email_confirmed_at) values (${gone}, 'gone@example.org', now())`
		const order = await draft({}, gone)
		await submit(order, gone, { name: 'Gone', email: 'gone@example.org' })
		const data = await salon.call<{ search_orders: object[] }>(gone, 'own_account_data')
		expect(data.search_orders).toMatchObject([{ text: DRAFT.text, name: 'Gone' }])
		await salon.sql`select internal.delete_account(${gone})`
		expect(await stored(order)).toMatchObject({ state: 'withdrawn', contact_email: '', text: '', user_id: null })
	})
})

describe('the public list', () => {
	const list = (args: object = {}) =>
		salon.call<{ orders: object[]; next: string | null }>('anon', 'list_search_orders', args as never)

	test('shows bands and parts of the day, and nothing else', async () => {
		await opened({ radius_km: 7, windows: [{ ...WEEK, weekdays: [6], from: 480, to: 720 }] })
		const { orders } = await list()
		expect(orders).toEqual([
			{
				...{ category: { slug: 'friseur', name: 'Friseur' }, place: 'Berlin-Mitte', city: 'berlin', radius_km: 10 },
				...{ times: [[6, 0]], budget: true, budget_to_cents: 10000, persons: 2, age_hours: 0, offers: 0 },
			},
		])
		expect(JSON.stringify(orders)).not.toMatch(/Hochsteck|0171|Mia|52\.|13\./)
	})

	test('trades under § 203 StGB and drafts are not in it', async () => {
		await opened({ category: 'praxis' })
		await draft({}, 'anon', `${SECRET}-2`)
		expect((await list()).orders).toEqual([])
	})

	test('pages, and finds by category and city', async () => {
		for (let n = 0; n < 3; n++) await opened({ persons: n + 1 }, CONTACT, `${SECRET}-${n}`)
		const first = await list({ limit: 2 })
		expect(first.orders).toHaveLength(2)
		const second = await list({ limit: 2, cursor: first.next })
		expect([...first.orders, ...second.orders].map((one) => (one as { persons: number }).persons)).toEqual([3, 2, 1])
		expect(second.next).toBeNull()
		expect((await list({ category: 'friseur', city: 'berlin' })).orders).toHaveLength(3)
		expect((await list({ category: 'praxis' })).orders).toEqual([])
		expect((await list({ city: 'koeln' })).orders).toEqual([])
	})
})
