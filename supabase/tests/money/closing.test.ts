import { afterAll, beforeAll, expect, test } from 'vitest'
import { at, codeOf } from '../booking/salon.ts'
import { openPaidSalon, type PaidSalon } from './world.ts'

let salon: PaidSalon
beforeAll(async () => {
	salon = await openPaidSalon()
})
afterAll(() => salon.close())

test('a company that was paid leaves its books behind, and nothing else', async () => {
	const { company, location } = salon.ids
	const { payment, id } = await salon.pay({ starts_at: at(3, '08:00') })
	const waiting = await salon.start({ starts_at: at(3, '09:00') })
	const close = (args: object) =>
		salon.call(salon.user.owner, 'close_company', { company, name: 'Salon Löwe', ...args })
	expect(await codeOf(close({}))).toBe('appointments_coming')
	await close({ cancel: true })
	// Both are cancelled; what was paid goes back, what comes too late as well.
	expect([await salon.stateOf(id), await salon.stateOf(waiting.id)]).toEqual(['cancelled', 'cancelled'])
	await salon.report(waiting.payment, { captured: 900 })
	for (const one of [payment, waiting.payment]) expect(await salon.read(one)).toMatchObject({ refunding_cents: 900 })
	const later = at(20, '08:00')
	for (let round = 0; round < 20; round++)
		if ((await salon.call<number>('service_role', 'delete_company', { company }, later)) === 0) break
	expect(await salon.sql`select state, goes_at, email from public.companies where id = ${company}`).toEqual([
		{ state: 'closed', goes_at: null, email: '' },
	])
	expect(await salon.sql`select from public.locations where id = ${location}`).toHaveLength(0)
	expect(await salon.sql`select from public.members where company_id = ${company}`).toHaveLength(0)
	expect(await salon.read(payment)).toMatchObject({ captured_cents: 900, appointment_id: null, location_id: null })
	expect(await salon.call('service_role', 'companies_to_delete', {}, later)).toEqual([])
	// The refunds are still carried out.
	const [refund] = await salon.claim({ payment }, later)
	expect(refund && (await salon.finish(refund, 'done', { facts: { refunded: 900 } }))).toBe(true)
	expect(await codeOf(salon.sql`delete from public.companies where id = ${company}`)).toMatch(/violates/)
	expect(await salon.drift()).toEqual([])
})
