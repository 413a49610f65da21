import { afterAll, beforeAll, expect, test } from 'vitest'
import { at, codeOf, openSalon, type Salon } from '../booking/salon.ts'

let salon: Salon
beforeAll(async () => {
	salon = await openSalon()
})
afterAll(() => salon.close())

const START = '2026-11-23'
const row = (weekday: number, starts: string, week: number, weeks = 2, start = START) => ({
	...{ weekday, starts: `${starts}:00`, ends: '17:00:00', valid_from: null, valid_to: null },
	...{ rota_weeks: weeks, rota_week: week, rota_start: start },
})
const EARLY = row(1, '08:00', 1)
const LATE = row(1, '11:00', 2)
const replace = (who: string, rows: object[], was?: object[], employee = salon.ids.anna) =>
	salon.run(who, 'select public.replace_working_hours($1, $2::text::jsonb, $3::text::jsonb)', [
		...[employee, JSON.stringify(rows), was ? JSON.stringify(was) : null],
	])
const week = (employee = salon.ids.anna) =>
	salon.sql`select weekday, starts::text, ends::text, valid_from::text, valid_to::text, rota_weeks, rota_week, rota_start::text
		from public.working_hours where employee_id = ${employee} order by rota_week, weekday, starts`

test('weeks of a rota are stored as a whole; those of one cycle do not overlap, a row of every week overlaps all', async () => {
	await replace(salon.user.manager, [EARLY, LATE])
	expect(await week()).toEqual([EARLY, LATE])
	const every = { weekday: 1, starts: '09:00', ends: '10:00' }
	for (const other of [
		every,
		row(1, '09:00', 1),
		// The same weeks, counted from another Monday; and a longer cycle that meets them.
		row(1, '09:00', 2, 2, '2026-11-30'),
		row(1, '09:00', 3, 4),
		row(1, '09:00', 1, 3),
	])
		expect(await codeOf(replace(salon.user.manager, [EARLY, other]))).toBe('hours_overlap')
	expect(await week()).toEqual([EARLY, LATE])
	const apart = [EARLY, row(1, '09:00', 2, 4), row(1, '09:00', 4, 4)]
	await replace(salon.user.manager, apart)
	expect(await week()).toHaveLength(3)
})

test('a rota is whole, has 2 to 4 weeks and begins on a Monday', async () => {
	const before = await week()
	for (const wrong of [
		...[row(1, '08:00', 1, 1), row(1, '08:00', 1, 5), row(1, '08:00', 3), row(1, '08:00', 0)],
		...[row(1, '08:00', 1, 2, '2026-11-24'), row(1, '08:00', 1, 2, 'infinity'), row(1, '08:00', 1, 2, '1999-12-27')],
		...[
			{ ...EARLY, rota_week: null },
			{ ...EARLY, rota_start: null },
			{ ...EARLY, rota_weeks: null },
		],
	])
		expect(await codeOf(replace(salon.user.manager, [wrong]))).toMatch(/working_hours_rota/)
	expect(await week()).toEqual(before)
})

test('whoever has read no rota does not overwrite one, and a row that names none keeps its own', async () => {
	await replace(salon.user.manager, [EARLY, LATE])
	const read = ({ weekday, starts, ends, valid_from, valid_to }: typeof EARLY) => ({
		...{ weekday, starts, ends, valid_from, valid_to },
	})
	expect(await codeOf(replace(salon.user.manager, [], [EARLY, LATE].map(read)))).toBe('hours_changed')
	const [first] =
		await salon.sql`select id from public.working_hours where employee_id = ${salon.ids.anna} and rota_week = 1`
	const { id } = first ?? {}
	await replace(salon.user.manager, [{ id, weekday: 2, starts: '08:00', ends: '17:00' }, LATE], [EARLY, LATE])
	expect(await week()).toEqual([{ ...EARLY, weekday: 2 }, LATE])
	await replace(salon.user.manager, [{ id, ...EARLY, rota_weeks: null, rota_week: null, rota_start: null }])
	expect(await week()).toMatchObject([{ weekday: 1, rota_weeks: null, rota_week: null, rota_start: null }])
})

test('who follows the opening hours has no rota any more, and nobody else has another week', async () => {
	const ben = await week(salon.ids.ben)
	const opened = { weekday: 1, starts: '08:00:00', ends: '17:00:00', valid_from: null, valid_to: null }
	await replace(salon.user.manager, [EARLY, LATE])
	await salon.run(salon.user.manager, 'select public.replace_location_hours($1, $2::text::jsonb)', [
		...[salon.ids.location, JSON.stringify([opened])],
	])
	expect(await week()).toEqual([EARLY, LATE])
	await salon.run(salon.user.manager, 'select public.choose_hours($1, false)', [salon.ids.anna])
	expect(await week()).toEqual([{ ...opened, rota_weeks: null, rota_week: null, rota_start: null }])
	expect(await week(salon.ids.ben)).toEqual(ben)
	await salon.run(salon.user.manager, 'select public.choose_hours($1, true)', [salon.ids.anna])
})

test('the public page shows each weekday as it is on its next date', async () => {
	const today = Temporal.PlainDate.from(at(0, '12:00').slice(0, 10))
	const monday = today.subtract({ days: today.dayOfWeek - 1 }).toString()
	const all = [1, 2, 3, 4, 5, 6, 7]
	await salon.sql`update public.employees set active = false where id = ${salon.ids.ben}`
	await replace(salon.user.manager, [
		...all.map((weekday) => row(weekday, '08:00', 1, 2, monday)),
		...all.map((weekday) => row(weekday, '11:00', 2, 2, monday)),
	])
	const rows = await salon.run('anon', 'select weekday, starts::text from public.opening_hours($1)', [
		salon.ids.location,
	])
	expect(rows).toEqual(
		all.map((weekday) => ({ weekday, starts: weekday >= today.dayOfWeek ? '08:00:00' : '11:00:00' })),
	)
	await salon.sql`update public.employees set active = true where id = ${salon.ids.ben}`
})

test('the index of free time knows the weeks', async () => {
	expect(await salon.sql`select * from internal.day_differences(${salon.ids.location})`).toEqual([])
	const found =
		await salon.sql`select distinct work = '{}' as free from internal.free_days where employee_id = ${salon.ids.anna}`
	expect(found).toEqual([{ free: false }])
	await replace(salon.user.manager, [EARLY])
	const worked = await salon.sql`select count(*)::integer as days from internal.free_days
		where employee_id = ${salon.ids.anna} and work <> '{}'`
	const mondays = await salon.sql`select count(*)::integer as days from internal.free_days
		where employee_id = ${salon.ids.anna} and extract(isodow from day) = 1`
	expect(Math.abs(Number(mondays[0]?.days) / 2 - Number(worked[0]?.days))).toBeLessThan(1)
	expect(await salon.sql`select * from internal.day_differences(${salon.ids.location})`).toEqual([])
})
