import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { at, codeOf } from '../booking/salon.ts'
import { openWaiting, startAt, type Waiting } from './waiting-world.ts'

let salon: Waiting
beforeAll(async () => {
	salon = await openWaiting(24)
})
afterAll(() => salon.close())
beforeEach(() => salon.clear())

const noon = at(1, '12:00')
const times = (number: number): number[] => Array.from({ length: number }, (_, index) => index)
const count = (results: string[], wanted: string) => results.filter((result) => result === wanted).length

/** Somebody with an appointment who waits for an earlier time. */
async function swapper(day: number, earlier: number) {
	const booked = await salon.book({ starts_at: at(day, '12:00') }, undefined, noon)
	const swap = { appointment: booked.id, appointment_secret: booked.secret }
	const place = await salon.wait({ ...swap, windows: [startAt(earlier, '10:00')] })
	return { ...place, booked }
}
const accept = (place: { id: string; secret: string }, offer: string | undefined, now = noon) =>
	salon.call(
		'anon',
		'accept_offer',
		{ order: place.id, offer, position: 1, secret: place.secret, price_cents: 4500 },
		now,
	)
const stateOf = async (id: string) =>
	(await salon.sql`select state, starts_at from public.appointments where id = ${id}`)[0]

describe('an earlier time', () => {
	test('moves the appointment at its price, and its old time goes to the next who waits', async () => {
		const place = await swapper(8, 5)
		await salon.sql`update public.appointments set total_cents = 4000 where id = ${place.booked.id}`
		const next = await salon.wait({ windows: [startAt(8, '12:00')] })
		expect(await salon.work(noon)).toBe(1)
		const [offer] = await salon.offersOf(place.id)
		expect(offer?.price_cents).toBe(4000)
		const asked = { order: place.id, offer: offer?.id, position: 1, secret: place.secret }
		const shown = await salon.call<{ replaces: string }>('anon', 'get_offer', asked, noon)
		expect(Date.parse(shown.replaces)).toBe(Date.parse(at(8, '12:00')))
		expect(await codeOf(accept(place, offer?.id))).toBe('price_changed')
		const visit = await salon.call('anon', 'accept_offer', { ...asked, price_cents: 4000 }, noon)
		expect(visit).toMatchObject({ id: place.booked.id, state: 'confirmed' })
		expect(Date.parse(visit.starts_at)).toBe(Date.parse(at(5, '10:00')))
		const again = await salon.call('anon', 'accept_offer', { ...asked, price_cents: 4000 }, noon)
		expect(again.id).toBe(place.booked.id)
		expect(await salon.work(at(1, '12:01'))).toBe(1)
		expect((await salon.offersOf(next.id)).map(({ starts_at }) => starts_at.toISOString())).toEqual([
			new Date(at(8, '12:00')).toISOString(),
		])
		expect(await salon.heldInVain()).toBe(0)
		expect(await salon.overlaps()).toBe(0)
	})

	test('is offered and booked in the length that was agreed, where there is room for it', async () => {
		const place = await swapper(8, 5)
		const last = async (minutes: number) => {
			await salon.sql`update public.appointment_lines set agreed_minutes = ${minutes}, ends_at = starts_at + ${minutes}::integer * interval '1 minute'
				where appointment_id = ${place.booked.id}`
			await salon.sql`update public.appointments set ends_at = starts_at + ${minutes}::integer * interval '1 minute' where id = ${place.booked.id}`
			await salon.sql`update public.occupancies set minutes = int4multirange(int4range(lower(minutes), lower(minutes) + ${minutes}::integer))
				where source = ${place.booked.id}`
		}
		await last(75)
		// The usual half hour would fit before this one.
		const between = await salon.book({ starts_at: at(5, '11:00') }, undefined, noon)
		expect(await salon.work(noon)).toBe(0)
		await salon.cancel(between.id, noon)
		expect(await salon.work(at(1, '12:40'))).toBe(1)
		const [offer] = await salon.offersOf(place.id)
		await last(90)
		expect(await codeOf(accept(place, offer?.id, at(1, '12:41')))).toBe('swap_gone')
		await last(75)
		await salon.call(
			'anon',
			'accept_offer',
			{ order: place.id, offer: offer?.id, position: 1, secret: place.secret, price_cents: 4500 },
			at(1, '12:41'),
		)
		const [line] =
			await salon.sql`select starts_at, extract(epoch from ends_at - starts_at)::integer / 60 as minutes, agreed_minutes
			from public.appointment_lines where appointment_id = ${place.booked.id}`
		expect(line).toEqual({ starts_at: new Date(at(5, '10:00')), minutes: 75, agreed_minutes: 75 })
		expect(await salon.overlaps()).toBe(0)
		expect(await salon.heldInVain()).toBe(0)
		const [taken] =
			await salon.sql`select sum(upper(minutes) - lower(minutes))::integer as minutes from public.occupancies where source = ${place.booked.id}`
		expect(taken?.minutes).toBe(75)
	})

	test('by the swap an appointment never gets in its own way', async () => {
		const booked = await salon.book({ starts_at: at(8, '12:00') }, undefined, noon)
		await salon.sql`update public.appointment_lines set agreed_minutes = 30 where appointment_id = ${booked.id}`
		const swap = { appointment: booked.id, appointment_secret: booked.secret }
		const place = await salon.wait({ ...swap, windows: [startAt(8, '11:45', '13:30')] })
		expect(await salon.work(noon)).toBe(1)
		const [offer] = await salon.offersOf(place.id)
		expect(Number(offer?.starts_at)).toBeGreaterThanOrEqual(Date.parse(at(8, '12:30')))
	})

	test('is not for an appointment that consists of something else by now', async () => {
		const place = await swapper(8, 5)
		await salon.work(noon)
		const [offer] = await salon.offersOf(place.id)
		await salon.sql`update public.appointment_lines set service_id = (select id from public.services
			where location_id = ${salon.ids.location} and id <> ${salon.ids.cut} limit 1) where appointment_id = ${place.booked.id}`
		expect(await codeOf(accept(place, offer?.id))).toBe('swap_gone')
		expect((await stateOf(place.booked.id))?.starts_at).toEqual(new Date(at(8, '12:00')))
	})

	test('is not for an appointment that is too near or of others, and ends with it', async () => {
		const booked = await salon.book({ starts_at: at(2, '11:00') }, undefined, noon)
		const other = await salon.book({ starts_at: at(8, '15:00') }, undefined, noon)
		const swap = { appointment: booked.id, appointment_secret: booked.secret }
		expect(await codeOf(salon.wait(swap))).toBe('swap_gone')
		expect(await codeOf(salon.wait({ ...swap, appointment: other.id }))).toBe('appointment_not_found')
		const place = await swapper(8, 5)
		await salon.cancel(place.booked.id, noon)
		await salon.work(at(1, '12:01'))
		const [row] = await salon.sql`select state from public.search_orders where id = ${place.id}`
		expect(row?.state).toBe('withdrawn')
		expect(await salon.sql`select from public.offers`).toHaveLength(0)
	})

	test('against cancelling: moved or cancelled, and no time is lost', async () => {
		for (const round of times(8)) {
			await salon.clear()
			const place = await swapper(9, 5)
			await salon.work(noon)
			const [offer] = await salon.offersOf(place.id)
			const cancel = salon.call(
				...(['anon', 'cancel_appointment'] as const),
				{ appointment: place.booked.id, secret: place.booked.secret },
				noon,
			)
			const both =
				round % 2
					? [codeOf(cancel), codeOf(accept(place, offer?.id))]
					: [codeOf(accept(place, offer?.id)), codeOf(cancel)]
			const results = await Promise.all(both)
			expect(results).toContain('no error')
			const visit = await stateOf(place.booked.id)
			expect(['confirmed', 'cancelled']).toContain(visit?.state)
			// Accepted first and cancelled then is both; refused is one.
			expect(['no error', 'swap_gone']).toContain(results[round % 2])
			expect(await salon.overlaps()).toBe(0)
			if (results[round % 2] === 'swap_gone') continue
			expect(await salon.heldInVain()).toBe(0)
			expect(await codeOf(salon.hold({ starts_at: at(9, '12:00') }, noon))).toBe('no error')
		}
	})
})

describe('at once', () => {
	test('a freed time goes to one who waits or to one who books, never to both', async () => {
		for (const round of times(8)) {
			await salon.clear()
			const { id } = await salon.book({ starts_at: at(5, '10:00') }, undefined, noon)
			const place = await salon.wait({ windows: [startAt(5, '10:00')] })
			await salon.cancel(id, noon)
			await salon.call('service_role', 'collect_freed', {}, noon)
			const bookings = times(3).map(() => codeOf(salon.book({ starts_at: at(5, '10:00') }, undefined, noon)))
			const [, ...booked] = await Promise.all([salon.work(at(1, '12:0' + (round % 8))), ...bookings])
			const kept = (await salon.offersOf(place.id)).filter(({ state }) => state === 'sent').length
			expect(kept + count(booked, 'no error')).toBe(1)
			expect(await salon.overlaps()).toBe(0)
		}
	})

	test('two servers at one feed: each time is offered once, each person is told once', async () => {
		for (let round = 0; round < 4; round++) {
			await salon.clear()
			const visits = await Promise.all(
				times(6).map((turn) => salon.book({ starts_at: at(6, `1${turn}:00`) }, undefined, noon)),
			)
			const places = await Promise.all(
				times(6).map((turn) => salon.wait({ windows: [startAt(6, `1${turn}:00`)] }, noon)),
			)
			await salon.work(noon)
			await Promise.all(visits.map(({ id }) => salon.cancel(id, noon)))
			await Promise.all(times(3).map(() => salon.work(at(1, '12:01'))))
			// Whoever was turned away by a lock comes with the next look.
			await salon.work(at(1, '12:40'))
			for (const { id } of places) {
				expect(await salon.offersOf(id)).toHaveLength(1)
				expect((await salon.kindsOf(id)).filter((kind) => kind === 'waitlist_offer')).toHaveLength(1)
			}
			expect(await salon.overlaps()).toBe(0)
		}
	})

	test('a server that dies between match and mail leaves neither; the next one does both, once', async () => {
		const place = await salon.wait()
		await salon.call('service_role', 'sweep_waiting', {}, noon)
		const killed = salon.sql.begin(async (sql) => {
			await sql`select set_config('zeitplatz.now', ${noon}, true)`
			const [row] = await sql`select public.match_freed() as done`
			throw new Error(`killed after ${row?.done}`)
		})
		await expect(killed).rejects.toThrow('killed after 1')
		expect(await salon.offersOf(place.id)).toHaveLength(0)
		expect(await salon.kindsOf(place.id)).toEqual(['waitlist_joined'])
		expect(await salon.work(at(1, '12:01'))).toBe(1)
		expect(await salon.work(at(1, '12:02'))).toBe(0)
		expect(await salon.kindsOf(place.id)).toEqual(['waitlist_joined', 'waitlist_offer'])
	})
})

test('whoever erases their data, and whose place has ended long ago, leaves no time held and no contact', async () => {
	const [place, ended] = [await salon.wait(), await salon.wait({ windows: [startAt(4, '11:00')] })]
	expect(await salon.work(noon)).toBe(2)
	await salon.sql`select internal.erase_orders(${[place.id]}::uuid[])`
	await salon.call('anon', 'withdraw_search_order', { order: ended.id, secret: ended.secret }, noon)
	await salon.sql`update public.search_orders set closed_at = now() - interval '40 days' where id = ${ended.id}`
	await salon.sql`select internal.forget_closed_orders(10)`
	const rows = await salon.sql`select state, contact_email, contact_name, title, emptied_at is not null as emptied
		from public.search_orders where id in ${salon.sql([place.id, ended.id])}`
	for (const row of rows)
		expect(row).toEqual({ state: 'withdrawn', contact_email: '', contact_name: '', title: '', emptied: true })
	expect(rows).toHaveLength(2)
	expect(await salon.heldInVain()).toBe(0)
	expect(await codeOf(salon.hold({ starts_at: at(4, '10:00') }, noon))).toBe('no error')
})
