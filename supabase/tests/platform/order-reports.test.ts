import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { at, codeOf } from '../booking/salon.ts'
import { type Market, openMarket } from '../orders/world.ts'

// A business reports the search order that it may answer; a customer reports an offer.

let market: Market
beforeAll(async () => {
	market = await openMarket()
})
afterAll(() => market.close())
beforeEach(async () => {
	await market.clear()
	await market.sql`delete from internal.content_reports`
})

const WORDS = { ground: 'insult', explanation: 'Das ist eine Beleidigung.', good_faith: true }
const report = (who: string, kind: string, target: string) =>
	market.call(who, 'report_content', { kind, target, ...WORDS })
const targetOf = (who: string, kind: string, target: string) =>
	market.call<{ business: string; slug: string; shown: string }>(who, 'get_report_target', { kind, target })

test('an order is reported by who may answer it, and nobody else reads a word of it', async () => {
	const { user } = market
	const id = await market.order()
	const seen = await targetOf(user.manager, 'order', id)
	expect(seen).toMatchObject({ slug: '', shown: expect.stringContaining('Haare schneiden') })
	expect(seen.shown).not.toContain('3920091')
	expect(seen.business).toContain('Berlin')
	for (const who of ['anon', user.customer, user.stranger]) {
		expect(await codeOf(targetOf(who, 'order', id))).toBe('target_not_found')
		expect(await codeOf(report(who, 'order', id))).toBe('target_not_found')
	}
	await report(user.manager, 'order', id)
	const [stored] = await market.sql`select url, shown, location_id, company_id from internal.content_reports`
	expect(stored).toEqual({ url: `/admin/offers/${id}`, shown: seen.shown, location_id: null, company_id: null })
	// Too far away to answer, and drafts, are nobody's.
	const far = await market.order({ latitude: 48.1, longitude: 11.6 })
	expect(await codeOf(targetOf(user.manager, 'order', far))).toBe('target_not_found')
})

test('an offer is reported by whoever has its address, which repeats none of its words', async () => {
	const sent = await market.send(await market.order(), { starts: [at(3, '10:00')], text: 'Kommen Sie, Sie Esel.' })
	expect(await targetOf('anon', 'offer', sent.id)).toEqual({
		...{ business: 'salon-loewe', slug: 'salon-loewe', shown: '' },
	})
	await report('anon', 'offer', sent.id)
	const [stored] = await market.sql`select shown, company_id from internal.content_reports`
	expect(stored).toEqual({ shown: 'Kommen Sie, Sie Esel.', company_id: market.ids.company })
	expect(await codeOf(report('anon', 'offer', randomUUID()))).toBe('target_not_found')
})
