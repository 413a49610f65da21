import type { TransactionSql } from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Salon, at, codeOf, openSalon } from '../booking/salon.ts'

let salon: Salon
beforeAll(async () => {
	salon = await openSalon()
})
afterAll(() => salon.close())

const NINE = { weekday: 1, starts: '09:00:00', ends: '17:00:00', valid_from: null, valid_to: null }
const TEN = { ...NINE, starts: '10:00:00' }
const open = (who: string, rows: object[] | null, was?: object[], location = salon.ids.location) =>
	salon.run(who, 'select public.replace_location_hours($1, $2::text::jsonb, $3::text::jsonb)', [
		...[location, JSON.stringify(rows), was ? JSON.stringify(was) : null],
	])
const choose = (who: string, own: boolean, was?: object[], employee = salon.ids.anna) =>
	salon.run(who, 'select public.choose_hours($1, $2, $3::text::jsonb)', [
		...[employee, own, was ? JSON.stringify(was) : null],
	])
const week = (employee = salon.ids.anna) =>
	salon.sql`select weekday, starts::text, ends::text, valid_from::text, valid_to::text from public.working_hours
		where employee_id = ${employee} order by weekday, starts`

test('whoever follows the location has its week, at once and after each change; others keep theirs', async () => {
	const before = await week(salon.ids.ben)
	await open(salon.user.manager, [NINE, { ...NINE, weekday: 2, ends: '24:00', valid_from: '2026-05-01' }])
	expect(await week(salon.ids.ben)).toEqual(before)
	await choose(salon.user.manager, false)
	expect(await week()).toEqual([NINE, { ...NINE, weekday: 2, ends: '24:00:00', valid_from: '2026-05-01' }])
	const [kept] =
		await salon.sql`select id from public.working_hours where employee_id = ${salon.ids.anna} and weekday = 1`
	await open(salon.user.owner, [NINE, { ...TEN, weekday: 3 }])
	expect(await week()).toEqual([NINE, { ...TEN, weekday: 3 }])
	expect(
		await salon.sql`select id from public.working_hours where employee_id = ${salon.ids.anna} and weekday = 1`,
	).toEqual([kept])
	const [fresh] = await salon.run(
		salon.user.manager,
		'insert into public.employees (location_id, name, own_hours) values ($1, $2, false) returning id',
		[salon.ids.location, 'Neu'],
	)
	expect(await week(String(fresh?.id))).toEqual([NINE, { ...TEN, weekday: 3 }])
	expect(await week(salon.ids.ben)).toEqual(before)
})

test('what can be booked follows the location', async () => {
	const { location, cut, anna } = salon.ids
	const day = at(7, '12:00').slice(0, 10)
	const weekday = new Date(`${day}T00:00:00Z`).getUTCDay() || 7
	await open(salon.user.manager, [{ weekday, starts: '13:00', ends: '14:00' }])
	await choose(salon.user.manager, false)
	const starts = () =>
		salon.call('anon', 'available_starts', { location, services: [cut], employee: anna, from: day, to: day })
	const times = ((await starts()) as unknown as { starts_at: string }[]).map(({ starts_at }) =>
		new Date(starts_at).getTime(),
	)
	expect([Math.min(...times), times.length]).toEqual([Date.parse(at(7, '13:00')), 3])
	await open(salon.user.manager, [{ weekday, starts: '15:00', ends: '16:00' }])
	const later = ((await starts()) as unknown as { starts_at: string }[]).map(({ starts_at }) =>
		new Date(starts_at).getTime(),
	)
	expect(Math.min(...later)).toBe(Date.parse(at(7, '15:00')))
	expect(await salon.sql`select * from internal.day_differences(${location})`).toEqual([])
})

test('the copies of a follower are written by nobody but the location; a week of their own is a copy of them at first', async () => {
	await open(salon.user.manager, [NINE])
	await choose(salon.user.manager, false)
	const change = (statement: string) => salon.run(salon.user.manager, statement, [salon.ids.anna])
	expect((await change('delete from public.working_hours where employee_id = $1')).count).toBe(0)
	expect((await change("update public.working_hours set starts = '06:00' where employee_id = $1")).count).toBe(0)
	const added = change(
		"insert into public.working_hours (employee_id, weekday, starts, ends) values ($1, 1, '06:00', '07:00')",
	)
	expect(await codeOf(added)).toMatch(/row-level security/)
	await choose(salon.user.manager, true)
	expect(await week()).toEqual([NINE])
	await open(salon.user.manager, [TEN])
	expect(await week()).toEqual([NINE])
	await choose(salon.user.manager, false)
	// As a process of the version before calls it.
	await salon.run(salon.user.manager, 'select public.replace_working_hours($1, $2::text::jsonb)', [
		...[salon.ids.anna, JSON.stringify([NINE])],
	])
	await open(salon.user.manager, [])
	expect(await week()).toEqual([NINE])
})

test('only managers of the company set the hours of a location or who follows it', async () => {
	await open(salon.user.manager, [NINE])
	for (const who of ['staff', 'customer', 'foreigner'] as const) {
		expect(await codeOf(open(salon.user[who], []))).toBe('location_not_found')
		expect(await codeOf(choose(salon.user[who], true))).toBe('employee_not_found')
	}
	expect(await codeOf(open('anon', []))).toMatch(/permission denied/)
	expect(await codeOf(choose('anon', true))).toMatch(/permission denied/)
	expect(await salon.sql`select weekday from public.location_hours`).toEqual([{ weekday: 1 }])
	expect(await codeOf(open(salon.user.manager, [], undefined, salon.ids.foreignLocation))).toBe('location_not_found')
	expect(await codeOf(choose(salon.user.manager, false, undefined, salon.ids.zoe))).toBe('employee_not_found')
})

test('a week that somebody has changed since it was read stays', async () => {
	await open(salon.user.manager, [NINE])
	expect(await codeOf(open(salon.user.owner, [TEN], [TEN]))).toBe('hours_changed')
	expect(await codeOf(open(salon.user.owner, [TEN], []))).toBe('hours_changed')
	await open(salon.user.owner, [TEN], [NINE])
	await choose(salon.user.manager, true)
	const replace = (was: object[]) =>
		salon.run(salon.user.manager, 'select public.replace_working_hours($1, $2::text::jsonb, $3::text::jsonb)', [
			...[salon.ids.ben, JSON.stringify([NINE, { ...NINE, weekday: 2 }]), JSON.stringify(was)],
		])
	expect(await codeOf(replace([NINE]))).toBe('hours_changed')
	await replace(await week(salon.ids.ben))
	await replace([{ ...NINE, weekday: 2 }, NINE])
	expect(await codeOf(choose(salon.user.manager, false, [NINE], salon.ids.ben))).toBe('hours_changed')
	await choose(salon.user.manager, false, await week(salon.ids.ben), salon.ids.ben)
	expect(await week(salon.ids.ben)).toEqual([TEN])
})

test('of two who save the same read week at once, one learns of the other', async () => {
	await open(salon.user.manager, [NINE])
	const answers = await Promise.all(
		[TEN, { ...NINE, ends: '20:00' }].map((row) => codeOf(open(salon.user.manager, [row], [NINE]))),
	)
	expect(answers.toSorted()).toEqual(['hours_changed', 'no error'])
})

test('rows of one day that hold at the same time are refused; one after the other they are not', async () => {
	const own = (...rows: object[]) =>
		codeOf(
			salon.run(salon.user.manager, 'select public.replace_working_hours($1, $2::text::jsonb)', [
				...[salon.ids.ben, JSON.stringify(rows)],
			]),
		)
	for (const refuse of [(...rows: object[]) => codeOf(open(salon.user.manager, rows)), own]) {
		expect(await refuse(NINE, { ...NINE, starts: '16:59', ends: '18:00' })).toBe('hours_overlap')
		expect(await refuse(NINE, NINE)).toBe('hours_overlap')
		expect(await refuse({ ...NINE, starts: '20:00', ends: '02:00' }, { ...NINE, starts: '23:00', ends: '24:00' })).toBe(
			'hours_overlap',
		)
		expect(await refuse({ ...NINE, valid_to: '2026-06-01' }, { ...NINE, valid_from: '2026-06-01' })).toBe(
			'hours_overlap',
		)
		expect(await refuse({ ...NINE, valid_to: '2026-05-31' }, { ...NINE, valid_from: '2026-06-01' })).toBe('no error')
		expect(await refuse(NINE, { ...NINE, starts: '17:00', ends: '18:00' }, { ...NINE, weekday: 2 })).toBe('no error')
	}
})

test('whoever gets their own week while that of the location changes has one week, whichever came first', async () => {
	const own = (transaction: TransactionSql) =>
		transaction`select public.replace_working_hours(${salon.ids.anna}, ${JSON.stringify([TEN])}::text::jsonb)`
	const all = (transaction: TransactionSql) =>
		transaction`select public.replace_location_hours(${salon.ids.location}, ${JSON.stringify([NINE])}::text::jsonb)`
	for (const [first, second, expected] of [
		[own, all, [TEN]],
		[all, own, [TEN]],
	] as const) {
		await open(salon.user.manager, [{ ...NINE, weekday: 5 }])
		await choose(salon.user.manager, false)
		let go = (): void => undefined
		const gate = new Promise<void>((resolve) => (go = resolve))
		const begun = new Promise<void>((resolve, reject) => {
			salon.sql
				.begin(async (transaction) => {
					await become(transaction)
					await first(transaction)
					resolve()
					await gate
				})
				.then(() => resolve(), reject)
		})
		await begun
		const after = salon.sql.begin(async (transaction) => {
			await become(transaction)
			await second(transaction)
		})
		// Long enough to get as far as it can.
		await new Promise((resolve) => setTimeout(resolve, 300))
		go()
		await after
		expect(await week()).toEqual(expected)
	}
})

test('weeks of people and of the location written by many at once end without a deadlock, each person with one', async () => {
	const codes = await Promise.all(
		Array.from({ length: 12 }, (_, turn) =>
			codeOf(
				turn % 3 === 0
					? open(salon.user.owner, [{ ...NINE, weekday: 1 + (turn % 7) }])
					: turn % 3 === 1
						? salon.run(salon.user.manager, 'select public.replace_working_hours($1, $2::text::jsonb)', [
								...[salon.ids.anna, JSON.stringify([{ ...TEN, weekday: 7 }])],
							])
						: choose(salon.user.manager, turn % 2 === 0),
			),
		),
	)
	expect(new Set(codes)).toEqual(new Set(['no error']))
	const [anna] = await salon.sql`select own_hours from public.employees where id = ${salon.ids.anna}`
	const opened = await salon.sql`select weekday, starts::text, ends::text, valid_from::text, valid_to::text
		from public.location_hours where location_id = ${salon.ids.location} order by weekday, starts`
	const stored = await week()
	expect(stored).toEqual(anna?.own_hours ? stored : opened)
	expect(await week()).toHaveLength(1)
})

async function become(transaction: TransactionSql): Promise<void> {
	const claims = JSON.stringify({ sub: salon.user.manager, role: 'authenticated', aal: 'aal1' })
	await transaction`select set_config('request.jwt.claims', ${claims}, true)`
	await transaction`set local role authenticated`
}
