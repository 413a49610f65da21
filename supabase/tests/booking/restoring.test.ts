import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { at, codeOf, openSalon, type Salon } from './salon.ts'

// Who has cancelled an appointment, and when, makes taking that back a question.
let salon: Salon
let reception: string
let day = 3
let id: string
beforeAll(async () => {
	salon = await openSalon()
	reception = await salon.addMember('reception')
})
beforeEach(async () => {
	day++
	id = (await salon.book({ starts_at: at(day, '10:00') })).id
	await salon.composeMails()
	await salon.sql`delete from public.messages`
})
afterAll(() => salon.close())

const detailOf = (call: Promise<unknown>): Promise<string> =>
	call.then(
		() => '',
		(error: Error & { detail?: string }) => String(error.detail),
	)

test('who has cancelled and how long ago is asked about; the customer hears that it is valid again', async () => {
	const restore = (who: string, anyway: boolean | null, now?: string) =>
		salon.call(who, 'restore_appointment', { appointment: id, anyway }, now)
	const doubt = async (who: string, now?: string) => {
		const call = restore(who, null, now)
		expect(await codeOf(call)).toBe('restore_doubtful')
		return JSON.parse(await detailOf(call)) as Record<string, unknown>
	}
	const told = async () =>
		(
			await salon.sql`select count(*)::int as count from public.messages where appointment_id = ${id}
			and audience = 'customer' and kind = 'appointment_confirmed'`
		)[0]?.count as number
	await salon.call(salon.user.manager, 'cancel_appointment', { appointment: id })
	expect(await codeOf(restore(salon.user.manager, null))).toBe('no error')

	await salon.sql`update public.appointments set user_id = ${salon.user.customer} where id = ${id}`
	await salon.call(salon.user.customer, 'cancel_appointment', { appointment: id })
	for (const who of [salon.user.owner, salon.user.manager, reception]) {
		expect(await doubt(who)).toMatchObject({ actor: 'customer', by: '', begun: false })
	}
	expect(await codeOf(restore(salon.user.customer, true))).toBe('appointment_not_found')
	const before = await told()
	expect(await codeOf(restore(salon.user.manager, true))).toBe('no error')
	expect(await told()).toBe(before + 1)

	await salon.call(salon.user.manager, 'cancel_appointment', { appointment: id })
	await salon.sql`update public.appointment_events set at = now() - interval '25 hours'
		where appointment_id = ${id} and verb = 'cancel'`
	expect(await doubt(salon.user.owner)).toMatchObject({ actor: 'business', begun: false })
	expect(await doubt(salon.user.owner, at(day, '10:05'))).toMatchObject({ begun: true })
	expect(await codeOf(restore(salon.user.owner, true, at(day, '10:05')))).toBe('no error')
})

test('what the customer has cancelled stays cancelled once its time has come', async () => {
	await salon.sql`update public.appointments set user_id = ${salon.user.customer} where id = ${id}`
	await salon.call(salon.user.customer, 'cancel_appointment', { appointment: id })
	const late = { appointment: id, anyway: true }
	expect(await codeOf(salon.call(salon.user.owner, 'restore_appointment', late, at(day, '10:00')))).toBe(
		'restore_too_late',
	)
})
