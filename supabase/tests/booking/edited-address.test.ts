import { afterAll, beforeAll, expect, test } from 'vitest'
import { at, openSalon, type Salon } from './salon.ts'

let salon: Salon
beforeAll(async () => {
	salon = await openSalon()
})
afterAll(() => salon.close())

test('links that went to a wrong address open nothing once it is corrected', async () => {
	const { id } = await salon.book({ starts_at: at(4, '10:00') })
	await salon.composeMails()
	const links = async () =>
		(await salon.sql`select 1 from public.appointment_links where appointment_id = ${id}`).length
	const change = (contact: object) =>
		salon.run(
			salon.user.manager,
			`select public.change_appointment($1::uuid, (select updated_at from public.appointments where id = $1::uuid), p_contact => $2)`,
			[id, contact],
		)
	expect(await links()).toBeGreaterThan(0)
	await change({ phone: '030 7654321' })
	expect(await links()).toBeGreaterThan(0)
	await change({ email: 'richtig@example.org' })
	expect(await links()).toBe(0)
})
