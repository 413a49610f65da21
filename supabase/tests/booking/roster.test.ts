import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RosterDay, rosterContract } from '#app/features/calendar/roster.contracts.ts'
import { at, codeOf, openSalon, type Salon } from './salon.ts'

let salon: Salon
beforeAll(async () => {
	salon = await openSalon()
})
afterAll(() => salon.close())

const dayOf = (days: number): string => at(days, '12:00').slice(0, 10)
async function roster(who: string, first: string, last = first): Promise<RosterDay[]> {
	const { location } = salon.ids
	return rosterContract.parse(await salon.call<unknown>(who, 'roster', { location, first, last }))
}
const minutes = (pieces: [number, number][]): number => pieces.reduce((sum, [from, to]) => sum + to - from, 0)

test('says for each person and day which times are worked, taken and booked', async () => {
	const { manager } = salon.user
	const { anna, ben, cut, nails, colour } = salon.ids
	await salon.book({ starts_at: at(5, '09:00') })
	await salon.book({ starts_at: at(5, '14:00'), services: [colour] })
	// One visit with both people, which begins with Anna.
	await salon.book({ starts_at: at(5, '17:00'), services: [colour, nails], employee: null })
	await salon.hold({ starts_at: at(5, '11:00'), services: [cut], employee: ben })
	await salon.call(manager, 'block_time', {
		...{ location: salon.ids.location, employee: ben, starts_at: at(5, '08:00'), ends_at: at(5, '09:00') },
	})
	const [annas, bens, ...others] = await roster(manager, dayOf(5))
	expect(others).toEqual([])
	expect(annas).toMatchObject({ employee_id: anna, day: dayOf(5), appointments: 3, begun: 3, absences: [] })
	expect(annas?.work).toEqual([[480, 1200]])
	// The gap of the colouring is free.
	const hours = (...all: number[]) => all.map((from) => [from, from + 30])
	expect(annas?.taken).toEqual(hours(540, 840, 900, 1020, 1080))
	expect(bens).toMatchObject({ employee_id: ben, appointments: 1, begun: 0 })
	expect(bens?.taken).toEqual([
		[480, 540],
		[660, 690],
		[1110, 1140],
	])
})

test('names absences, and marks those of everybody', async () => {
	const { manager } = salon.user
	const { location, anna } = salon.ids
	const day = dayOf(8)
	await salon.sql`insert into public.exceptions (location_id, employee_id, kind, starts_at, ends_at, reason)
		values (${location}, ${anna}, 'closed', ${`${day} 00:00`}::text::timestamp, ${`${day} 12:00`}::text::timestamp, 'Schule'),
			(${location}, null, 'closed', ${`${day} 18:00`}::text::timestamp, ${`${day} 20:00`}::text::timestamp, 'Feier')`
	const [annas, bens] = await roster(manager, day)
	expect(annas?.work).toEqual([[720, 1080]])
	expect(annas?.absences).toEqual([
		{ reason: 'Schule', everyone: false },
		{ reason: 'Feier', everyone: true },
	])
	expect(bens?.absences).toEqual([{ reason: 'Feier', everyone: true }])
	// Staff see only themselves and their own reasons.
	const own = await roster(salon.user.staff, day)
	expect(own).toEqual([annas])
})

test('is only for members of the location', async () => {
	for (const who of ['stranger', 'customer', 'foreigner'] as const) {
		expect(await codeOf(roster(salon.user[who], dayOf(3)))).toBe('location_not_found')
	}
	expect(await codeOf(roster('anon', dayOf(3)))).toMatch(/permission denied/)
	expect(await codeOf(roster('service_role', dayOf(3)))).toMatch(/permission denied/)
	expect(await roster(salon.user.owner, dayOf(3), dayOf(2))).toEqual([])
	expect(await roster(salon.user.owner, dayOf(3), dayOf(90))).toHaveLength(2 * 42)
})

test('counts real minutes on both days with a clock change', async () => {
	const { sql, ids, user } = salon
	await sql`update public.working_hours set starts = '00:00', ends = '24:00' where employee_id = ${ids.anna} and weekday = 7`
	for (const [day, length, nine, hour] of [
		['2027-03-28', 1380, 480, '07'],
		['2027-10-31', 1500, 600, '08'],
	] as const) {
		const made = await salon.call<{ id: string }>(user.manager, 'create_appointment', {
			...{ location: ids.location, services: [ids.cut], starts_at: `${day}T${hour}:00Z`, employee: ids.anna },
			contact: { name: 'Mia' },
		})
		const [annas, bens] = await roster(user.manager, day)
		expect(minutes(annas?.work ?? [])).toBe(length)
		expect(annas?.taken).toEqual([[nine, nine + 30]])
		expect(annas?.appointments).toBe(1)
		expect(minutes(bens?.work ?? [])).toBe(720)
		expect(bens?.work[0]?.[0]).toBe(nine - 60)
		await salon.call(user.manager, 'cancel_appointment', { appointment: made.id })
		expect((await roster(user.manager, day))[0]).toMatchObject({ taken: [], appointments: 0 })
	}
	await sql`update public.working_hours set starts = '08:00', ends = '20:00' where employee_id = ${ids.anna} and weekday = 7`
})

test('a shift past midnight is split at midnight, and a former employee is shown where they still have appointments', async () => {
	const { sql, ids, user } = salon
	const [first, second] = [dayOf(20), dayOf(21)]
	await sql`insert into public.exceptions (location_id, employee_id, kind, starts_at, ends_at, reason)
		values (${ids.location}, ${ids.ben}, 'open', ${`${first} 20:00`}::text::timestamp, ${`${second} 02:00`}::text::timestamp, '')`
	await salon.book({ starts_at: at(20, '10:00'), employee: ids.ben })
	await sql`update public.employees set active = false where id = ${ids.ben}`
	const rows = (await roster(user.manager, first, second)).filter(({ employee_id }) => employee_id === ids.ben)
	expect(rows.map(({ work }) => work)).toEqual([
		[[480, 1440]],
		[
			[0, 120],
			[480, 1200],
		],
	])
	expect(await roster(user.manager, dayOf(23))).toHaveLength(1)
	await sql`update public.employees set active = true where id = ${ids.ben}`
})
