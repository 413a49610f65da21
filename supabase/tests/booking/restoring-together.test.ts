import { describe, expect, test } from 'vitest'
import { at, type Caller, CONTACT, codeOf } from './salon.ts'
import { type Conflict, mailsTo, startWeekly } from './weekly.ts'

// What was cancelled together comes back together; and all of it at once.
const world = startWeekly()
const { series, move, edit } = world

describe('cancelling this and all later ones is taken back', () => {
	const cancel = (appointment: string) =>
		world.salon.call<object>(world.salon.user.manager, 'cancel_following', { appointment, reason: 'Irrtum' })
	const restore = (appointment: string, changes: object = {}, who: Caller = world.salon.user.manager) =>
		world.salon.call<{ restored: number; conflicts: Conflict[] }>(who, 'restore_following', { appointment, ...changes })
	const states = async (ids: string[]) =>
		(await world.salon.sql`select state::text from public.appointments where id = any(${ids}) order by starts_at`).map(
			({ state }) => state,
		)

	test('for those that were cancelled by the same step, with one confirmation', async () => {
		const email = `doch-${world.first}@example.org`
		const ids = (await series(4, {}, email)) as [string, string, string, string]
		await world.salon.call(world.salon.user.manager, 'cancel_appointment', { appointment: ids[3] })
		await cancel(ids[1])
		expect(await states(ids)).toEqual(['confirmed', 'cancelled', 'cancelled', 'cancelled'])
		expect(await restore(ids[1])).toEqual({ restored: 2, conflicts: [] })
		expect(await states(ids)).toEqual(['confirmed', 'confirmed', 'confirmed', 'cancelled'])
		expect(await restore(ids[1])).toEqual({ restored: 0, conflicts: [] })
		const mails = (await mailsTo(world.salon, email)).filter(({ kind }) => kind === 'appointment_confirmed')
		expect(mails.map(({ payload }) => (payload.series as unknown[]).length)).toEqual([4, 2])
		expect(await world.salon.sql`select from public.occupancies where source = any(${ids})`).toHaveLength(3)
	})

	test('names where somebody else stands by now, and leaves that out on wish', async () => {
		const ids = (await series()) as [string, string, string]
		await cancel(ids[0])
		await world.salon.call(world.salon.user.manager, 'create_appointment', {
			...{
				location: world.salon.ids.location,
				services: [world.salon.ids.cut],
				employee: world.salon.ids.anna,
				anyway: true,
			},
			...{ starts_at: at(world.first + 7, '10:00'), contact: { ...CONTACT, name: 'Vera Vorher' } },
		})
		const { restored, conflicts } = await restore(ids[0])
		expect(restored).toBe(0)
		expect(conflicts).toMatchObject([
			{ id: ids[1], code: 'slot_taken', against: [{ reasons: [{ customer: 'Vera Vorher' }] }] },
		])
		expect(await states(ids)).toEqual(Array(3).fill('cancelled'))
		expect(await restore(ids[0], { skipped: [ids[1]] })).toMatchObject({ restored: 2 })
		expect(await states(ids)).toEqual(['confirmed', 'cancelled', 'confirmed'])
		expect(await world.salon.overlaps()).toBe(0)
	})

	test('only by those who may, and with a question what the customer has cancelled', async () => {
		const ids = (await series()) as [string, string, string]
		await cancel(ids[0])
		for (const who of [world.salon.user.foreigner, world.salon.user.customer])
			expect(await codeOf(restore(ids[0], {}, who))).toBe('appointment_not_found')
		expect(await codeOf(restore(ids[0], {}, 'anon'))).toMatch(/permission denied/)
		await world.salon
			.sql`update public.appointment_events set actor = 'customer' where appointment_id = ${ids[0]} and verb = 'cancel'`
		expect(await codeOf(restore(ids[0]))).toBe('restore_doubtful')
		expect(await restore(ids[0], { anyway: true })).toMatchObject({ restored: 3 })
	})
})

test('all of it at once, and a customer who cancels: nobody waits for each other, and time belongs to what stands', async () => {
	const known = [
		'no error',
		'wrong_state',
		'slot_taken',
		'series_empty',
		'edited_meanwhile',
		'restore_doubtful',
		'moved_meanwhile',
	]
	const ids = (await series(4)) as [string, string, string, string]
	await world.salon.sql`update public.appointments set user_id = ${world.salon.user.customer} where id = any(${ids})`
	for (let round = 0; round < 4; round++) {
		const codes = await Promise.all(
			[
				move(ids[0], { starts_at: at(world.first, `1${round}:30`) }),
				move(ids[1], { starts_at: at(world.first + 8, `1${round}:00`), employee: world.salon.ids.ben }),
				edit(ids[0], { contact: { note: `Runde ${round}` } }),
				world.salon.call(world.salon.user.manager, 'cancel_following', { appointment: ids[2], reason: '' }),
				world.salon.call(world.salon.user.manager, 'restore_following', { appointment: ids[2], anyway: true }),
				world.salon.call(world.salon.user.customer, 'cancel_appointment', { appointment: ids[3] }),
				world.salon.call('service_role', 'claim_messages', { limit: 100 }),
			].map(codeOf),
		)
		expect(codes.filter((code) => !known.includes(code))).toEqual([])
	}
	const rows = await world.salon.sql<{ open: boolean; taken: boolean }[]>`select state = 'confirmed' as open,
		exists (select from public.occupancies one where one.source = visit.id) as taken
		from public.appointments visit where visit.id = any(${ids})`
	for (const { open, taken } of rows) expect(taken).toBe(open)
	expect(await world.salon.overlaps()).toBe(0)
})
