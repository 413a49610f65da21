import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { at, type Caller, CONTACT, codeOf, openSalon, type Salon, type Visit } from './salon.ts'

// The range that a member draws in the calendar is the time that the new appointment takes.
let salon: Salon
beforeAll(async () => {
	salon = await openSalon()
})
afterAll(() => salon.close())

const draw = (args: object, who: Caller = salon.user.manager) => {
	const { location, cut, anna } = salon.ids
	const usual = { location, services: [cut], employee: anna, contact: { name: 'Frau Zug' }, anyway: false }
	return salon.call(who, 'create_appointment', { ...usual, ...args })
}
const linesOf = async (id: string) =>
	(
		await salon.sql`select extract(epoch from ends_at - starts_at)::integer / 60 as minutes, agreed_minutes as agreed,
			price_cents as price, (select name from public.employees where id = employee_id) as employee
			from public.appointment_lines where appointment_id = ${id} order by position`
	).map((row) => ({ ...row }))
const told = (call: Promise<unknown>): Promise<{ code: string; detail: string }> =>
	call.then(
		() => ({ code: 'no error', detail: '' }),
		(error: Error & { detail: string }) => ({ code: error.message, detail: error.detail ?? '' }),
	)

test('one service takes the range, longer, shorter and as long as usual', async () => {
	for (const [time, minutes, agreed] of [
		['09:00', 75, 75],
		['11:00', 20, 20],
		['12:00', 30, null],
	] as const) {
		const { id, ends_at } = await draw({ starts_at: at(3, time), minutes })
		expect(Date.parse(ends_at) - Date.parse(at(3, time))).toBe(minutes * 60_000)
		expect(await linesOf(id)).toEqual([{ minutes, agreed, price: 4500, employee: 'Anna' }])
	}
	// As without a range.
	const usual = await draw({ starts_at: at(3, '13:00'), minutes: null })
	expect(await linesOf(usual.id)).toEqual([{ minutes: 30, agreed: null, price: 4500, employee: 'Anna' }])
})

test('of several services the last one is stretched or cut, and a range too short says how long it must be', async () => {
	const { cut, massage } = salon.ids
	const services = [cut, massage]
	const longer = await draw({ services, starts_at: at(4, '09:00'), minutes: 120 })
	expect((await linesOf(longer.id)).map(({ minutes }) => minutes)).toEqual([30, 90])
	const shorter = await draw({ services, starts_at: at(4, '12:00'), minutes: 45 })
	expect((await linesOf(shorter.id)).map(({ minutes }) => minutes)).toEqual([30, 15])
	expect(await told(draw({ services, starts_at: at(4, '14:00'), minutes: 34 }))).toEqual({
		code: 'range_too_short',
		detail: '35',
	})
	for (const minutes of [4, 0, -30, 1441])
		expect(await codeOf(draw({ starts_at: at(4, '15:00'), minutes }))).toBe('line_minutes')
	expect(await salon.overlaps()).toBe(0)
})

test('a short range fits where the usual length would not, and a long one names who is in the way', async () => {
	const after = await draw({ starts_at: at(5, '10:20'), contact: { name: 'Nora Nachher' } })
	expect(await codeOf(draw({ starts_at: at(5, '10:00') }))).toBe('slot_taken')
	await draw({ starts_at: at(5, '10:00'), minutes: 20 })
	const { code, detail } = await told(draw({ starts_at: at(5, '09:00'), minutes: 90 }))
	expect(code).toBe('slot_taken')
	expect(JSON.parse(detail)).toMatchObject([
		{ employee_name: 'Anna', reasons: [{ reason: 'busy' }, { reason: 'busy' }] },
	])
	expect(detail).toContain(after.id)
	// Nothing stays of what was refused.
	expect(await salon.sql`select 1 from public.appointments where starts_at = ${at(5, '09:00')}`).toHaveLength(0)
	expect(await salon.overlaps()).toBe(0)
})

test('what is unusual about the whole range is asked first', async () => {
	expect(await codeOf(draw({ starts_at: at(6, '19:00') }))).toBe('no error')
	expect(await codeOf(draw({ starts_at: at(6, '19:30'), minutes: 60 }))).toBe('unusual_time')
	expect(await codeOf(draw({ starts_at: at(6, '19:30'), minutes: 60, anyway: true }))).toBe('no error')
})

test('"Egal wer" is whoever is free for the whole range, and several people where nobody offers all', async () => {
	const { cut, nails, massage, ben } = salon.ids
	const whoever = { employee: null, minutes: 60 }
	await draw({ starts_at: at(7, '09:45'), employee: ben })
	const first = await draw({ ...whoever, starts_at: at(7, '09:00') })
	expect(await linesOf(first.id)).toMatchObject([{ minutes: 60, employee: 'Anna' }])
	const { code, detail } = await told(draw({ ...whoever, starts_at: at(7, '09:00') }))
	expect(code).toBe('slot_taken')
	expect(JSON.parse(detail).map((one: { employee_name: string }) => one.employee_name)).toEqual(['Ben', 'Anna'])
	const two = await draw({ employee: null, services: [massage, nails], starts_at: at(7, '11:00'), minutes: 120 })
	expect(await linesOf(two.id)).toMatchObject([
		{ minutes: 60, agreed: null, employee: 'Anna' },
		{ minutes: 60, agreed: 60, employee: 'Ben' },
	])
	const chain = { employee: null, services: [massage, nails], starts_at: at(7, '14:00') }
	expect(await codeOf(draw({ ...chain, minutes: 60 }))).toBe('range_too_short')
	expect(await told(draw({ services: [cut, nails], starts_at: at(7, '16:00'), minutes: 90 }))).toEqual({
		code: 'not_offered',
		detail: 'Nägel',
	})
	expect(await codeOf(draw({ services: [randomUUID()], starts_at: at(7, '16:00'), minutes: 90 }))).toBe(
		'service_not_found',
	)
	expect(await salon.overlaps()).toBe(0)
})

test('the length stays when the appointment moves, and a package keeps its price', async () => {
	const { cut, colour, location } = salon.ids
	const { id } = await draw({ starts_at: at(8, '09:00'), minutes: 50 })
	await salon.call(salon.user.manager, 'reschedule_appointment', { appointment: id, starts_at: at(8, '10:00') })
	expect(await linesOf(id)).toMatchObject([{ minutes: 50, agreed: 50 }])
	await salon.call(salon.user.owner, 'create_package', {
		...{ location, name: 'Rundum', services: [cut, colour], price_cents: 10_000 },
	})
	const whole = await draw({ services: [cut, colour], starts_at: at(8, '12:00'), minutes: 100 })
	expect(whole.total_cents).toBe(10_000)
	expect((await linesOf(whole.id)).map(({ minutes }) => minutes)).toEqual([30, 70])
	const [row] = await salon.sql`select package_name from public.appointments where id = ${whole.id}`
	expect(row?.package_name).toBe('Rundum')
})

test('staff draw in their own column only, and a repeated call makes one appointment', async () => {
	const { ben } = salon.ids
	const { staff } = salon.user
	const idempotency_key = randomUUID()
	const args = { starts_at: at(9, '09:00'), minutes: 45, idempotency_key }
	const made = await draw(args, staff)
	expect((await draw(args, staff)).id).toBe(made.id)
	for (const employee of [ben, null])
		expect(await codeOf(draw({ starts_at: at(9, '12:00'), minutes: 45, employee }, staff))).toBe('not_allowed')
	expect(await codeOf(draw({ starts_at: at(9, '12:00'), minutes: 45 }, salon.user.foreigner))).toBe(
		'location_not_found',
	)
	expect(await codeOf(draw({ starts_at: at(9, '12:00'), minutes: 45 }, 'anon'))).toMatch(/permission denied/)
})

test('each visit of a series takes the range', async () => {
	const { location, cut, anna } = salon.ids
	const wish = { location, services: [cut], employee: anna, weeks: 1, count: 3, contact: CONTACT }
	const made = await salon.call<{ visits: Visit[] }>(salon.user.manager, 'create_series', {
		...{ ...wish, starts_at: at(10, '09:00'), minutes: 80 },
	})
	for (const { id } of made.visits) expect(await linesOf(id)).toMatchObject([{ minutes: 80, agreed: 80 }])
	const again = await salon.call<{ conflicts: { turn: number }[] }>(salon.user.manager, 'create_series', {
		...{ ...wish, starts_at: at(10, '10:00'), minutes: 80 },
	})
	expect(again.conflicts).toMatchObject([1, 2, 3].map((turn) => ({ turn, code: 'slot_taken' })))
})
