import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readMeanwhile } from '#app/features/appointments/meanwhile.ts'
import { appointmentStanding, spanStanding, standing } from '#app/lib/seen.ts'
import { at, type Caller, codeOf, openSalon, type Salon } from './salon.ts'

let salon: Salon
let day = 1
let reception: string
beforeAll(async () => {
	salon = await openSalon()
	reception = await salon.addMember('reception')
	await salon.sql`update public.employees set user_id = ${salon.user.manager} where id = ${salon.ids.ben}`
})
afterAll(() => salon.close())
beforeEach(() => void day++)

const detailOf = async (call: Promise<unknown>) => {
	const error = await call.then(
		() => undefined,
		(refused: Error & { detail?: string }) => refused,
	)
	expect(error?.message).toBe('moved_meanwhile')
	const detail = readMeanwhile(error?.detail)
	if (!detail) throw new Error(`no detail: ${error?.detail}`)
	return detail
}

describe('an appointment', () => {
	type More = { employee?: string; seen?: string[] | null; secret?: string }
	const move = (who: Caller, id: string, time: string, more: More = {}) =>
		salon.call(who, 'reschedule_appointment', {
			...{ appointment: id, starts_at: at(day, time), notify: 'never', anyway: true },
			...more,
		})
	const where = (time: string, ...people: string[]) => standing(at(day, time), people)

	test('stands where the app says it stands', async () => {
		const { id, visit } = await salon.book({
			...{ starts_at: at(day, '10:00'), services: [salon.ids.cut, salon.ids.massage] },
		})
		const [row] = await salon.sql`select internal.standing(${id}) as stands`
		expect(row?.stands).toBe(appointmentStanding({ ...visit, lines: visit.lines.toReversed() }))
		const moved = await move(salon.user.manager, id, '11:00', { seen: [appointmentStanding(visit)] })
		expect(await codeOf(move(salon.user.staff, id, '12:00', { seen: [appointmentStanding(moved)] }))).toBe('no error')
	})

	test('is not moved by who has seen it elsewhere, whichever member; they hear where it stands, who moved it and when', async () => {
		const { id } = await salon.book({ starts_at: at(day, '10:00') })
		const seen = [where('10:00', salon.ids.anna)]
		await move(salon.user.manager, id, '16:30', { seen })
		for (const who of [salon.user.owner, salon.user.manager, salon.user.staff, reception]) {
			const detail = await detailOf(move(who, id, '10:00', { seen }))
			expect(detail).toMatchObject({ actor: 'business', by: 'Ben', people: ['Anna'] })
			expect(Date.parse(detail.starts_at)).toBe(Date.parse(at(day, '16:30')))
			expect(Math.abs(Date.parse(String(detail.at)) - Date.now())).toBeLessThan(60_000)
			expect(detail.seen).toBe(where('16:30', salon.ids.anna))
		}
		for (const who of ['stranger', 'foreigner', 'customer'] as const) {
			expect(await codeOf(move(salon.user[who], id, '11:00', { seen }))).toBe('appointment_not_found')
		}
		const [row] = await salon.sql`select starts_at from public.appointments where id = ${id}`
		expect(row?.starts_at.toISOString()).toBe(new Date(at(day, '16:30')).toISOString())
	})

	test('is taken back only from where the mover left it, or all the same by who has been told', async () => {
		const { id } = await salon.book({ starts_at: at(day, '10:00') })
		await move(salon.user.staff, id, '11:00', { seen: [where('10:00', salon.ids.anna)] })
		const left = [where('11:00', salon.ids.anna)]
		await move(salon.user.manager, id, '16:30', { seen: left })
		const { seen } = await detailOf(move(salon.user.staff, id, '10:00', { seen: left }))
		expect(await codeOf(move(salon.user.staff, id, '10:00', { seen: [seen] }))).toBe('no error')
		// Somebody who was told of an older place is told again.
		await detailOf(move(salon.user.manager, id, '12:00', { seen: [seen] }))
	})

	test('another person counts as another place', async () => {
		const { id } = await salon.book({ starts_at: at(day, '10:00') })
		const seen = [where('10:00', salon.ids.anna)]
		await move(salon.user.manager, id, '10:00', { employee: salon.ids.ben, seen })
		expect(await detailOf(move(salon.user.owner, id, '11:00', { seen }))).toMatchObject({ people: ['Ben'], by: 'Ben' })
	})

	test('several quick steps name each place that they may find', async () => {
		const { id } = await salon.book({ starts_at: at(day, '10:00') })
		const steps = ['10:00', '10:15', '10:30'].map((time) => where(time, salon.ids.anna))
		await move(salon.user.staff, id, '10:15', { seen: steps.slice(0, 1) })
		expect(await codeOf(move(salon.user.staff, id, '10:45', { seen: steps }))).toBe('no error')
		await detailOf(move(salon.user.staff, id, '11:00', { seen: steps }))
		await detailOf(move(salon.user.staff, id, '11:00', { seen: [] }))
	})

	test('both want the same: nobody is asked; without a word about what was seen nothing is', async () => {
		const { id } = await salon.book({ starts_at: at(day, '10:00') })
		const seen = [where('10:00', salon.ids.anna)]
		await move(salon.user.manager, id, '11:00', { seen })
		expect(await codeOf(move(salon.user.owner, id, '11:00', { seen }))).toBe('no error')
		expect(await codeOf(move(salon.user.owner, id, '12:00', { seen: null }))).toBe('no error')
		for (const signature of [{}, { notify: 'never' }, { notify: 'never', anyway: true }]) {
			const args = { appointment: id, starts_at: at(day, '13:00'), ...signature }
			expect(await codeOf(salon.call(salon.user.owner, 'reschedule_appointment', args))).toBe('no error')
		}
	})

	test('of two who move it at the same moment one is told of the other', async () => {
		const { id } = await salon.book({ starts_at: at(day, '10:00') })
		const seen = [where('10:00', salon.ids.anna)]
		const codes = await Promise.all(
			['11:00', '12:00', '13:00', '14:00'].map((time, index) =>
				codeOf(move(index % 2 ? salon.user.owner : salon.user.staff, id, time, { seen })),
			),
		)
		expect(codes.toSorted()).toEqual(['moved_meanwhile', 'moved_meanwhile', 'moved_meanwhile', 'no error'])
	})

	test('customers compare the start alone and are told no names', async () => {
		const { id, secret } = await salon.book({ starts_at: at(day, '10:00') })
		const seen = [standing(at(day, '10:00'), [])]
		await move(salon.user.manager, id, '10:00', { employee: salon.ids.ben })
		await move('anon', id, '11:00', { secret, seen })
		expect(await detailOf(move(salon.user.manager, id, '12:00', { seen }))).toMatchObject({ actor: 'customer', by: '' })
		await move(salon.user.manager, id, '16:30')
		const detail = await detailOf(move('anon', id, '12:00', { secret, seen: [standing(at(day, '11:00'), [])] }))
		expect(detail).toMatchObject({ actor: 'business', by: '', people: [] })
		expect(await codeOf(move('anon', id, '12:00', { secret: 'wrong', seen }))).toBe('appointment_not_found')
		expect(await codeOf(move('anon', id, '12:00', { secret, seen: [detail.seen] }))).toBe('no error')
	})
})

describe('a block', () => {
	type Block = { id: string; moved_by: string | null }
	const make = () =>
		salon.call<Block>(salon.user.manager, 'block_time', {
			...{ location: salon.ids.location, employee: salon.ids.anna },
			...{ starts_at: at(day, '10:00'), ends_at: at(day, '11:00') },
		})
	const change = (who: Caller, block: string, args: Record<string, unknown>) =>
		salon.call<Block>(who, 'change_block', { block, ...args })
	const to = (from: string, until: string) => ({ starts_at: at(day, from), ends_at: at(day, until) })
	const where = (from: string, until: string, who = salon.ids.anna) => spanStanding(at(day, from), at(day, until), who)

	test('is not moved, lengthened or given to somebody else by who has seen it elsewhere', async () => {
		const { id } = await make()
		const seen = [where('10:00', '11:00')]
		expect(await change(salon.user.manager, id, { ...to('12:00', '13:00'), seen })).toMatchObject({
			moved_by: salon.user.manager,
		})
		for (const args of [to('10:00', '11:00'), to('12:00', '14:00'), { employee: salon.ids.ben }]) {
			const detail = await detailOf(change(salon.user.owner, id, { ...args, seen }))
			expect(detail).toMatchObject({ by: 'Ben', people: ['Anna'], seen: where('12:00', '13:00') })
			expect(Date.parse(String(detail.ends_at))).toBe(Date.parse(at(day, '13:00')))
		}
		await detailOf(change(salon.user.staff, id, { ...to('10:00', '11:00'), seen }))
		expect(await codeOf(change(salon.user.foreigner, id, { ...to('10:00', '11:00'), seen }))).toBe('block_not_found')
		const told = [where('12:00', '13:00')]
		expect(await codeOf(change(salon.user.staff, id, { ...to('10:00', '11:00'), seen: told }))).toBe('no error')
		expect(await codeOf(change(salon.user.manager, id, to('15:00', '16:00')))).toBe('no error')
	})

	test('is not deleted by who has seen it elsewhere, alone or with its series', async () => {
		const { id } = await make()
		const seen = [where('10:00', '11:00')]
		await change(salon.user.manager, id, to('14:00', '15:00'))
		const remove = (who: Caller, more: object) => salon.call(who, 'unblock_time', { block: id, ...more })
		const detail = await detailOf(remove(salon.user.owner, { seen, following: true }))
		expect(detail).toMatchObject({ seen: where('14:00', '15:00'), by: 'Ben' })
		expect(await codeOf(remove(salon.user.foreigner, { seen }))).toBe('block_not_found')
		expect(await salon.sql`select from public.blocks where id = ${id}`).toHaveLength(1)
		expect(await remove(salon.user.owner, { seen: [...seen, detail.seen] })).toBe(1)
		// As by programs that say nothing about it.
		const { id: other } = await make()
		await change(salon.user.manager, other, to('16:00', '17:00'))
		expect(await salon.call(salon.user.owner, 'unblock_time', { block: other })).toBe(1)
	})

	test('another name alone asks nothing about its place, and does not hide who moved it', async () => {
		const { id } = await make()
		await change(salon.user.staff, id, to('12:00', '13:00'))
		const named = await change(salon.user.owner, id, { title: 'Lieferung', seen: [where('10:00', '11:00')] })
		expect(named.moved_by).toBe(salon.user.staff)
	})

	test('a form saves over the version that it showed and no other', async () => {
		const { id } = await make()
		// The driver would cut microseconds off.
		const version = async () =>
			String((await salon.sql`select updated_at::text from public.blocks where id = ${id}`)[0]?.updated_at)
		const name = (who: Caller, title: string, shown: string) =>
			codeOf(
				salon.run(who, 'select public.change_block($1, p_title => $2, p_version => $3::text::timestamptz)', [
					id,
					title,
					shown,
				]),
			)
		const shown = await version()
		expect(await name(salon.user.manager, 'Lieferung', shown)).toBe('no error')
		expect(await name(salon.user.owner, 'Pause', shown)).toBe('edited_meanwhile')
		expect(await name(salon.user.owner, 'Pause', await version())).toBe('no error')
	})

	test('of two who move it at the same moment one is told of the other', async () => {
		const { id } = await make()
		const seen = [where('10:00', '11:00')]
		const codes = await Promise.all(
			['12:00', '14:00', '16:00'].map((time) =>
				codeOf(change(salon.user.owner, id, { ...to(time, time.replace('00', '30')), seen })),
			),
		)
		expect(codes.toSorted()).toEqual(['moved_meanwhile', 'moved_meanwhile', 'no error'])
	})
})
