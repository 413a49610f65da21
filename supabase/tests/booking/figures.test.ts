import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { useContract, visitsContract } from '#app/features/appointments/figures.contracts.ts'
import { at, codeOf, openSalon, type Salon } from './salon.ts'

let salon: Salon
const LAST = at(10, '12:00').slice(0, 10)
const ask = (who: string, name: string, changes: object = {}) =>
	salon.call<unknown>(who, name, { location: salon.ids.location, last: LAST, days: 7, ...changes })
const visits = async (who: string, changes?: object): Promise<z.output<typeof visitsContract>> =>
	visitsContract.parse(await ask(who, 'visits_by_day', changes))
const use = async (who: string, changes?: object): Promise<z.output<typeof useContract>> =>
	useContract.parse(await ask(who, 'use_of_people', changes))

// Of the seven days up to the tenth from today two visits of Anna and one of Ben, of the seven before one of Anna.
beforeAll(async () => {
	salon = await openSalon()
	const { anna, ben, colour, location } = salon.ids
	await salon.book({ starts_at: at(10, '10:00') })
	await salon.book({ starts_at: at(10, '12:00'), services: [colour], employee: anna })
	await salon.book({ starts_at: at(8, '10:00'), employee: ben })
	await salon.book({ starts_at: at(3, '10:00') })
	// What was taken back does not count, nor does what is only held.
	const gone = await salon.book({ starts_at: at(9, '10:00') })
	await salon.call('anon', 'cancel_appointment', { appointment: gone.id, secret: gone.secret })
	await salon.hold({ starts_at: at(9, '12:00') })
	await salon.sql`insert into public.exceptions (location_id, kind, starts_at, ends_at)
		select ${location}, 'closed', day, day + 1 from (select ${at(6, '12:00').slice(0, 10)}::text::date as day) closed`
})
afterAll(() => salon.close())

test('visits of each day beside those of as many days before, and the days on which nobody works', async () => {
	const days = await visits(salon.user.manager)
	expect(days.map(({ day }) => day)).toEqual([4, 5, 6, 7, 8, 9, 10].map((day) => at(day, '12:00').slice(0, 10)))
	expect(days.map((day) => day.visits)).toEqual([0, 0, 0, 0, 1, 0, 2])
	expect(days.map((day) => day.before)).toEqual([0, 0, 0, 0, 0, 0, 1])
	expect(days.map((day) => day.open)).toEqual([true, true, false, true, true, true, true])
})

test('how much of the working time of each was taken', async () => {
	const [anna, ben] = await use(salon.user.owner)
	// Twelve hours a day, one day closed for all; the gap of the colour is free, and what is held counts as in the calendar.
	expect(anna).toMatchObject({
		name: 'Anna',
		taken: 30 + 60 + 30,
		working: 6 * 720,
		taken_before: 30,
		working_before: 7 * 720,
	})
	expect(ben).toMatchObject({ name: 'Ben', taken: 30, working: 6 * 720, taken_before: 0 })
})

test('staff are answered about themselves, nobody else is answered', async () => {
	const { staff, foreigner, stranger, customer } = salon.user
	expect((await visits(staff)).map((day) => day.visits)).toEqual([0, 0, 0, 0, 0, 0, 2])
	expect((await use(staff)).map(({ name }) => name)).toEqual(['Anna'])
	for (const name of ['visits_by_day', 'use_of_people']) {
		for (const who of [foreigner, stranger, customer]) expect(await codeOf(ask(who, name))).toBe('location_not_found')
		expect(await codeOf(ask('anon', name))).toMatch(/permission denied/)
		expect(await codeOf(ask(foreigner, name, { location: null }))).toBe('location_not_found')
	}
})

test('days on which the clock changes are whole, and too many or none are brought to what can be shown', async () => {
	const autumn = await use(salon.user.manager, { last: '2027-10-31', days: 1 })
	expect(autumn[0]).toMatchObject({ working: 720, working_before: 720 })
	expect(await visits(salon.user.manager, { days: 0 })).toHaveLength(1)
	expect(await visits(salon.user.manager, { days: 100_000 })).toHaveLength(92)
})
