import { afterAll, beforeAll, expect, test } from 'vitest'
import { disruptionListContract } from '#app/features/disruptions/disruptions.contracts.ts'
import { at, codeOf, openSalon, type Salon } from './salon.ts'

let salon: Salon
beforeAll(async () => {
	salon = await openSalon()
})
afterAll(() => salon.close())

test('where the location allows it, somebody enters their own absence, and nothing else', async () => {
	const { sql, ids, user } = salon
	const begin = (who: string, changes: object = {}) =>
		salon.call<{ id: string; items: number }>(who, 'begin_disruption', {
			...{ location: ids.location, employee: ids.anna, reason: 'krank' },
			...{ starts_at: at(3, '00:00'), ends_at: at(4, '00:00') },
			...changes,
		})
	await salon.book({ starts_at: at(3, '10:00') })
	expect(await codeOf(begin(user.staff))).toBe('not_allowed')
	await sql`update public.locations set staff_absence = 'allowed' where id = ${ids.location}`
	expect(await codeOf(begin(user.staff, { employee: ids.ben }))).toBe('not_allowed')
	expect(await codeOf(begin(user.staff, { employee: null }))).toBe('not_allowed')
	expect(await codeOf(begin(user.foreigner))).toBe('location_not_found')
	// Nobody rewrites what they have worked.
	const past = { starts_at: at(-30, '00:00'), ends_at: at(4, '00:00') }
	expect(await codeOf(begin(user.staff, past))).toBe('disruption_times')
	const made = await begin(user.staff)
	expect(made.items).toBe(1)
	expect(await begin(user.staff)).toEqual(made)
	// What becomes of the appointments is for others.
	expect(await codeOf(salon.call(user.staff, 'disruption_board', { disruption: made.id }))).toBe('disruption_not_found')
	expect(await codeOf(salon.call(user.staff, 'end_disruption', { disruption: made.id }))).toBe('disruption_not_found')
	const listed = disruptionListContract.parse(
		await salon.call(user.manager, 'list_disruptions', { location: ids.location }),
	)
	expect(listed).toMatchObject([{ id: made.id, name: 'Anna', unsettled: 1 }])
	const days = Array.from({ length: 49 }, (_, index) => index + 5)
	const another = (day: number) => begin(user.staff, { starts_at: at(day, '00:00'), ends_at: at(day + 1, '00:00') })
	for (const day of days) await another(day)
	expect(await codeOf(another(60))).toBe('disruption_times')
	expect(await begin(user.manager, past)).toBeDefined()
})
