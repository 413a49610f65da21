import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Salon, codeOf, openSalon } from '../booking/salon.ts'

let salon: Salon
const ids: Record<string, string> = {}
beforeAll(async () => {
	salon = await openSalon()
	for (const [name, user] of [
		['phone', salon.user.customer],
		['desk', salon.user.customer],
		['other', salon.user.stranger],
	] as const) {
		ids[name] = randomUUID()
		await salon.sql`insert into auth.sessions (id, user_id, created_at, updated_at, user_agent)
			values (${ids[name]}, ${user}, now(), now(), ${name})`
	}
	await salon.sql`insert into auth.sessions (id, user_id, created_at, updated_at, not_after)
		values (${randomUUID()}, ${salon.user.customer}, now(), now(), now() - interval '1 minute')`
})
afterAll(() => salon.close())

const agents = async (who: string) =>
	(await salon.run(who, 'select user_agent, present from public.own_sessions() order by user_agent')).map(
		(row) => row.user_agent as string,
	)
const end = (who: string, id = '') => salon.call<boolean>(who, 'end_session', { session: id })

test('people see and end only their own sessions', async () => {
	const { user } = salon
	expect(await agents(user.customer)).toEqual(['desk', 'phone'])
	expect(await agents(user.stranger)).toEqual(['other'])
	expect(await agents(user.owner)).toEqual([])
	expect(await codeOf(agents('anon'))).toMatch(/permission denied/)
	expect(await codeOf(end('anon', ids.phone))).toMatch(/permission denied/)
	for (const who of [user.stranger, user.owner, user.manager, user.foreigner])
		expect(await end(who, ids.phone)).toBe(false)
	expect(await end(user.customer, ids.phone)).toBe(true)
	expect(await end(user.customer, ids.phone)).toBe(false)
	expect(await agents(user.customer)).toEqual(['desk'])
	expect(await agents(user.stranger)).toEqual(['other'])
})
