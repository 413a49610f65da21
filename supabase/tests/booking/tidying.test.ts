import { afterAll, beforeAll, expect, test } from 'vitest'
import { at, CONTACT, openSalon, type Salon } from './salon.ts'

// The jobs go on when one row cannot be changed.
const BROKEN = { ...CONTACT, name: 'Kaputt' }
let salon: Salon
beforeAll(async () => {
	salon = await openSalon()
	await salon.sql.unsafe(`
		create function internal.refuse() returns trigger language plpgsql as 'begin raise exception ''broken''; end';
		create trigger refuse_holds before update on public.holds for each row when (new.secret_hash = '\\x00') execute function internal.refuse();
		create trigger refuse_visits before update on public.appointments for each row
			when (new.contact_name = 'Kaputt') execute function internal.refuse();`)
})
afterAll(() => salon.close())

const states = async (ids: string[]) => {
	const rows = await salon.sql`select id, state from public.appointments where id = any(${ids})`
	return ids.map((id) => String(rows.find((row) => row.id === id)?.state))
}

test('holds end around one that cannot be ended', async () => {
	const held = []
	for (const time of ['09:00', '10:00', '11:00'])
		held.push((await salon.hold({ starts_at: at(3, time) }, at(0, '08:00'))).visit.id)
	await salon.sql`alter table public.holds disable trigger refuse_holds`
	await salon.sql`update public.holds set secret_hash = '\\x00' where id = ${held[0] ?? ''}`
	await salon.sql`alter table public.holds enable trigger refuse_holds`
	expect(await salon.call('service_role', 'expire_holds', {}, at(0, '09:00'))).toBe(2)
	const open = await salon.sql`select id from public.holds where id = any(${held}) and ended_at is null`
	expect(open.map(({ id }) => id)).toEqual([held[0]])
})

test('requests end, and past visits are completed, around those that cannot be changed', async () => {
	await salon.sql`update public.locations set confirms_by_hand = true where id = ${salon.ids.location}`
	const requests = []
	for (const [time, contact] of [
		['09:00', BROKEN],
		['10:00', CONTACT],
		['11:00', CONTACT],
	] as const)
		requests.push((await salon.book({ starts_at: at(4, time) }, contact)).id)
	await salon.sql`update public.locations set confirms_by_hand = false where id = ${salon.ids.location}`
	const visits = []
	for (const [time, contact] of [
		['13:00', BROKEN],
		['14:00', CONTACT],
	] as const)
		visits.push((await salon.book({ starts_at: at(4, time) }, contact)).id)
	await salon.call('service_role', 'expire_holds', {}, at(4, '12:00'))
	expect(await states(requests)).toEqual(['requested', 'expired', 'expired'])
	await salon.call('service_role', 'complete_past', {}, at(6, '12:00'))
	expect(await states(visits)).toEqual(['confirmed', 'completed'])
})
