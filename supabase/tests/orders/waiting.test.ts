import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { wishContract } from '#app/features/orders/orders.contracts.ts'
import { matchingOrderContract, offerListContract, waitingContract } from '#app/features/offers/offers.contracts.ts'
import { offerContract, requestContract } from '#app/features/request/request.contracts.ts'
import { at, codeOf } from '../booking/salon.ts'
import { openWaiting, startAt, type Waiting } from './waiting-world.ts'

let salon: Waiting
beforeAll(async () => {
	salon = await openWaiting()
})
afterAll(() => salon.close())
beforeEach(() => salon.clear())

const noon = at(1, '12:00')
const instant = (date: Date | undefined): string =>
	Temporal.Instant.from((date ?? new Date(0)).toISOString()).toString()
/** Somebody has Anna's time and gives it back. */
async function freed(starts_at: string, now = noon): Promise<void> {
	const { id } = await salon.book({ starts_at }, undefined, now)
	await salon.cancel(id, now)
}

describe('who is offered what', () => {
	test('a place that cannot be looked at keeps nobody else waiting', async () => {
		const broken = await salon.wait()
		const next = await salon.wait({}, at(1, '12:01'))
		await salon.sql`update public.search_orders set windows = '[{"first": "x"}]' where id = ${broken.id}`
		expect(await salon.work(at(1, '12:02'))).toBe(1)
		expect(await salon.offersOf(next.id)).toHaveLength(1)
		expect(await salon.sql`select from internal.freed`).toHaveLength(0)
	})

	test('nobody is offered a time by a business that has blocked them, nor do they stand in its list', async () => {
		const [blocked, next] = [await salon.wait(), await salon.wait({}, at(1, '12:01'))]
		const { manager } = salon.user
		await salon.call(manager, 'block_order_customer', { order: blocked.id, location: salon.ids.location }, noon)
		expect(await salon.work(at(1, '12:02'))).toBe(1)
		expect(await salon.offersOf(blocked.id)).toEqual([])
		expect(await salon.offersOf(next.id)).toHaveLength(1)
		const list = await salon.call(manager, 'list_waiting', { location: salon.ids.location }, at(1, '12:02'))
		expect(waitingContract.parse(list)).toMatchObject({ total: 1, rows: [{ id: next.id }] })
		await salon.sql`delete from public.order_blocks`
	})

	test('a place is no draft of a search order', async () => {
		const [secret, contact] = [randomUUID(), { name: 'Mia', email: `${randomUUID()}@example.org` }]
		const asked = {
			location: salon.ids.location,
			services: [salon.ids.cut],
			windows: [startAt(4, '10:00')],
			secret,
			contact,
		}
		const { id } = await salon.call<{ id: string }>('anon', 'join_waitlist', asked, noon)
		const changed = { secret, order: id, draft: { title: 'Anderes' } }
		expect(await codeOf(salon.call('anon', 'save_search_order_draft', changed, noon))).toBe('order_closed')
	})

	test('the first come first, one after another, and nobody else can book meanwhile', async () => {
		const { id } = await salon.book({ starts_at: at(4, '10:00') }, undefined, noon)
		const first = await salon.wait()
		const second = await salon.wait({}, at(1, '12:01'))
		expect(await salon.work(at(1, '12:02'))).toBe(0)
		await salon.cancel(id, at(1, '12:02'))
		expect(await salon.work(at(1, '12:03'))).toBe(1)
		const [offer] = await salon.offersOf(first.id)
		expect(offer).toMatchObject({ state: 'sent', origin: 'waitlist', price_cents: 4500 })
		expect(await salon.offersOf(second.id)).toHaveLength(0)
		expect(await salon.kindsOf(first.id)).toEqual(['waitlist_joined', 'waitlist_offer'])
		expect(await codeOf(salon.hold({ starts_at: at(4, '10:00') }, at(1, '12:04')))).toBe('slot_taken')
		// "Passt nicht" keeps the place.
		const decline = { order: first.id, offer: offer?.id, secret: first.secret }
		await salon.call('anon', 'decline_offer', decline, at(1, '12:05'))
		expect(await salon.work(at(1, '12:06'))).toBe(1)
		expect(await salon.offersOf(second.id)).toHaveLength(1)
		const page = await salon.call('anon', 'get_request', { order: first.id, secret: first.secret }, at(1, '12:06'))
		expect(requestContract.strict().parse(page)).toMatchObject({
			...{ kind: 'waitlist', state: 'open', asked: null, found: null },
			waiting: { before: 0, paused: false, services: [{ name: 'Schnitt' }], employee: 'Anna' },
		})
		expect(await salon.overlaps()).toBe(0)
	})

	test('accepting books it, and a place whose time was booked another way ends', async () => {
		const [one, other] = [await salon.wait(), await salon.wait({ windows: [startAt(4, '11:00')] })]
		expect(await salon.work(noon)).toBe(2)
		const [offer] = await salon.offersOf(one.id)
		const asked = { order: one.id, offer: offer?.id, position: 1, secret: one.secret }
		expect(offerContract.strict().parse(await salon.call('anon', 'get_offer', asked, noon))).toMatchObject({
			replaces: null,
		})
		const visit = await salon.call('anon', 'accept_offer', { ...asked, price_cents: 4500 }, noon)
		expect(visit.state).toBe('confirmed')
		const [mine] = await salon.offersOf(other.id)
		await salon.call('anon', 'decline_offer', { order: other.id, offer: mine?.id, secret: other.secret }, noon)
		const contact = { name: 'Mia', email: other.email, phone: '030 1234567' }
		const stateOf = async () =>
			(await salon.sql`select state from public.search_orders where id = ${other.id}`)[0]?.state
		// Anybody can type an address: only who owns it, or the business, has booked for whoever waits.
		const stranger = await salon.book({ starts_at: at(4, '11:00') }, contact, at(1, '12:10'))
		await salon.work(at(1, '12:20'))
		expect(await stateOf()).toBe('open')
		await salon.cancel(stranger.id, at(1, '12:21'))
		await salon.sql`delete from internal.freed`
		const account = randomUUID()
		await salon.sql`insert into auth.users (id, email, email_confirmed_at) values (${account}, ${other.email}, now())`
		const wanted = { location: salon.ids.location, services: [salon.ids.cut], employee: salon.ids.anna }
		const held = await salon.call(account, 'hold_appointment', { ...wanted, starts_at: at(4, '11:00') }, at(1, '12:22'))
		const confirmed = { appointment: held.id, contact, early_start: salon.agreed }
		await salon.call(account, 'confirm_appointment', confirmed, at(1, '12:22'))
		await salon.work(at(1, '12:55'))
		const states = await salon.sql`select state from public.search_orders where id in ${salon.sql([one.id, other.id])}`
		expect(states.map(({ state }) => state).toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual([
			'matched',
			'withdrawn',
		])
		expect(await salon.heldInVain()).toBe(0)
	})

	test('a long list is gone through to its end, and nobody in the middle waits for ever', async () => {
		const { id } = await salon.wait({ employee: salon.ids.ben })
		const location = { location: salon.ids.location, starts_at: at(4, '00:00'), ends_at: at(5, '00:00') }
		await salon.call(salon.user.manager, 'block_time', { ...location, employee: salon.ids.ben })
		await salon.sql`insert into public.search_orders select more.* from public.search_orders one, generate_series(1, 430) n,
			jsonb_populate_record(one, jsonb_build_object('id', gen_random_uuid(), 'confirmed_at', one.confirmed_at + n * interval '1 millisecond')) more
			where one.id = ${id}`
		const last = await salon.wait({}, at(1, '12:01'))
		expect(await salon.work(at(1, '12:02'))).toBe(1)
		expect(await salon.offersOf(last.id)).toHaveLength(1)
		expect(await salon.sql`select from internal.freed`).toHaveLength(0)
		await salon.sql`delete from public.blocks`
	})

	test('one live offer for each, ten for a location', async () => {
		for (let n = 0; n < 12; n++) await salon.wait({ windows: [startAt(5, '08:00', '19:00')] })
		expect(await salon.work(noon)).toBe(10)
		expect(await salon.work(at(1, '12:45'))).toBe(0)
		const [row] = await salon.sql`select count(*)::integer as live, count(distinct order_id)::integer as people
			from public.offers where state = 'sent' and origin = 'waitlist'`
		expect(row).toEqual({ live: 10, people: 10 })
		expect(await salon.overlaps()).toBe(0)
	})

	test('three silences in a row pause a place with one mail, until its owner goes on', async () => {
		const place = await salon.wait({ windows: [startAt(6, '10:00', '19:00')] })
		for (const day of [1, 2, 3]) expect(await salon.work(at(day, '12:00'))).toBe(1)
		expect(await salon.work(at(4, '12:00'))).toBe(0)
		const offered = ['waitlist_offer', 'waitlist_offer', 'waitlist_offer']
		expect(await salon.kindsOf(place.id)).toEqual(['waitlist_joined', ...offered, 'waitlist_missed'])
		expect(new Set((await salon.offersOf(place.id)).map(({ starts_at }) => instant(starts_at))).size).toBe(3)
		await salon.call('anon', 'resume_waiting', { order: place.id, secret: place.secret }, at(4, '12:01'))
		expect(await salon.work(at(4, '12:02'))).toBe(1)
		expect(await salon.heldInVain()).toBe(0)
	})

	test('by hand only: nothing by itself, the business sees who waits and offers; off: nobody joins', async () => {
		await salon.sql`update public.locations set waitlist = 'by_hand' where id = ${salon.ids.location}`
		const place = await salon.wait()
		expect(await salon.work(noon)).toBe(0)
		const here = { location: salon.ids.location }
		const list = waitingContract.parse(await salon.call(salon.user.manager, 'list_waiting', here, noon))
		expect(list).toMatchObject({ total: 1, rows: [{ id: place.id, services: ['Schnitt'], offer: null }] })
		expect(Date.parse(String(list.rows[0]?.free))).toBe(Date.parse(at(4, '10:00')))
		const asked = { order: place.id, ...here }
		const order = matchingOrderContract.parse(await salon.call(salon.user.manager, 'matching_order', asked, noon))
		expect(order).toMatchObject({ kind: 'waitlist', services: [{ id: salon.ids.cut }] })
		expect(JSON.stringify(list)).not.toMatch(/Mia|example\.org/)
		expect(await salon.call(salon.user.manager, 'count_waiting', here, noon)).toBe(1)
		expect(await codeOf(salon.call(salon.user.foreigner, 'list_waiting', here))).toBe('location_not_found')
		const args = { order: place.id, ...here, services: [salon.ids.cut], starts: [at(4, '10:00')] }
		await salon.call(salon.user.manager, 'send_offer', args, noon)
		expect(await salon.kindsOf(place.id)).toEqual(['waitlist_joined', 'waitlist_offer'])
		expect(await salon.call(salon.user.manager, 'count_waiting', here, noon)).toBe(0)
		const sent = offerListContract.parse(await salon.call(salon.user.manager, 'list_offers', here, noon))
		expect(sent.rows).toMatchObject([{ kind: 'waitlist', origin: 'hand' }])
		await salon.sql`update public.locations set waitlist = 'off' where id = ${salon.ids.location}`
		expect(await codeOf(salon.wait())).toBe('location_not_found')
	})

	test('places are for no other business, in no wave, no public list and no list of orders', async () => {
		const place = await salon.wait({ employee: null })
		const here = { location: salon.ids.location }
		expect(await salon.call(salon.user.manager, 'matching_orders', here, noon)).toMatchObject({ total: 0 })
		expect(await salon.call('anon', 'list_search_orders', {}, noon)).toMatchObject({ orders: [] })
		expect(await salon.sql`select from internal.order_waves`).toHaveLength(0)
		const foreign = { order: place.id, location: salon.ids.foreignLocation }
		expect(await codeOf(salon.call(salon.user.foreigner, 'matching_order', foreign))).toBe('order_not_found')
	})

	test('the same twice, too many, unknown services and people are refused', async () => {
		const contact = { name: 'Mia', email: 'mia@example.org' }
		const join = (changes: object = {}) => {
			const usual = { location: salon.ids.location, services: [salon.ids.cut], windows: [startAt(4, '10:00')] }
			return salon.call('anon', 'join_waitlist', { ...usual, secret: randomUUID(), contact, ...changes }, noon)
		}
		expect(wishContract.parse(await join())).toMatchObject({ state: 'mail' })
		for (const [changes, code] of [
			[{ services: [salon.ids.foreignCut] }, 'service_not_found'],
			[{ services: [] }, 'service_not_found'],
			[{ employee: salon.ids.zoe }, 'employee_not_found'],
			[{ windows: [] }, 'window_missing'],
			[{ secret: 'kurz' }, 'secret_missing'],
			[{ location: randomUUID() }, 'location_not_found'],
			[{ appointment: randomUUID() }, 'appointment_not_found'],
		] as const)
			expect([changes, await codeOf(join(changes))]).toEqual([changes, code])
		await salon.wait({ contact })
		expect(await codeOf(salon.wait({ contact }))).toBe('already_waiting')
	})
})

describe('how long a time is kept', () => {
	const kept = async (told: string, starts: string, notice = 0): Promise<string | null> => {
		const [row] = await salon.sql<
			{ until: Date | null }[]
		>`select internal.kept_until(${told}, ${starts}, ${notice}, 'Europe/Berlin') as until`
		return row?.until ? instant(row.until) : null
	}
	const wall = (day: string, time: string): string =>
		Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime('Europe/Berlin').toInstant().toString()

	test.each([
		['12 hours from two days ahead, without the night', '12:00', '2027-06-12', '12:00', '2027-06-11', '11:00'],
		['4 hours from one day ahead', '12:00', '2027-06-11', '12:00', '2027-06-10', '16:00'],
		['4 hours over the night', '20:30', '2027-06-11', '20:30', '2027-06-11', '11:30'],
		['60 minutes from six hours ahead', '12:00', '2027-06-10', '18:00', '2027-06-10', '13:00'],
		['for nobody below six hours', '12:00', '2027-06-10', '17:59', null, null],
	])('%s', async (_, now, day, time, endDay, end) => {
		expect(await kept(wall('2027-06-10', now), wall(day, time))).toBe(endDay && end ? wall(endDay, end) : null)
	})

	test('never into the notice of the business', async () => {
		expect(await kept(wall('2027-06-10', '12:00'), wall('2027-06-10', '18:00'), 330)).toBe(wall('2027-06-10', '12:30'))
		expect(await kept(wall('2027-06-10', '12:00'), wall('2027-06-10', '18:00'), 350)).toBeNull()
	})

	test.each([
		['2027-03-27', '2027-03-28'],
		['2026-10-24', '2026-10-25'],
	])('the night of the clock change after %s counts for nothing, too', async (eve, day) => {
		expect(await kept(wall(eve, '20:00'), wall(day, '20:00'))).toBe(
			eve === '2027-03-27' ? wall(eve, '21:00') : wall(day, '11:00'),
		)
		expect(await kept(wall(eve, '20:00'), wall('2027-04-02', '12:00'))).toBe(wall(day, '19:00'))
	})

	test('between two and six hours the first five hear of it and nothing is held; nearer only who asked for that', async () => {
		const people = []
		for (let n = 0; n < 6; n++) people.push(await salon.wait({ windows: [startAt(1, '16:00')] }, at(0, `12:0${n}`)))
		await salon.sql`delete from internal.freed`
		await freed(at(1, '16:00'))
		expect(await salon.work(at(1, '12:01'))).toBe(5)
		expect(await salon.work(at(1, '12:45'))).toBe(0)
		expect(await salon.sql`select from public.offers`).toHaveLength(0)
		const [mail] = (await salon.mailsOf(people[0]?.id ?? '')).filter(({ kind }) => kind === 'waitlist_offer')
		expect(Date.parse(String(mail?.payload.free))).toBe(Date.parse(at(1, '16:00')))
		expect(await salon.kindsOf(people[5]?.id ?? '')).toEqual(['waitlist_joined'])
		await salon.clear()
		const calm = await salon.wait({ windows: [startAt(1, '13:30')] }, at(0, '12:00'))
		const quick = await salon.wait({ windows: [startAt(1, '13:30')], short_notice: true }, at(0, '12:00'))
		await salon.sql`delete from internal.freed`
		await freed(at(1, '13:30'))
		expect(await salon.work(at(1, '12:01'))).toBe(1)
		expect(await salon.kindsOf(quick.id)).toContain('waitlist_offer')
		expect(await salon.kindsOf(calm.id)).not.toContain('waitlist_offer')
	})

	test('by night a time of the afternoon is kept and told at eight, an earlier one is free for all and told at eight', async () => {
		const late = await salon.wait({ windows: [startAt(2, '15:00')] }, at(1, '12:00'))
		const early = await salon.wait({ windows: [startAt(2, '13:00')] }, at(1, '12:00'))
		await salon.sql`delete from internal.freed`
		await salon.sql`update public.search_orders set next_check_at = now() + interval '9 days'`
		await freed(at(2, '15:00'), at(1, '22:00'))
		await freed(at(2, '13:00'), at(1, '22:00'))
		expect(await salon.work(at(1, '22:01'))).toBe(1)
		const [offer] = await salon.offersOf(late.id)
		expect(instant(offer?.expires_at)).toBe(at(2, '09:00'))
		const mail = (await salon.mailsOf(late.id)).find(({ kind }) => kind === 'waitlist_offer')
		expect(instant(mail?.next_attempt_at)).toBe(at(2, '08:00'))
		expect(await salon.offersOf(early.id)).toHaveLength(0)
		expect(await salon.work(at(2, '08:00'))).toBe(1)
		expect(await salon.kindsOf(early.id)).toContain('waitlist_offer')
	})
})

test('a rule answers places in their turn, and never before the server has offered the time itself', async () => {
	const rule = { services: [salon.ids.cut], horizon: 48, gap: 0, discount: 10, per_day: 10 }
	await salon.call(salon.user.manager, 'save_offer_rule', { location: salon.ids.location, ...rule })
	const answer = (now: string) => salon.call<boolean>('service_role', 'answer_by_rules', {}, now)
	const [first, second] = [
		await salon.wait({ windows: [startAt(2, '10:00', '12:00')] }),
		await salon.wait({ windows: [startAt(2, '10:00', '12:00')] }, at(1, '12:01')),
	]
	expect(await answer(at(1, '12:02'))).toBe(false)
	await salon.sql`update public.locations set waitlist = 'by_hand'`
	const turn = async (place: { id: string }) => {
		const rows = await salon.sql`select internal.is_turn_for_rule(one, ${at(1, '12:03')}) as turn
			from public.search_orders one where one.id = ${place.id}`
		return rows[0]?.turn
	}
	expect([await turn(first), await turn(second)]).toEqual([true, false])
	await salon.sql`update public.offer_rules set checked_at = null`
	expect(await answer(at(1, '12:03'))).toBe(true)
	expect(await salon.offersOf(second.id)).toHaveLength(0)
	expect((await salon.offersOf(first.id))[0]).toMatchObject({ origin: 'rule', price_cents: 4050 })
	expect(await turn(second)).toBe(true)
	expect(await salon.kindsOf(first.id)).toEqual(['waitlist_joined', 'waitlist_offer'])
	await salon.sql`delete from public.offer_rules`
	expect(await salon.overlaps()).toBe(0)
})
