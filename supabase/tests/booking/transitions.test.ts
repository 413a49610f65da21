import { afterAll, beforeAll, expect, test } from 'vitest'
import { Constants } from '#app/database.types.ts'
import { allowedActions } from '#app/features/appointments/appointment.ts'
import { type Caller, codeOf, openSalon, type Salon } from './salon.ts'

let salon: Salon
type Step = { verb: string; from: string; actor: string; to: string; frees: boolean; message: string | null }
let steps: Step[]
beforeAll(async () => {
	salon = await openSalon()
	steps = await salon.sql<
		Step[]
	>`select verb, from_state::text as from, actor::text, to_state::text as to, frees, message
		from internal.transitions order by verb collate "C", from_state::text collate "C", actor::text collate "C"`
})
afterAll(() => salon.close())

test('the admin area offers a member exactly the transitions in the table', () => {
	const past = { starts_at: '2026-03-10T10:00:00Z' }
	for (const state of Constants.public.Enums.appointment_state) {
		const verbs = steps.filter(({ from, actor }) => from === state && actor === 'business').map(({ verb }) => verb)
		expect(
			allowedActions({ ...past, state }, new Date('2026-03-10T12:00Z'), Constants.public.Enums.member_right).toSorted(),
		).toEqual(verbs.toSorted())
	}
})

test('only internal.move writes the state of an appointment', async () => {
	const writers = await salon.sql<{ name: string }[]>`select p.oid::regproc::text as name from pg_proc p
		where p.pronamespace in ('public'::regnamespace, 'internal'::regnamespace)
			and p.prosrc ~* 'update public[.]appointments[^;]* set ([^;]*[ ,])?state ='`
	expect(writers.map(({ name }) => name)).toEqual(['internal.move'])
})

test('a state has a next one, or it is an end; the ends and what is cancelled free the time', () => {
	const states = new Set(steps.flatMap(({ from, to }) => [from, to]))
	const ends = [...states].filter((state) => !steps.some(({ from, to }) => from === state && to !== state))
	expect(ends.toSorted()).toEqual(['declined', 'expired'])
	for (const { to, frees } of steps) expect(frees).toBe([...ends, 'cancelled'].includes(to))
})

test('nobody reads or writes the table from outside', async () => {
	for (const who of ['anon', salon.user.owner, 'service_role'] as Caller[])
		for (const statement of ['select from internal.transitions', 'delete from internal.transitions'])
			expect(await codeOf(salon.run(who, statement))).toMatch(/permission denied/)
})
