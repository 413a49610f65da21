import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { at, codeOf, CONTACT, hashOf, insertEmployee, insertService, openSalon, type Salon } from './salon.ts'

let salon: Salon
beforeAll(async () => {
	salon = await openSalon(20)
})
afterAll(() => salon.close())

/** Occupancies whose source is gone, and those of a hold that end at a different time than the hold. */
const strays = () => salon.sql`
	select one.source, one.kind from public.occupancies one
	where case one.kind
		when 'block' then not exists (select from public.blocks where id = one.source)
		when 'event' then not exists (select from public.events where id = one.source and cancelled_at is null)
		when 'line' then not exists (select from public.appointments where id = one.source and one.expires_at is null and state <> 'cancelled')
			and not exists (select from public.holds where id = one.source and expires_at = one.expires_at and ended_at is null)
		else true end`
/** Called as the manager, because the business's verbs call it for a member. */
const moveToHold = (appointment: string, hold: string) =>
	salon.sql.begin(async (sql) => {
		await sql`select set_config('request.jwt.claims', ${JSON.stringify({ sub: salon.user.manager })}, true)`
		return await sql`select internal.move_to_hold(${appointment}, ${hold}, 'business', 'Krankheit')`
	})
const takenAt = async (source: string) => {
	const rows =
		await salon.sql`select internal.instant(lower(minutes)) as from from public.occupancies where source = ${source}`
	return rows.map(({ from }) => (from as Date).toISOString())
}

test('are removed with their source, however it ends', async () => {
	const { user, ids } = salon
	const booked = await salon.book({ starts_at: at(2, '09:00') })
	const moved = await salon.book({ starts_at: at(2, '10:00') })
	const cancelled = await salon.book({ starts_at: at(2, '11:00') })
	const given = await salon.hold({ starts_at: at(2, '12:00') })
	const kept = await salon.hold({ starts_at: at(2, '13:00') })
	const lapsed = await salon.hold({ starts_at: at(2, '14:00') }, at(0, '10:00'))
	await salon.call(user.manager, 'reschedule_appointment', { appointment: moved.id, starts_at: at(2, '15:00') })
	await salon.call(user.manager, 'cancel_appointment', { appointment: cancelled.id })
	await salon.call('anon', 'release_hold', { appointment: given.visit.id, secret: given.secret })
	const times = { starts_at: at(2, '16:00'), ends_at: at(2, '17:00') }
	const block = await salon.call(user.manager, 'block_time', { location: ids.location, employee: ids.anna, ...times })
	expect(await strays()).toEqual([])
	const sources = (await salon.sql`select source from public.occupancies order by minutes`).map(({ source }) => source)
	expect(sources).toEqual([booked.id, kept.visit.id, lapsed.visit.id, moved.id, block.id])
	await salon.call('service_role', 'expire_holds', {}, at(0, '12:00'))
	await salon.sql`delete from public.appointments where id = ${booked.id}`
	expect(await strays()).toEqual([])
	expect(await salon.sql`select * from internal.index_differences()`).toEqual([])
	await salon.sql`delete from public.locations where id = ${ids.foreignLocation}`
	expect(await strays()).toEqual([])
})

test('an appointment moves to a hold: id, state and price stay, the old time becomes free', async () => {
	const { id } = await salon.book({ starts_at: at(5, '10:00') })
	const hold = await salon.hold({ starts_at: at(6, '11:00'), employee: salon.ids.ben })
	await salon.sql`update public.services set price_cents = 9900 where id = ${salon.ids.cut}`
	await moveToHold(id, hold.visit.id)
	await salon.sql`update public.services set price_cents = 4500 where id = ${salon.ids.cut}`
	const [visit] =
		await salon.sql`select state, starts_at, total_cents, sequence from public.appointments where id = ${id}`
	expect(visit).toEqual({ state: 'confirmed', starts_at: new Date(at(6, '11:00')), total_cents: 4500, sequence: 1 })
	expect(await takenAt(id)).toEqual([new Date(at(6, '11:00')).toISOString()])
	expect(await salon.sql`select from public.holds where id = ${hold.visit.id}`).toEqual([])
	expect(await codeOf(salon.hold({ starts_at: at(5, '10:00') }))).toBe('no error')
	expect(await codeOf(salon.hold({ starts_at: at(6, '11:00'), employee: salon.ids.ben }))).toBe('slot_taken')
	const [event] =
		await salon.sql`select verb, actor, reason, old_starts_at, new_starts_at from public.appointment_events
		where appointment_id = ${id} order by id desc limit 1`
	expect(event).toMatchObject({
		verb: 'reschedule',
		actor: 'business',
		reason: 'Krankheit',
		new_starts_at: new Date(at(6, '11:00')),
	})
	expect(await salon.sql`select * from internal.index_differences()`).toEqual([])
	expect(await strays()).toEqual([])
})

test('an appointment moves only to a hold that is still alive, at its own location', async () => {
	const { id } = await salon.book({ starts_at: at(7, '10:00') })
	const { visit, secret } = await salon.hold({ starts_at: at(7, '12:00') })
	await salon.call('anon', 'release_hold', { appointment: visit.id, secret })
	expect(await codeOf(moveToHold(id, visit.id))).toBe('hold_expired')
	expect(await codeOf(moveToHold(id, randomUUID()))).toBe('hold_expired')
	expect(await codeOf(moveToHold(randomUUID(), visit.id))).toBe('appointment_not_found')
	await salon.call(salon.user.manager, 'cancel_appointment', { appointment: id })
	expect(await codeOf(moveToHold(id, visit.id))).toBe('wrong_state')
})

test('a hold records its source and origin, and the appointment keeps them', async () => {
	const from = { source: 'assistant', origin: 'own_link' }
	const { id } = await salon.book({ starts_at: at(8, '10:00'), ...from })
	expect(await salon.sql`select source, origin from public.appointments where id = ${id}`).toEqual([from])
	for (const wrong of [{ source: 'import' }, { source: 'x' }, { origin: 'x' }, { origin: null }])
		expect(await codeOf(salon.hold({ starts_at: at(8, '12:00'), ...wrong }))).toBe('source_unknown')
})

test('of two that want the time of an expired hold, one by confirming and one by moving, only one gets it', async () => {
	const results: string[][] = []
	for (let round = 0; round < 12; round++) {
		const [day, past] = [20 + round, at(0, '10:00')]
		const { id } = await salon.book({ starts_at: at(day, '15:00') })
		const secret = randomUUID()
		const { visit } = await salon.hold({ starts_at: at(day, '10:00'), secret_hash: hashOf(secret) }, past)
		const codes = await Promise.all([
			codeOf(salon.call('anon', 'confirm_appointment', { appointment: visit.id, secret, contact: CONTACT })),
			codeOf(moveToHold(id, visit.id)),
		])
		results.push(codes)
		expect(codes.filter((code) => code === 'no error')).toHaveLength(1)
	}
	expect(await salon.overlaps()).toBe(0)
	expect(await strays()).toEqual([])
	expect(await salon.sql`select * from internal.index_differences()`).toEqual([])
})

test('a room or a person whose time is taken, even by a hold, cannot be deleted; an expired hold is deleted with them', async () => {
	const { sql, ids, user } = salon
	const [room] =
		await sql`insert into public.resources (location_id, kind, name) values (${ids.location}, 'Raum', 'Eins') returning id`
	const employee = await insertEmployee(sql, ids.location, 'Neu', 9)
	const service = await insertService(sql, ids.location, 'Massage', 30, 1000, [employee])
	await sql`update public.services set resource_kind = 'Raum' where id = ${service}`
	const { visit } = await salon.hold({ services: [service], employee, starts_at: at(10, '10:00') })
	const remove = (table: string, id: unknown) =>
		codeOf(salon.run(user.manager, `delete from public.${table} where id = $1`, [id]))
	expect(await remove('resources', room?.id)).toMatch(/is taken/)
	expect(await remove('employees', employee)).toMatch(/is taken/)
	await salon.lapse(visit.id)
	expect(await remove('resources', room?.id)).toBe('no error')
	expect(await remove('employees', employee)).toBe('no error')
	expect(await strays()).toEqual([])
})
