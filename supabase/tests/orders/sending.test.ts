import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { at, codeOf, insertEmployee, insertLocation, insertService } from '../booking/salon.ts'
import { type Market, openMarket, windowOf } from './world.ts'

let market: Market
beforeAll(async () => {
	market = await openMarket(24)
})
afterAll(() => market.close())
beforeEach(() => market.clear())

const holds = async (): Promise<number> => {
	const [row] = await market.sql<{ held: number }[]>`select count(*)::integer as held from public.holds
		where purpose = 'offer' and ended_at is null and expires_at > now()`
	return row?.held ?? -1
}
const detailOf = (call: Promise<unknown>): Promise<string> =>
	call.then(
		() => '',
		(error: Error & { detail?: string }) => String(error.detail ?? error.cause),
	)

describe('sending', () => {
	test('holds the starts at a fixed price, so that nobody else books them', async () => {
		const { ids, order, send } = market
		const sent = await send(await order(), {
			...{ starts: [at(3, '10:00'), at(4, '10:00')], employees: [ids.anna, null], text: 'Gern, oder 0171 3920091' },
		})
		expect(sent).toMatchObject({ state: 'sent', price_cents: 4500 })
		expect(sent.starts.map(({ position, outside }) => [position, outside])).toEqual([
			[1, false],
			[2, false],
		])
		expect(await codeOf(market.hold({ starts_at: at(3, '10:00') }))).toBe('slot_taken')
		const [stored] = await market.sql`select text_masked, sent_by, employee_ids from public.offers`
		expect(stored?.text_masked).not.toContain('3920091')
		expect(stored?.sent_by).toBe(market.user.manager)
		expect(new Date(sent.expires_at).getTime() - Date.now()).toBeGreaterThan(23 * 3_600_000)
		expect(await market.overlaps()).toBe(0)
	})

	test('a repeated call answers the same offer; the key of another is refused', async () => {
		const { order, send, codeOfSending } = market
		const [id, key] = [await order(), randomUUID()]
		const sent = await send(id, { starts: [at(3, '10:00')], key })
		expect(await send(id, { starts: [at(3, '10:00')], key })).toEqual(sent)
		expect(await codeOfSending(await order(), { starts: [at(4, '10:00')], key })).toBe('key_used')
		expect(await holds()).toBe(1)
	})

	test('ends before the time that the business needs', async () => {
		const now = at(1, '12:00')
		const sent = await market.send(await market.order(), { starts: [at(1, '18:00')] }, market.user.manager, now)
		expect(new Date(sent.expires_at).toISOString()).toBe(new Date(at(1, '17:00')).toISOString())
		const late = { starts: [at(1, '13:00')] }
		expect(await market.codeOfSending(await market.order(), late, market.user.manager, now)).toBe('expiry_invalid')
	})

	test('one start may lie outside the wished times', async () => {
		const wish = { windows: [windowOf(3, 3, 600, 720)] }
		const sent = await market.send(await market.order(wish), { starts: [at(3, '10:00'), at(3, '15:00')] })
		expect(sent.starts.map(({ outside }) => outside)).toEqual([false, true])
		const both = { starts: [at(3, '16:00'), at(3, '17:00')] }
		expect(await market.codeOfSending(await market.order(wish), both)).toBe('too_many_outside')
	})

	test('another price needs its right; the lines of the hold come to it', async () => {
		const { order, send, codeOfSending, ids, user } = market
		const desk = await market.addMember('reception')
		const two = { services: [ids.cut, ids.colour], starts: [at(3, '10:00')] }
		expect(await codeOfSending(await order(), { ...two, price_cents: 10_000 }, desk)).toBe('not_allowed')
		const listed = await send(await order(), two, desk)
		expect(listed.price_cents).toBe(13_500)
		const sent = await send(await order(), { ...two, starts: [at(4, '10:00')], price_cents: 10_000 }, user.manager)
		const [hold] = await market.sql`select total_cents, lines from public.holds hold
			join public.offer_starts start on start.hold_id = hold.id where start.offer_id = ${sent.id}`
		expect(hold?.total_cents).toBe(10_000)
		expect(hold?.lines.map((line: { price_cents: number }) => line.price_cents)).toEqual([3333, 6667])
	})

	test.each([
		['order_not_found', {}, { radius_km: 1, latitude: 48 }],
		['order_not_found', {}, { category_id: 2 }],
		['order_closed', {}, { state: 'withdrawn' }],
		['start_missing', { starts: [] }, {}],
		['too_many_starts', { starts: [9, 10, 11, 12].map((hour) => at(3, `${String(hour).padStart(2, '0')}:00`)) }, {}],
		['starts_overlap', { starts: [at(3, '10:00'), at(3, '10:15')], employees: 'anna' }, {}],
		['starts_overlap', { starts: [at(3, '10:00'), at(3, '10:00')] }, {}],
		['past', { starts: [at(-1, '10:00')] }, {}],
		['not_bookable', { starts: [at(3, '10:07')] }, {}],
		['not_bookable', { starts: [at(3, '03:00')] }, {}],
		['service_not_found', { services: [] }, {}],
		['expiry_invalid', { hours: 3 }, {}],
		['price_invalid', { price_cents: -1 }, {}],
		['text_too_long', { text: 'x'.repeat(1001) }, {}],
		['employee_not_found', { employees: ['00000000-0000-4000-8000-000000000000'] }, {}],
	])('%s', async (code, changes, wish) => {
		const { employees, ...rest } = changes as { employees?: unknown }
		const people =
			employees === 'anna' ? { employees: [market.ids.anna, market.ids.anna] } : employees ? { employees } : {}
		const id = await market.order(wish)
		expect(await market.codeOfSending(id, { starts: [at(3, '10:00')], ...rest, ...people })).toBe(code)
		expect(await holds()).toBe(0)
	})

	test('an order on health is for businesses only with the consent of its customer', async () => {
		const { order, codeOfSending, ids } = market
		const offer = { services: [ids.massage], starts: [at(3, '10:00')] }
		expect(await codeOfSending(await order({ category_id: 2 }), offer)).toBe('order_not_found')
		const agreed = { category_id: 2, health_consent_at: new Date().toISOString() }
		expect(await codeOfSending(await order(agreed), offer)).toBe('no error')
	})

	test('whom the business has blocked it does not see', async () => {
		const blocked = await market.order({ contact_email: 'bad@example.org' })
		await market.sql`insert into public.customers (company_id, name, email, blocked) values (${market.ids.company}, 'Bad', 'bad@example.org', true)`
		expect(await market.codeOfSending(blocked, { starts: [at(3, '10:00')] })).toBe('order_not_found')
		await market.sql`delete from public.customers where email = 'bad@example.org'`
	})
})

describe('who', () => {
	test('staff offer their own time only, and neither see nor withdraw that of others', async () => {
		const { order, send, codeOfSending, ids, user } = market
		const id = await order()
		const bens = { starts: [at(3, '10:00')], employees: [ids.ben] }
		expect(await codeOfSending(id, bens, user.staff)).toBe('not_allowed')
		const own = await send(id, { starts: [at(3, '10:00')] }, user.staff)
		expect(own.starts[0]?.employee_id).toBe(ids.anna)
		await market.call(user.staff, 'withdraw_offer', { offer: own.id, reason: 'Doch nicht da' })
		const other = await send(id, bens, user.manager)
		const withdraw = market.call(user.staff, 'withdraw_offer', { offer: other.id, reason: 'x' })
		expect(await codeOf(withdraw)).toBe('offer_not_found')
	})

	test('nobody from elsewhere, and nobody without the right to book', async () => {
		const id = await market.order()
		const offer = { starts: [at(3, '10:00')] }
		expect(await market.codeOfSending(id, offer, market.user.foreigner)).toBe('location_not_found')
		expect(await market.codeOfSending(id, offer, market.user.customer)).toBe('location_not_found')
		await market.sql`insert into public.member_rights values (${market.ids.company}, ${market.user.staff}, 'book', false)`
		expect(await market.codeOfSending(id, offer, market.user.staff)).toBe('not_allowed')
		await market.sql`delete from public.member_rights where user_id = ${market.user.staff}`
	})
})

describe('withdrawing and ending', () => {
	test('a withdrawn offer gives its times back; it needs a reason, which is masked', async () => {
		const { order, send, user, call } = market
		const { id } = await send(await order(), { starts: [at(3, '10:00')] })
		expect(await codeOf(call(user.manager, 'withdraw_offer', { offer: id, reason: ' ' }))).toBe('reason_missing')
		const withdraw = () =>
			call(user.manager, 'withdraw_offer', { offer: id, reason: 'Krank, rufen Sie 030 1234567 an' })
		expect(await withdraw()).toMatchObject({ state: 'withdrawn' })
		expect(await withdraw()).toMatchObject({ state: 'withdrawn' })
		const [stored] = await market.sql`select reason from public.offers where id = ${id}`
		expect(stored?.reason).not.toContain('1234567')
		expect(await codeOf(market.hold({ starts_at: at(3, '10:00'), employee: null }))).toBe('no error')
	})

	test('an offer that is over blocks neither the next one nor bookings, before the job has come', async () => {
		const { order, send, user, call } = market
		const id = await order()
		const offer = await send(id, { starts: [at(3, '10:00')], employees: [market.ids.anna], hours: 2 })
		expect(await codeOf(send(id, { starts: [at(3, '12:00')] }))).toBe('offer_exists')
		const later = Temporal.Now.instant().add({ hours: 3 }).toString()
		const second = await send(id, { starts: [at(3, '10:00')], employees: [market.ids.anna] }, user.manager, later)
		const withdraw = call(user.manager, 'withdraw_offer', { offer: offer.id, reason: 'x' }, later)
		expect(await codeOf(withdraw)).toBe('offer_closed')
		const muchLater = Temporal.Now.instant().add({ hours: 40 }).toString()
		expect(await call('service_role', 'expire_offers', {}, muchLater)).toBe(1)
		expect(await call('service_role', 'expire_offers', {}, muchLater)).toBe(0)
		const states = await market.sql`select id, state from public.offers order by sent_at`
		expect(states.map(({ state }) => state)).toEqual(['expired', 'expired'])
		expect(second.id).not.toBe(offer.id)
		expect(await holds()).toBe(0)
		expect(await market.overlaps()).toBe(0)
	})
})

describe('races', () => {
	test('a budget of eight held starts and sixteen senders: exactly eight', async () => {
		const wishes = await Promise.all(Array.from({ length: 16 }, () => market.order()))
		const codes = await Promise.all(
			wishes.map((id, index) => {
				const starts_at = at(3 + Math.floor(index / 4), `${String(9 + (index % 4) * 2).padStart(2, '0')}:00`)
				return market.codeOfSending(id, {
					starts: [starts_at],
					employees: [index % 2 ? market.ids.anna : market.ids.ben],
				})
			}),
		)
		expect(codes.toSorted()).toEqual([...Array(8).fill('hold_budget'), ...Array(8).fill('no error')])
		expect(await holds()).toBe(8)
		const left = await detailOf(market.send(await market.order(), { starts: [at(9, '10:00')] }))
		expect(JSON.parse(left)).toEqual({ left: 0 })
	})

	test('three held starts of a person on a day', async () => {
		const { anna } = market.ids
		for (const time of ['09:00', '11:00', '13:00'])
			await market.send(await market.order(), { starts: [at(3, time)], employees: [anna] })
		const more = { starts: [at(3, '15:00')], employees: [anna] }
		expect(await market.codeOfSending(await market.order(), more)).toBe('hold_budget')
		expect(await market.codeOfSending(await market.order(), { ...more, employees: [market.ids.ben] })).toBe('no error')
	})

	test('eight locations want to send the fifth offer at once, and one does', async () => {
		const { sql, ids, user, call } = market
		const places: { location: string; cut: string }[] = []
		for (let number = 0; number < 12; number++) {
			const location = await insertLocation(sql, ids.company, `ort-${number}-${randomUUID().slice(0, 8)}`)
			const person = await insertEmployee(sql, location, 'Kim', 1)
			places.push({ location, cut: await insertService(sql, location, 'Schnitt', 30, 4500, [person]) })
		}
		const id = await market.order()
		const send = ({ location, cut }: (typeof places)[number]) =>
			codeOf(call(user.manager, 'send_offer', { order: id, location, services: [cut], starts: [at(3, '10:00')] }))
		for (const place of places.slice(0, 4)) expect(await send(place)).toBe('no error')
		const codes = await Promise.all(places.slice(4).map(send))
		expect(codes.toSorted()).toEqual(['no error', ...Array(7).fill('offers_full')])
		// A company holds five starts for an order: now that one is taken back, there is room for one start, not for two.
		const [first] = await sql`select id from public.offers limit 1`
		await call(user.manager, 'withdraw_offer', { offer: first?.id, reason: 'x' })
		const two = { order: id, location: ids.location, services: [ids.cut], starts: [at(3, '10:00'), at(4, '10:00')] }
		expect(await codeOf(call(user.manager, 'send_offer', two))).toBe('too_many_starts')
		await sql`delete from public.locations where slug like 'ort-%'`
	})

	test('offers and bookings by visitors of the same times never overlap', async () => {
		const wishes = await Promise.all(Array.from({ length: 6 }, () => market.order()))
		const times = ['09:00', '09:30', '10:00', '10:30', '11:00', '11:30']
		const calls = times.flatMap((time, index) => [
			market.codeOfSending(wishes[index] ?? '', { starts: [at(3 + index, time)], employees: [market.ids.anna] }),
			codeOf(market.book({ starts_at: at(3 + index, time) })),
			codeOf(market.book({ starts_at: at(3 + index, time) })),
		])
		const codes = await Promise.all(calls)
		expect(codes.filter((code) => code === 'no error')).toHaveLength(6)
		expect(codes.filter((code) => code === 'slot_taken')).toHaveLength(12)
		expect(await market.overlaps()).toBe(0)
	})
})
