import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { useContract, visitsContract } from '#app/features/dashboard/figures.contracts.ts'
import { at, codeOf, openSalon, type Salon } from './salon.ts'

let salon: Salon
const LAST = at(10, '12:00').slice(0, 10)
const ask = (who: string, name: string, changes: object = {}) =>
	salon.call<unknown>(who, name, { location: salon.ids.location, last: LAST, days: 7, ...changes })
const visits = async (who: string, changes?: object): Promise<z.output<typeof visitsContract>> =>
	visitsContract.parse(await ask(who, 'visits_by_day', changes))
const use = async (who: string, changes?: object): Promise<z.output<typeof useContract>> =>
	useContract.parse(await ask(who, 'use_of_people', changes))

// In the seven days up to the tenth from today, two visits with Anna and one with Ben; in the seven days before, one
// with Anna.
beforeAll(async () => {
	salon = await openSalon()
	const { anna, ben, colour, location } = salon.ids
	await salon.book({ starts_at: at(10, '10:00') })
	await salon.book({ starts_at: at(10, '12:00'), services: [colour], employee: anna })
	await salon.book({ starts_at: at(8, '10:00'), employee: ben })
	await salon.book({ starts_at: at(3, '10:00') })
	// Neither a cancelled appointment nor a hold counts.
	const gone = await salon.book({ starts_at: at(9, '10:00') })
	await salon.call('anon', 'cancel_appointment', { appointment: gone.id, secret: gone.secret })
	await salon.hold({ starts_at: at(9, '12:00') })
	await salon.sql`insert into public.exceptions (location_id, kind, starts_at, ends_at)
		select ${location}, 'closed', day, day + 1 from (select ${at(6, '12:00').slice(0, 10)}::text::date as day) closed`
})
afterAll(() => salon.close())

test('visits of each day, those of as many days before, and the days on which nobody works', async () => {
	const days = await visits(salon.user.manager)
	expect(days.map(({ day }) => day)).toEqual([4, 5, 6, 7, 8, 9, 10].map((day) => at(day, '12:00').slice(0, 10)))
	expect(days.map((day) => day.visits)).toEqual([0, 0, 0, 0, 1, 0, 2])
	expect(days.map((day) => day.before)).toEqual([0, 0, 0, 0, 0, 0, 1])
	expect(days.map((day) => day.open)).toEqual([true, true, false, true, true, true, true])
})

test("how much of each person's working time was taken", async () => {
	const [anna, ben] = await use(salon.user.owner)
	// Twelve hours a day, with one day closed for all. The gap of the colouring is free, and holds count as in the calendar.
	expect(anna).toMatchObject({
		name: 'Anna',
		taken: 30 + 60 + 30,
		working: 6 * 720,
		taken_before: 30,
		working_before: 7 * 720,
	})
	expect(ben).toMatchObject({ name: 'Ben', taken: 30, working: 6 * 720, taken_before: 0 })
})

test('staff get their own figures, people outside get none', async () => {
	const { staff, foreigner, stranger, customer } = salon.user
	expect((await visits(staff)).map((day) => day.visits)).toEqual([0, 0, 0, 0, 0, 0, 2])
	expect((await use(staff)).map(({ name }) => name)).toEqual(['Anna'])
	for (const name of ['visits_by_day', 'use_of_people']) {
		for (const who of [foreigner, stranger, customer]) expect(await codeOf(ask(who, name))).toBe('location_not_found')
		expect(await codeOf(ask('anon', name))).toMatch(/permission denied/)
		expect(await codeOf(ask(foreigner, name, { location: null }))).toBe('location_not_found')
	}
})

test('days with a clock change are complete, and the number of days is limited to what can be shown', async () => {
	const autumn = await use(salon.user.manager, { last: '2027-10-31', days: 1 })
	expect(autumn[0]).toMatchObject({ working: 720, working_before: 720 })
	expect(await visits(salon.user.manager, { days: 0 })).toHaveLength(1)
	expect(await visits(salon.user.manager, { days: 100_000 })).toHaveLength(92)
})
