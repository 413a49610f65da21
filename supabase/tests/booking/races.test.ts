import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CONTACT, at, codeOf, hashOf, insertEmployee, insertService, openSalon, type Salon } from './salon.ts'

// Every test ends with the question that matters: whether anything overlaps.
let salon: Salon
beforeAll(async () => {
	salon = await openSalon(32)
})
afterAll(() => salon.close())

const outcome = <T>(call: Promise<T>): Promise<T | string> => call.catch((error: Error) => error.message)
const count = (results: unknown[], wanted: string) => results.filter((result) => result === wanted).length
const times = <T>(number: number, make: (index: number) => T): T[] =>
	Array.from({ length: number }, (_, index) => make(index))
/** Numbers in [0, 1) that are the same in every run. */
function dice(seed: number): () => number {
	let state = seed
	return () => {
		state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
		return state / 4_294_967_296
	}
}

describe('races', () => {
	test('200 clients want one slot: exactly one gets it', async () => {
		const results = await Promise.all(times(200, () => codeOf(salon.hold({ starts_at: at(3, '10:00') }))))
		expect(count(results, 'no error')).toBe(1)
		expect(count(results, 'slot_taken')).toBe(199)
		expect(await salon.overlaps()).toBe(0)
	})

	test('100 clients want one time with any of ten people: ten get it', async () => {
		const { location } = salon.ids
		const team = []
		for (const index of times(10, (index) => index))
			team.push(await insertEmployee(salon.sql, location, `E${index}`, 10 + index))
		const tattoo = await insertService(salon.sql, location, 'Tattoo', 60, 10_000, team)
		const wish = { services: [tattoo], employee: null, starts_at: at(3, '10:00') }
		const results = await Promise.all(times(100, () => codeOf(salon.hold(wish))))
		expect(count(results, 'no error')).toBe(10)
		expect(count(results, 'slot_taken')).toBe(90)
		expect(await salon.overlaps()).toBe(0)
	})

	test(
		'2000 random holds and moves, with one and several employees, leave no overlap and no deadlock',
		{ timeout: 90_000 },
		async () => {
			const roll = dice(7)
			const { anna, ben, cut, colour, massage, nails } = salon.ids
			const visits = [[cut], [cut], [colour], [massage, nails], [nails, massage], [cut, colour], [nails, cut]]
			const pick = <T>(list: T[]): T => list[Math.floor(roll() * list.length)] as T
			const time = () =>
				at(
					5 + Math.floor(roll() * 4),
					`${String(8 + Math.floor(roll() * 12)).padStart(2, '0')}:${pick(['00', '15', '30', '45'])}`,
				)
			const won: { id: string; secret: string }[] = []
			const results = await Promise.all(
				times(2000, async () => {
					const earlier = won.length > 0 && roll() < 0.2 ? pick(won) : undefined
					if (earlier) {
						const args = { appointment: earlier.id, secret: earlier.secret }
						const verb = pick(['reschedule_appointment', 'reschedule_appointment', 'cancel_appointment'])
						return codeOf(
							salon.call('anon', verb, verb === 'cancel_appointment' ? args : { ...args, starts_at: time() }),
						)
					}
					const made = await outcome(
						salon.book({ services: pick(visits), employee: pick([null, null, anna, ben]), starts_at: time() }),
					)
					if (typeof made !== 'string') won.push(made)
					return typeof made === 'string' ? made : 'no error'
				}),
			)
			const known = new Set(['no error', 'slot_taken', 'not_bookable', 'wrong_state'])
			expect(results.filter((result) => !known.has(result))).toEqual([])
			expect(won.length).toBeGreaterThan(30)
			expect(await salon.overlaps()).toBe(0)
		},
	)

	test('expired holds in the way of many: one winner each, nothing blocked', async () => {
		const { massage, nails, cut } = salon.ids
		const early = at(1, '10:00')
		const late = at(1, '11:00')
		for (const hour of ['08', '10', '12', '14', '16']) {
			await salon.hold({ services: [massage, nails], employee: null, starts_at: at(10, `${hour}:00`) }, early)
			await salon.hold({ services: [cut], starts_at: at(10, `${hour}:30`), employee: salon.ids.ben }, early)
		}
		const roll = dice(11)
		const results = await Promise.all(
			times(300, (index) => {
				const hour = String(8 + Math.floor(roll() * 10)).padStart(2, '0')
				const services = index % 3 === 0 ? [massage, nails] : index % 3 === 1 ? [cut] : [nails, massage]
				return codeOf(
					salon.hold({ services, employee: null, starts_at: at(10, `${hour}:${roll() < 0.5 ? '00' : '30'}`) }, late),
				)
			}),
		)
		expect(results.filter((result) => !['no error', 'slot_taken', 'not_bookable'].includes(result))).toEqual([])
		expect(count(results, 'no error')).toBeGreaterThan(5)
		expect(await salon.overlaps()).toBe(0)
	})

	test('confirming an expired hold against others who want its slot: one of them gets it', async () => {
		// Today, because the job deletes what ended more than a day ago by the real clock.
		const [early, late] = [at(0, '10:00'), at(0, '11:00')]
		for (const day of times(12, (index) => 20 + index)) {
			const { visit, secret } = await salon.hold({ starts_at: at(day, '10:00') }, early)
			const rivals = times(6, () => codeOf(salon.hold({ starts_at: at(day, '10:15') }, late)))
			const tidy = codeOf(salon.call('service_role', 'expire_holds', {}, late))
			const own = codeOf(
				salon.call('anon', 'confirm_appointment', { appointment: visit.id, secret, contact: CONTACT }, late),
			)
			const results = [...(await Promise.all(rivals)), await own]
			expect(await tidy).toBe('no error')
			expect(count(results, 'no error')).toBe(1)
			expect(count(results, 'slot_taken')).toBe(6)
			const [row] = await salon.sql`select state from public.appointments where id = ${visit.id}
				union all select internal.hold_state(hold) from public.holds hold where id = ${visit.id}`
			expect(row?.state).toBe((await own) === 'no error' ? 'confirmed' : 'expired')
		}
		expect(await salon.overlaps()).toBe(0)
	})

	test('many move to one slot: one succeeds, the others stay where they were', async () => {
		const booked = await Promise.all(
			times(8, (index) => salon.book({ starts_at: at(40, `${String(8 + index).padStart(2, '0')}:00`) })),
		)
		const target = at(40, '18:00')
		const results = await Promise.all(
			booked.map(({ id, secret }) =>
				codeOf(
					salon.call('anon', 'reschedule_appointment', {
						appointment: id,
						secret,
						starts_at: target,
						employee: salon.ids.anna,
					}),
				),
			),
		)
		expect(count(results, 'no error')).toBe(1)
		expect(count(results, 'slot_taken')).toBe(7)
		const [row] = await salon.sql`select count(*)::integer as blocking from public.occupancies
			where source = any(${booked.map(({ id }) => id)}::uuid[])`
		expect(row?.blocking).toBe(8)
		expect(await salon.overlaps()).toBe(0)
	})

	test('two appointments swap places at once: never a deadlock, never a loss', async () => {
		for (const day of times(10, (index) => 45 + index)) {
			const one = await salon.book({ starts_at: at(day, '10:00') })
			const two = await salon.book({ starts_at: at(day, '12:00') })
			const move = (visit: { id: string; secret: string }, time: string) =>
				codeOf(
					salon.call('anon', 'reschedule_appointment', {
						appointment: visit.id,
						secret: visit.secret,
						starts_at: at(day, time),
						employee: salon.ids.anna,
					}),
				)
			const results = await Promise.all([move(one, '12:00'), move(two, '10:00')])
			expect(results).toEqual(['slot_taken', 'slot_taken'])
		}
		expect(await salon.overlaps()).toBe(0)
	})

	test('cancel, move, confirm and decline of one request at once: every answer is clean', async () => {
		await salon.sql`update public.locations set confirms_by_hand = true where id = ${salon.ids.location}`
		for (const day of times(8, (index) => 20 + index)) {
			const { id, secret } = await salon.book({ starts_at: at(day, '15:00') })
			const results = await Promise.all([
				codeOf(salon.call('anon', 'cancel_appointment', { appointment: id, secret })),
				codeOf(salon.call(salon.user.owner, 'confirm_appointment', { appointment: id })),
				codeOf(salon.call(salon.user.manager, 'decline_appointment', { appointment: id })),
				codeOf(salon.call('anon', 'reschedule_appointment', { appointment: id, secret, starts_at: at(day, '17:00') })),
			])
			expect(results.filter((result) => !['no error', 'wrong_state'].includes(result))).toEqual([])
			const events =
				await salon.sql`select from_state, to_state from public.appointment_events where appointment_id = ${id} order by id`
			expect(events.slice(1).map((event) => event.from_state)).toEqual(
				events.slice(0, -1).map((event) => event.to_state),
			)
		}
		await salon.sql`update public.locations set confirms_by_hand = false where id = ${salon.ids.location}`
		expect(await salon.overlaps()).toBe(0)
	})

	test('the same key twenty times at once makes one hold', async () => {
		const wish = { starts_at: at(30, '08:00'), idempotency_key: randomUUID(), secret_hash: hashOf('once') }
		const visits = await Promise.all(times(20, () => salon.hold(wish)))
		expect(new Set(visits.map(({ visit }) => visit.id)).size).toBe(1)
	})

	test.each([
		['an account that is not confirmed', 'stranger', 3],
		['a confirmed account', 'customer', 12],
	] as const)('the limit of holds also applies to simultaneous calls: %s', async (_name, who, limit) => {
		const { location, cut, ben } = salon.ids
		const time = who === 'stranger' ? '08:00' : '12:00'
		const results = await Promise.all(
			times(24, (index) =>
				codeOf(
					salon.call(salon.user[who], 'hold_appointment', {
						...{ location, services: [cut], employee: ben, starts_at: at(33 + index, time) },
					}),
				),
			),
		)
		expect(count(results, 'no error')).toBe(limit)
		expect(count(results, 'too_many_holds')).toBe(24 - limit)
	})
})
