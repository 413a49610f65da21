import { afterAll, beforeAll, expect, test } from 'vitest'
import { standingOf } from '#app/features/hours/shift.ts'
import { type Salon, at, codeOf, openSalon } from './salon.ts'

let salon: Salon
let reception: string
beforeAll(async () => {
	salon = await openSalon()
	reception = await salon.addMember('reception')
})
afterAll(() => salon.close())

type Shift = { day: string; starts?: string; ends?: string; usual?: boolean; sure?: boolean; employee?: string }
const change = (who: string, { day, starts, ends, usual, sure, employee }: Shift) =>
	salon.run(who, 'select public.change_shift($1, $2, $3, $4, $5, $6)', [
		...[employee ?? salon.ids.ben, day, starts ?? null, ends ?? null, usual ?? false, sure ?? false],
	])
const dayIn = (days: number): string => at(days, '12:00').slice(0, 10)
/** Working time of a person on a day, in hours since its midnight. */
async function worked(day: string, employee = salon.ids.ben): Promise<string> {
	const [row] =
		await salon.sql`select begins, work::text from internal.fresh_days(array[${employee}::uuid], ${salon.ids.location},
		'Europe/Berlin', ${day}, ${day})`
	return [...String(row?.work).matchAll(/(\d+),(\d+)/g)]
		.map(([, from, to]) => [from, to].map((minute) => (Number(minute) - Number(row?.begins)) / 60).join('-'))
		.join(' ')
}

test('a shift is changed for one day, changed again, made free and made usual again', async () => {
	const day = dayIn(20)
	await change(reception, { day, starts: '10:00', ends: '14:00' })
	expect(await worked(day)).toBe('10-14')
	expect([await worked(dayIn(19)), await worked(dayIn(21))]).toEqual(['8-20', '8-20'])
	await change(reception, { day, starts: '12:00', ends: '22:00' })
	expect(await worked(day)).toBe('12-22')
	await change(salon.user.manager, { day })
	expect(await worked(day)).toBe('')
	await change(salon.user.owner, { day, usual: true })
	expect(await worked(day)).toBe('8-20')
	expect(await salon.sql`select id from public.exceptions where shift_day is not null`).toEqual([])
	expect(await salon.sql`select * from internal.day_differences(${salon.ids.location})`).toEqual([])
})

test('a night shift ends on the next day, also in the nights in which the clock changes', async () => {
	for (const [saturday, hours] of [
		[saturdayBefore('03'), 6],
		[saturdayBefore('10'), 8],
	] as const) {
		await change(reception, { day: saturday, starts: '21:00', ends: '04:00' })
		const [row] = await salon.sql`select extract(epoch from upper(piece) - lower(piece)) / 3600 as hours,
				(lower(piece) at time zone 'Europe/Berlin')::text as begins, (upper(piece) at time zone 'Europe/Berlin')::text as finishes
			from internal.working_times(array[${salon.ids.ben}::uuid], ${salon.ids.location}, 'Europe/Berlin', ${saturday}::date,
				internal.midnights('Europe/Berlin', ${saturday}::date, ${saturday}::date + 3)) found, unnest(found.working) piece
			order by lower(piece) limit 1`
		expect([Number(row?.hours), row?.begins, String(row?.finishes).slice(11)]).toEqual([
			...[hours, `${saturday} 21:00:00`, '04:00:00'],
		])
		await change(reception, { day: saturday, usual: true })
		expect(await worked(saturday)).toBe('8-20')
	}
})

/** Next year's Saturday before the last Sunday of a month, when the clock changes. */
function saturdayBefore(month: string): string {
	const last = new Date(`${new Date().getUTCFullYear() + 1}-${month}-31T12:00:00Z`)
	return new Date(last.getTime() - (last.getUTCDay() + 1) * 86_400_000).toISOString().slice(0, 10)
}

test('appointments outside the new shift are named, and stay when it is saved all the same', async () => {
	const day = dayIn(12)
	const { id } = await salon.book({ employee: salon.ids.ben, starts_at: at(12, '16:00') })
	const late = change(reception, { day, starts: '08:00', ends: '16:15' })
	await expect(late).rejects.toMatchObject({ message: 'appointments_outside', detail: id })
	expect(await worked(day)).toBe('8-20')
	await change(reception, { day, starts: '08:00', ends: '16:30' })
	expect(await codeOf(change(reception, { day }))).toBe('appointments_outside')
	await change(reception, { day, sure: true })
	expect(await worked(day)).toBe('')
	expect(await salon.sql`select state::text from public.appointments where id = ${id}`).toEqual([
		{ state: 'confirmed' },
	])
	// It lay outside already.
	await change(reception, { day, starts: '08:00', ends: '09:00' })
	expect(await worked(day)).toBe('8-9')
})

test('what somebody has made something else of since is not removed', async () => {
	const day = dayIn(30)
	await change(reception, { day })
	await salon.sql`update public.exceptions set ends_at = ends_at + interval '9 days', reason = 'Kur' where shift_day = ${day}`
	await change(reception, { day, usual: true })
	expect(await salon.sql`select reason from public.exceptions where shift_day = ${day}`).toEqual([{ reason: 'Kur' }])
	await salon.sql`delete from public.exceptions where shift_day = ${day}`
})

test('changing a shift is for those with all calendars who may move, of this company; times must be a shift from today on', async () => {
	const day = dayIn(20)
	expect(await codeOf(change(salon.user.staff, { day, employee: salon.ids.anna }))).toBe('not_allowed')
	for (const who of ['customer', 'foreigner'] as const)
		expect(await codeOf(change(salon.user[who], { day }))).toBe('employee_not_found')
	expect(await codeOf(change(salon.user.manager, { day, employee: salon.ids.zoe }))).toBe('employee_not_found')
	expect(await codeOf(change('anon', { day }))).toMatch(/permission denied/)
	for (const wrong of [
		{ day: dayIn(-1), starts: '09:00', ends: '12:00' },
		{ day, starts: '09:00' },
		{ day, ends: '09:00' },
		{ day, starts: '24:00', ends: '12:00' },
		{ day, starts: '09:00:30', ends: '12:00' },
		{ day: '2199-01-01' },
	])
		expect(await codeOf(change(reception, wrong))).toBe('shift_times')
})

test('appointments outside stay one by one: what is booked meanwhile is named as well', async () => {
	const day = dayIn(40)
	const first = await salon.book({ starts_at: at(40, '16:00'), employee: salon.ids.ben })
	const ask = (agreed: string[] | null, sure = true) =>
		salon
			.run(salon.user.manager, 'select public.change_shift($1, $2, $3, $4, false, $5, $6)', [
				...[salon.ids.ben, day, '09:00', '14:00', sure, agreed],
			])
			.then(
				() => '',
				(error: Error & { detail?: string }) => `${error.message} ${error.detail}`,
			)
	expect(await ask(null, false)).toBe(`appointments_outside ${first.id}`)
	const second = await salon.book({ starts_at: at(40, '17:00'), employee: salon.ids.ben })
	expect(await ask([first.id])).toBe(`appointments_outside ${second.id}`)
	// Nothing is agreed to without saying so.
	expect(await ask([first.id, second.id], false)).toBe(`appointments_outside ${first.id},${second.id}`)
	expect(await ask([first.id, second.id])).toBe('')
	expect(await worked(day)).toBe('9-14')
	await change(salon.user.manager, { day, usual: true })
})

test('a shift is not changed by who has seen another one', async () => {
	const day = dayIn(41)
	const save = (starts: string, seen: string | null) =>
		codeOf(
			salon.run(reception, 'select public.change_shift($1, $2, $3, $4, false, false, null, $5)', [
				...[salon.ids.ben, day, starts, '20:00', seen],
			]),
		)
	const standing = async () => {
		const rows = await salon.run(
			reception,
			`select to_jsonb(exceptions) as row from public.exceptions where employee_id = $1 and shift_day = $2 order by starts_at, id`,
			[salon.ids.ben, day],
		)
		return standingOf(rows.map(({ row }) => row as Parameters<typeof standingOf>[0][number]))
	}
	expect(await save('09:00', '')).toBe('no error')
	const seen = await standing()
	expect(await save('10:00', '')).toBe('edited_meanwhile')
	expect(await worked(day)).toBe('9-20')
	expect(await save('10:00', seen)).toBe('no error')
	expect(await save('11:00', seen)).toBe('edited_meanwhile')
	expect(await save('11:00', null)).toBe('no error')
	const now = await standing()
	const codes = await Promise.all(['12:00', '13:00', '14:00'].map((starts) => save(starts, now)))
	expect(codes.toSorted()).toEqual(['edited_meanwhile', 'edited_meanwhile', 'no error'])
	await change(salon.user.manager, { day, usual: true })
	expect(await save('12:00', now)).toBe('edited_meanwhile')
})
