import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSalon, type Salon } from '../booking/salon.ts'

let salon: Salon
beforeAll(async () => {
	salon = await openSalon()
})
afterAll(() => salon.close())

const profileOf = async (email: string) =>
	(
		await salon.sql`
			select profile.name, profile.phone from public.profiles profile join auth.users account using (id) where account.email = ${email}`
	)[0]

test.each(['email_confirmed_at', 'phone_confirmed_at'])(
	'the sign-up that was answered fills the profile, once (%s)',
	async (proof) => {
		const { sql } = salon
		const email = `${proof}@example.org`
		const settle = (data: Record<string, string>) => sql`
			update auth.users set raw_user_meta_data = ${sql.json(data)}, ${sql(proof)} = now() where email = ${email}`
		await sql`insert into auth.users (id, email, raw_user_meta_data)
			values (gen_random_uuid(), ${email}, '{"name": "Fremde Person", "phone": "030 666"}')`
		expect(await profileOf(email)).toEqual({ name: 'Fremde Person', phone: '+4930666' })
		await settle({ name: 'Olga Ohlsen' })
		expect(await profileOf(email)).toEqual({ name: 'Olga Ohlsen', phone: '' })
		// From now on the person can change it.
		await sql`update public.profiles set name = 'Olga O.' where id = (select id from auth.users where email = ${email})`
		await settle({ name: 'Olga Ohlsen' })
		expect(await profileOf(email)).toEqual({ name: 'Olga O.', phone: '' })
	},
)
