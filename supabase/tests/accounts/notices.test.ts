import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSalon, type Salon } from '../booking/salon.ts'

let salon: Salon
beforeAll(async () => {
	salon = await openSalon()
	await salon.sql`update auth.users set email_confirmed_at = now() where id <> ${salon.user.stranger}`
})
afterAll(() => salon.close())

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.1.2 Safari/537.36'
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0'
const signIn = (user: string, agent: string | null) => salon.sql`
	insert into auth.sessions (id, user_id, created_at, updated_at, user_agent) values (${randomUUID()}, ${user}, now(), now(), ${agent})`
const mails = async (kind: string) =>
	(
		await salon.sql`select recipient, payload ->> 'user_agent' as agent from public.messages where kind = ${kind} order by created_at`
	).map((row) => [row.recipient, row.agent])

test('a sign-in from a new device is reported once; the first device and newer versions are not', async () => {
	const { customer, stranger } = salon.user
	await signIn(customer, CHROME)
	expect(await mails('account_new_sign_in')).toEqual([])
	await signIn(customer, CHROME.replace('140.0.1.2', '141.0'))
	expect(await mails('account_new_sign_in')).toEqual([])
	await signIn(customer, FIREFOX)
	await signIn(customer, FIREFOX)
	expect(await mails('account_new_sign_in')).toEqual([['customer@example.org', FIREFOX]])
	await signIn(customer, null)
	expect(await mails('account_new_sign_in')).toHaveLength(2)
	// Nobody has confirmed this address, so it may be another person's.
	await signIn(stranger, CHROME)
	await signIn(stranger, FIREFOX)
	expect(await mails('account_new_sign_in')).toHaveLength(2)
})

test('a new password is reported, the first password and other changes are not', async () => {
	const { manager } = salon.user
	const set = (value: string) => salon.sql`update auth.users set encrypted_password = ${value} where id = ${manager}`
	await set('first')
	await salon.sql`update auth.users set last_sign_in_at = now() where id = ${manager}`
	await set('first')
	expect(await mails('account_password_changed')).toEqual([])
	await set('second')
	expect(await mails('account_password_changed')).toEqual([['manager@example.org', null]])
})
