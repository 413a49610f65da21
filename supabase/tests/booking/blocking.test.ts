import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { at, type Caller, codeOf, openSalon, type Salon } from './salon.ts'

let salon: Salon
let day = 1
beforeAll(async () => {
	salon = await openSalon()
})
afterAll(() => salon.close())
beforeEach(() => void day++)

type Block = { id: string; title: string; starts_at: string; series: string | null }
const block = (who: Caller, changes: Record<string, unknown> = {}) =>
	salon.call<Block>(who, 'block_time', {
		...{
			location: salon.ids.location,
			employee: salon.ids.anna,
			starts_at: at(day, '10:00'),
			ends_at: at(day, '12:00'),
		},
		...changes,
	})
const hold = (time: string, changes: Record<string, unknown> = {}) =>
	codeOf(salon.hold({ starts_at: at(day, time), ...changes }))
const differences = () => salon.sql`select * from internal.index_differences()`

describe('blocked time', () => {
	test('cannot be booked, is shown in the index, and is free again afterwards', async () => {
		const { id } = await block(salon.user.manager, { title: '  Lieferung ' })
		expect(await hold('10:00')).toBe('slot_taken')
		expect(await hold('11:45')).toBe('slot_taken')
		expect(await hold('12:00')).toBe('no error')
		expect(await differences()).toEqual([])
		const starts =
			await salon.sql`select starts_at from public.available_starts(${salon.ids.location}, ${[salon.ids.cut]}::uuid[],
			${salon.ids.anna}, ${at(day, '10:00').slice(0, 10)}, ${at(day, '10:00').slice(0, 10)})`
		expect(starts.map(({ starts_at }) => starts_at.toISOString())).not.toContain(
			new Date(at(day, '10:30')).toISOString(),
		)
		expect(await salon.call(salon.user.manager, 'unblock_time', { block: id })).toBe(1)
		expect(await hold('10:00')).toBe('no error')
		expect(await differences()).toEqual([])
	})

	test('cannot cover booked or held time, and replaces an expired hold', async () => {
		await salon.book({ starts_at: at(day, '10:30') })
		expect(await codeOf(block(salon.user.manager))).toBe('slot_taken')
		const { visit } = await salon.hold({ starts_at: at(day, '14:00') })
		const later = { starts_at: at(day, '14:00'), ends_at: at(day, '15:00') }
		expect(await codeOf(block(salon.user.manager, later))).toBe('slot_taken')
		await salon.lapse(visit.id)
		expect(await codeOf(block(salon.user.manager, later))).toBe('no error')
		expect(await salon.overlaps()).toBe(0)
		expect(await differences()).toEqual([])
	})

	test('is moved as a whole or not at all, also to somebody else', async () => {
		const { id } = await block(salon.user.manager)
		await salon.book({ starts_at: at(day, '14:00'), employee: salon.ids.ben })
		const change = (args: object) => codeOf(salon.call(salon.user.manager, 'change_block', { block: id, ...args }))
		expect(await change({ employee: salon.ids.ben, starts_at: at(day, '13:00'), ends_at: at(day, '15:00') })).toBe(
			'slot_taken',
		)
		expect(await hold('10:00')).toBe('slot_taken')
		expect(await change({ employee: salon.ids.ben, title: 'Schulung' })).toBe('no error')
		expect(await hold('10:00')).toBe('no error')
		expect(await hold('10:00', { employee: salon.ids.ben })).toBe('slot_taken')
		expect(await change({ starts_at: at(day, '17:00'), ends_at: at(day, '16:00') })).toBe('block_times')
		expect(await salon.sql`select title from public.blocks where id = ${id}`).toEqual([{ title: 'Schulung' }])
		expect(await differences()).toEqual([])
	})

	test('a series can be changed from one entry on', async () => {
		const series = '7f3a3a0e-0000-4000-8000-000000000001'
		const ids: string[] = []
		for (const later of [0, 7, 14]) {
			const times = { starts_at: at(day + later, '17:00'), ends_at: at(day + later, '18:00') }
			ids.push((await block(salon.user.manager, { ...times, series })).id)
		}
		expect(await salon.call(salon.user.manager, 'unblock_time', { block: ids[1], following: true })).toBe(2)
		expect(await salon.sql`select id from public.blocks where series = ${series}`).toEqual([{ id: ids[0] }])
	})

	test('a blocked room also blocks the services that need it', async () => {
		const [room] = await salon.sql`insert into public.resources (location_id, kind, name)
			values (${salon.ids.location}, 'Raum', 'Kabine') returning id`
		await salon.sql`update public.services set resource_kind = 'Raum' where id = ${salon.ids.nails}`
		await block(salon.user.manager, { employee: null, resource: room?.id })
		const nails = { services: [salon.ids.nails], employee: salon.ids.ben }
		expect(await hold('11:00', nails)).toBe('slot_taken')
		expect(await hold('12:00', nails)).toBe('no error')
	})

	test('explains why a time is not free', async () => {
		await block(salon.user.manager, { title: 'Schulung' })
		const why = async (who: Caller) => {
			const answers = await salon.call<{ reasons: object[] }[]>(who, 'explain_start', {
				...{
					location: salon.ids.location,
					services: [salon.ids.cut],
					starts_at: at(day, '10:30'),
					employee: salon.ids.anna,
				},
			})
			return (Array.isArray(answers) ? answers[0] : (answers as { reasons: object[] }))?.reasons
		}
		expect(await why(salon.user.manager)).toMatchObject([{ reason: 'blocked', text: 'Schulung' }])
	})
})

test('managers can block everybody, staff only themselves, others nobody', async () => {
	const { user, ids } = salon
	const times = (from: string, to: string) => ({ starts_at: at(day, from), ends_at: at(day, to) })
	expect(await codeOf(block(user.staff, times('08:00', '08:15')))).toBe('no error')
	expect(await codeOf(block(user.staff, { ...times('09:00', '09:15'), employee: ids.ben }))).toBe('not_allowed')
	expect(await codeOf(block(user.staff, { ...times('09:00', '09:15'), employee: null }))).toBe('not_allowed')
	expect(await codeOf(block(user.manager, { ...times('09:00', '09:15'), employee: ids.zoe }))).toBe('not_allowed')
	expect(await codeOf(block(user.foreigner, times('09:00', '09:15')))).toBe('location_not_found')
	expect(await codeOf(block('anon', times('09:00', '09:15')))).toMatch(/permission denied/)
	const { id } = await block(user.manager, { ...times('16:00', '17:00'), employee: ids.ben })
	for (const [who, code] of [
		[user.staff, 'not_allowed'],
		[user.foreigner, 'block_not_found'],
		[user.customer, 'block_not_found'],
	] as const) {
		expect(await codeOf(salon.call(who, 'change_block', { block: id, title: 'x' }))).toBe(code)
		expect(await codeOf(salon.call(who, 'unblock_time', { block: id }))).toBe(code)
	}
})

test('invalid times and titles that are too long are refused by name', async () => {
	const refused = (changes: object) => codeOf(block(salon.user.manager, changes as Record<string, unknown>))
	expect(await refused({ ends_at: at(day, '10:00') })).toBe('block_times')
	expect(await refused({ ends_at: at(day + 32, '10:00') })).toBe('block_times')
	expect(await refused({ starts_at: at(day, '10:00:30') })).toBe('block_times')
	expect(await refused({ starts_at: null })).toBe('block_times')
	expect(await refused({ title: 'x'.repeat(121) })).toBe('title_too_long')
})
