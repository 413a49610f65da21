import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Salon, codeOf, openSalon } from '../booking/salon.ts'

let salon: Salon
beforeAll(async () => {
	salon = await openSalon()
})
afterAll(() => salon.close())

const monday = { weekday: 1, starts: '09:00', ends: '17:00' }
const replace = (who: string, rows: object[], employee = salon.ids.anna) =>
	salon.run(who, 'select public.replace_working_hours($1, $2::text::jsonb)', [employee, JSON.stringify(rows)])
const week = (employee = salon.ids.anna) =>
	salon.sql`select id, weekday, starts::text, ends::text, valid_from::text, valid_to::text from public.working_hours
		where employee_id = ${employee} order by weekday, starts`

test('a week is replaced as a whole, and unchanged rows keep their validity', async () => {
	await replace(salon.user.manager, [monday, { weekday: 2, starts: '20:00', ends: '24:00' }])
	const [first, second] = await week()
	expect([first, second]).toMatchObject([
		{ weekday: 1, starts: '09:00:00', ends: '17:00:00', valid_from: null },
		{ weekday: 2, ends: '24:00:00' },
	])
	await salon.sql`update public.working_hours set valid_from = '2026-01-01', valid_to = '2027-01-01' where id = ${first?.id}`
	await replace(salon.user.owner, [
		{ ...monday, id: first?.id, starts: '10:00' },
		{ ...monday, weekday: 3 },
	])
	expect(await week()).toMatchObject([
		{ id: first?.id, starts: '10:00:00', valid_from: '2026-01-01', valid_to: '2027-01-01' },
		{ weekday: 3, valid_from: null },
	])
})

test('an invalid row leaves the old week in place', async () => {
	const before = await week()
	for (const row of [
		{ ...monday, weekday: 8 },
		{ ...monday, starts: '24:00' },
		{ ...monday, ends: 'spät' },
		{ weekday: 1 },
	])
		expect(await codeOf(replace(salon.user.manager, [monday, row]))).not.toBe('no error')
	expect(await week()).toEqual(before)
})

test('setting the hours is for managers of the company, and takes no row of somebody else', async () => {
	const before = await week()
	for (const who of ['staff', 'customer', 'foreigner'] as const)
		expect(await codeOf(replace(salon.user[who], []))).toBe('employee_not_found')
	expect(await codeOf(replace('anon', []))).toMatch(/permission denied/)
	expect(await week()).toEqual(before)
	const [own] = await week(salon.ids.ben)
	await replace(salon.user.manager, [{ ...monday, id: own?.id }])
	expect((await week(salon.ids.ben))[0]).toEqual(own)
	expect(await week()).toHaveLength(1)
})

test('an empty week is valid', async () => {
	await replace(salon.user.manager, [])
	expect(await week()).toHaveLength(0)
})

test('given validity dates are stored, also for new rows and back to unlimited', async () => {
	await replace(salon.user.manager, [{ ...monday, valid_from: '2026-05-01', valid_to: '2026-09-30' }])
	const [row] = await week()
	expect(row).toMatchObject({ valid_from: '2026-05-01', valid_to: '2026-09-30' })
	await replace(salon.user.manager, [{ ...monday, id: row?.id, valid_from: null, valid_to: '2026-12-31' }])
	expect((await week())[0]).toMatchObject({ id: row?.id, valid_from: null, valid_to: '2026-12-31' })
	expect(
		await codeOf(replace(salon.user.manager, [{ ...monday, valid_from: '2026-05-01', valid_to: '2026-04-01' }])),
	).not.toBe('no error')
})
