import * as fs from 'node:fs/promises'
import path from 'node:path'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { schemaFiles } from '#scripts/schemas.ts'
import { at, codeOf, openSalon, type Salon } from '../booking/salon.ts'

// A token issued for only a password (aal1) gives no access to an account with a second factor.

let salon: Salon
let visit: string
const factor = (user: string, status: string) => salon.sql`
	insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
	values (${randomUUID()}, ${user}, 'totp', ${status}, now(), now())`

beforeAll(async () => {
	salon = await openSalon()
	const { ids, user } = salon
	const held = await salon.call(user.customer, 'hold_appointment', {
		location: ids.location,
		services: [ids.cut],
		employee: ids.anna,
		starts_at: at(3, '10:00'),
	})
	await salon.call(user.customer, 'confirm_appointment', {
		appointment: held.id,
		contact: { name: 'Kim', email: 'customer@example.org' },
	})
	visit = held.id
	await salon.composeMails()
	await salon.sql`insert into auth.sessions (id, user_id, created_at, updated_at)
		select gen_random_uuid(), id, now(), now() from auth.users`
	for (const who of ['owner', 'manager', 'staff', 'customer'] as const) await factor(user[who], 'verified')
	await factor(user.stranger, 'unverified')
})
afterAll(() => salon.close())

async function as(user: string, aal: string | undefined, statement: string, values: unknown[] = []) {
	return salon.sql.begin(async (sql) => {
		const claims = { role: 'authenticated', sub: user, ...(aal ? { aal } : {}) }
		await sql`select set_config('role', 'authenticated', true),
			set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`
		return sql.unsafe(statement, values as never[])
	})
}

const OWN = [
	['customer', 'select id from public.profiles'],
	['customer', 'select id from public.appointments'],
	['customer', 'select position from public.appointment_lines'],
	['customer', 'select id from public.appointment_events'],
	['customer', 'select * from public.own_sessions()'],
	['customer', 'select * from public.own_places()'],
	['customer', "update public.profiles set phone = '030 1' returning id"],
	['staff', 'select id from public.appointments'],
	['manager', 'select id from public.customers'],
	['manager', 'select id from public.messages'],
	['manager', 'select employee_id from public.working_hours'],
	['manager', "update public.locations set description = 'x' returning id"],
	['owner', 'select user_id from public.members'],
	['owner', "update public.companies set phone = '030 1' returning id"],
] as const

test.each(OWN)('%s with only the password gets nothing from: %s', async (who, statement) => {
	const user = salon.user[who]
	for (const aal of ['aal1', undefined, 'aal3']) expect(await as(user, aal, statement)).toHaveLength(0)
	expect((await as(user, 'aal2', statement)).length).toBeGreaterThan(0)
})

test('verbs treat a half signed-in person as a stranger', async () => {
	const { customer, manager, owner } = salon.user
	for (const who of [customer, manager]) {
		const cancel = (aal: string) => as(who, aal, 'select public.cancel_appointment($1)', [visit])
		expect(await codeOf(cancel('aal1'))).toBe('appointment_not_found')
	}
	expect(await codeOf(as(customer, 'aal1', 'select public.get_booking($1)', [visit]))).toBe('appointment_not_found')
	expect(await codeOf(as(owner, 'aal1', "select public.create_company('Neue Firma')"))).toBe('not_signed_in')
	expect(await codeOf(as(customer, 'aal1', 'select public.own_account_data()'))).toBe('not_signed_in')
	expect(await as(customer, 'aal2', 'select public.get_booking($1)', [visit])).toHaveLength(1)
})

test('the app can ask whether the second factor is missing', async () => {
	const missing = async (user: string, aal: string) =>
		(await as(user, aal, 'select public.second_factor_missing() as it'))[0]?.it as boolean
	expect(await missing(salon.user.customer, 'aal1')).toBe(true)
	expect(await missing(salon.user.customer, 'aal2')).toBe(false)
	// A factor that was begun but never verified does not count.
	expect(await missing(salon.user.stranger, 'aal1')).toBe(false)
	expect(await missing(salon.user.foreigner, 'aal1')).toBe(false)
	expect(await as(salon.user.stranger, 'aal1', 'select id from public.profiles')).toHaveLength(1)
})

test('no schema file trusts a token without asking for the second factor', async () => {
	const folder = path.join(import.meta.dirname, '../../schemas')
	const found: string[] = []
	for (const file of await schemaFiles()) {
		const text = (await fs.readFile(path.join(folder, file), 'utf8')).replaceAll(/--.*/g, '')
		if (file !== '00_ground/20_person.sql' && text.includes('auth.uid(')) found.push(file)
	}
	expect(found).toEqual([])
})
