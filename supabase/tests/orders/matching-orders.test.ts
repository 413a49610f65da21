import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { at, codeOf } from '../booking/salon.ts'
import { type Market, openMarket, windowOf } from './world.ts'

type Found = {
	total: number
	left: number
	rows: {
		id: string
		text: string
		distance_km: number
		starts: string[]
		offers: number
		dismissed: boolean
		mine: { state: string } | null
	}[]
}
type Suggested = { starts_at: string; employee_ids: string[]; total_cents: number; touches: boolean }[]

let market: Market
beforeAll(async () => {
	market = await openMarket()
})
afterAll(() => market.close())
beforeEach(() => market.clear())

const matching = (caller = market.user.manager, more: Record<string, unknown> = {}) =>
	market.call<Found>(caller, 'matching_orders', { location: market.ids.location, ...more })
const count = (caller = market.user.manager) =>
	market.call<number>(caller, 'count_matching_orders', { location: market.ids.location })
const suggest = (order: string, changes: Record<string, unknown> = {}, caller = market.user.manager) =>
	market.call<Suggested>(caller, 'suggest_starts', {
		...{ order, location: market.ids.location, services: [market.ids.cut], ...changes },
	})

describe('orders that fit', () => {
	test('by category, distance and consent, with free starts, and without contact', async () => {
		const id = await market.order({ windows: [windowOf(3, 3, 600, 720)] })
		await market.order({ latitude: 48, radius_km: 50 })
		await market.order({ category_id: 2 })
		await market.order({ state: 'withdrawn' })
		const { total, left, rows } = await matching()
		expect([total, left, rows.length]).toEqual([1, 8, 1])
		expect(rows[0]).toMatchObject({ id, offers: 0, mine: null, dismissed: false, distance_km: 1.3 })
		expect(rows[0]?.starts.map((start) => new Date(start).toISOString())).toEqual(
			['10:00', '10:15', '10:30'].map((time) => new Date(at(3, time)).toISOString()),
		)
		const told = JSON.stringify(rows)
		for (const word of ['3920091', 'Muster', 'example.org', '52.51', 'contact']) expect(told).not.toContain(word)
		expect(await count()).toBe(1)
	})

	test('one without a free start is shown as well, because another time may suit', async () => {
		const id = await market.order({ windows: [windowOf(3, 3, 0, 120)] })
		expect((await matching()).rows).toMatchObject([{ id, starts: [] }])
	})

	test('an answered or dismissed one waits no longer, until the offer is over', async () => {
		const [one, other] = [await market.order(), await market.order()]
		await market.send(one, { starts: [at(3, '10:00')] })
		const dismiss = (dismissed: boolean) =>
			market.call(market.user.staff, 'dismiss_order', { order: other, location: market.ids.location, dismissed })
		await dismiss(true)
		expect(await matching()).toMatchObject({ total: 0, left: 7 })
		expect(await matching(market.user.manager, { dismissed: true })).toMatchObject({ total: 1, rows: [{ id: other }] })
		expect(await count()).toBe(0)
		await dismiss(false)
		expect(await count()).toBe(1)
		const [offer] = await market.sql`select id from public.offers`
		await market.call(market.user.manager, 'withdraw_offer', { offer: offer?.id, reason: 'Krank' })
		expect((await matching()).rows.find(({ id }) => id === one)).toMatchObject({
			offers: 0,
			mine: { state: 'withdrawn' },
		})
	})

	test('staff see their own free time only; others see nothing', async () => {
		await market.sql`insert into public.exceptions (location_id, employee_id, kind, starts_at, ends_at)
			select ${market.ids.location}, ${market.ids.anna}, 'closed', current_date, current_date + 30`
		const id = await market.order()
		expect((await matching(market.user.staff)).rows).toMatchObject([{ id, starts: [] }])
		expect((await matching()).rows[0]?.starts).toHaveLength(3)
		await market.sql`delete from public.exceptions`
		expect(await codeOf(matching(market.user.foreigner))).toBe('location_not_found')
		expect(await count(market.user.foreigner)).toBe(0)
		const one = { order: id, location: market.ids.foreignLocation }
		expect(await codeOf(market.call(market.user.manager, 'matching_order', one))).toBe('location_not_found')
	})

	test('looking at one is noted', async () => {
		const id = await market.order()
		const seen = await market.call(market.user.staff, 'matching_order', { order: id, location: market.ids.location })
		expect(seen).toMatchObject({ id, distance_km: 1.3 })
		const [row] = await market.sql`select seen_at, dismissed_at from public.order_notices`
		expect([row?.seen_at === null, row?.dismissed_at]).toEqual([false, null])
		const far = await market.order({ latitude: 48 })
		const look = market.call(market.user.staff, 'matching_order', { order: far, location: market.ids.location })
		expect(await codeOf(look)).toBe('order_not_found')
	})
})

describe('suggested starts', () => {
	test('at most twelve, spread over days and hours, every one of them bookable', async () => {
		const id = await market.order({ windows: [windowOf(3, 4), windowOf(6, 6, 600, 720)] })
		const found = await suggest(id)
		expect(found).toHaveLength(12)
		const days = new Set(found.map(({ starts_at }) => starts_at.slice(0, 10)))
		expect(days.size).toBe(3)
		for (const { starts_at, employee_ids, total_cents } of found) {
			expect(total_cents).toBe(4500)
			const { visit, secret } = await market.hold({ starts_at, employee: employee_ids[0] })
			await market.call('anon', 'release_hold', { appointment: visit.id, secret })
		}
	})

	test('first what touches a booking, so that no gap is left', async () => {
		const { anna } = market.ids
		await market.book({ starts_at: at(3, '13:00'), employee: anna })
		const id = await market.order({ windows: [windowOf(3, 9)] })
		const touching = (await suggest(id, { employee: anna })).filter(({ touches }) => touches)
		expect(touching.map(({ starts_at }) => new Date(starts_at).toISOString())).toEqual(
			['12:30', '13:30'].map((time) => new Date(at(3, time)).toISOString()),
		)
	})

	test('none too short to be answered, and none of others for staff', async () => {
		const id = await market.order({ windows: [windowOf(0, 0)] })
		const now = at(0, '12:00')
		const found = await market.call<Suggested>(
			market.user.staff,
			'suggest_starts',
			{ order: id, location: market.ids.location, services: [market.ids.cut] },
			now,
		)
		expect(new Date(found[0]?.starts_at ?? '').toISOString()).toBe(new Date(at(0, '13:15')).toISOString())
		expect(new Set(found.flatMap(({ employee_ids }) => employee_ids))).toEqual(new Set([market.ids.anna]))
		expect(await suggest(id, { employee: market.ids.ben }, market.user.staff)).toEqual([])
	})
})

describe('templates', () => {
	const save = (changes: Record<string, unknown> = {}, caller = market.user.staff) =>
		market.call<string>(caller, 'save_offer_template', {
			...{ company: market.ids.company, name: 'Gern', text: 'Sehr gern!', ...changes },
		})
	test('are kept for the company', async () => {
		const id = await save()
		expect(await codeOf(save({ name: ' Gern ' }))).toBe('template_name_taken')
		expect(await save({ template: id, text: 'Wir freuen uns.' })).toBe(id)
		expect(await codeOf(save({ name: '' }))).toBe('name_missing')
		expect(await codeOf(save({ name: 'x'.repeat(61) }))).toBe('template_name_too_long')
		expect(await codeOf(save({ text: ' ' }))).toBe('text_missing')
		expect(await codeOf(save({ text: 'x'.repeat(1001) }))).toBe('text_too_long')
		expect(await codeOf(save({ template: market.ids.cut }))).toBe('template_not_found')
		expect(await codeOf(save({}, market.user.foreigner))).toBe('company_not_found')
		await market.call(market.user.foreigner, 'delete_offer_template', { template: id })
		expect(await market.sql`select text from public.offer_templates`).toMatchObject([{ text: 'Wir freuen uns.' }])
		await market.call(market.user.manager, 'delete_offer_template', { template: id })
		expect(await market.sql`select from public.offer_templates`).toHaveLength(0)
	})

	test('thirty at most', async () => {
		for (let number = 0; number < 30; number++) await save({ name: `Vorlage ${number}` })
		expect(await codeOf(save())).toBe('too_many_templates')
	})
})
