import { afterAll, beforeAll, expect, test } from 'vitest'
import { at, type Salon, codeOf, openSalon } from './salon.ts'

let salon: Salon
beforeAll(async () => {
	salon = await openSalon()
})
afterAll(() => salon.close())

test('a person who has booked sees the place by name, even when it is paused; nobody else does', async () => {
	const { ids, user, sql } = salon
	await salon.book({ starts_at: at(3, '10:00') })
	await sql`update public.appointments set user_id = ${user.customer}`
	await sql`update public.locations set state = 'paused' where id = ${ids.location}`
	const places = (who: string) => salon.run(who, 'select name, city, time_zone from public.own_places()')
	expect(await places(user.customer)).toEqual([{ name: 'salon-loewe', city: 'Berlin', time_zone: 'Europe/Berlin' }])
	expect(await places(user.stranger)).toHaveLength(0)
	expect(await places(user.foreigner)).toHaveLength(0)
	expect(await codeOf(places('anon'))).toMatch(/permission denied/)
})
