import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { at, codeOf, insertService, openSalon, type Salon } from './salon.ts'

// A treatment needs one of three rooms, one of which is out of use for good.
let salon: Salon
let treatment: string
let [sea, wood, gone, device] = ['', '', '', '']
let day = 1
beforeAll(async () => {
	salon = await openSalon(20)
	const { location, anna, ben } = salon.ids
	const insert = async (kind: string, name: string, active = true) =>
		String(
			(
				await salon.sql`insert into public.resources (location_id, kind, name, position, active)
				values (${location}, ${kind}, ${name}, ${name.length}, ${active}) returning id`
			)[0]?.id,
		)
	;[sea, wood] = [await insert('Raum', 'Meer'), await insert('Raum', 'Walde')]
	;[gone, device] = [await insert('Raum', 'Früher', false), await insert('Gerät', 'Laser')]
	treatment = await insertService(salon.sql, location, 'Behandlung', 60, 6000, [anna, ben], {})
	await salon.sql`update public.services set resource_kind = 'Raum' where id = ${treatment}`
})
afterAll(() => salon.close())
beforeEach(() => void (day += 1))
afterEach(async () => {
	if ((await salon.overlaps()) > 0) throw new Error('Somebody or something is booked twice.')
	if ((await salon.sql`select * from internal.index_differences()`).length > 0) throw new Error('The index is wrong.')
})

const book = (time = '10:00', employee = salon.ids.anna, name = 'Ada') =>
	salon.book(
		{ services: [treatment], employee, starts_at: at(day, time) },
		{ name, email: `${name.toLowerCase()}@example.org`, phone: '', note: '' },
	)
type Wish = { service?: string; employee?: string; minutes?: number | null; room?: string | null; who?: string }
const change = (
	id: string,
	{ service = treatment, employee = salon.ids.anna, minutes = 60, room = null, who = salon.user.manager }: Wish,
) =>
	salon.run(
		who,
		`select public.change_appointment(visit.id, visit.updated_at, array[$2::uuid], array[$3::uuid], array[$4::integer], array[null::integer],
			array[1], p_anyway => true, p_resources => array[$5::uuid]) as answer from public.appointments visit where visit.id = $1`,
		[id, service, employee, minutes, room],
	)
const roomOf = async (id: string) =>
	(await salon.sql`select resource_id from public.appointment_lines where appointment_id = ${id}`)[0]?.resource_id
const detailOf = (call: Promise<unknown>) =>
	call.then(
		() => null,
		(error: Error & { detail?: string }) =>
			JSON.parse(error.detail ?? 'null') as { reasons: Record<string, unknown>[] }[] | null,
	)
const rooms = (id: string, who = salon.user.manager) =>
	salon.call<{ position: number; rooms: { name: string; free: boolean }[] }[]>(who, 'rooms_for_appointment', {
		appointment: id,
	})

describe('the room of an appointment', () => {
	test('is changed by the line, stands in the history and mails nobody', async () => {
		const { id } = await book()
		expect(await roomOf(id)).toBe(sea)
		expect(await rooms(id)).toEqual([
			{
				position: 1,
				kind: 'Raum',
				rooms: [
					expect.objectContaining({ name: 'Meer', free: true }),
					expect.objectContaining({ name: 'Walde', free: true }),
				],
			},
		])
		await salon.composeMails()
		const mails = () =>
			salon.sql`select kind from public.messages where appointment_id = ${id} and audience = 'customer'`
		const before = await mails()
		await change(id, { room: wood })
		expect(await roomOf(id)).toBe(wood)
		expect(await mails()).toEqual(before)
		const told = await salon.sql`select changes from public.appointment_changes where appointment_id = ${id}`
		expect(told).toEqual([{ changes: [{ what: 'resource', old: 'Meer', new: 'Walde' }] }])
		// And back, as the undo of the page does.
		await change(id, { room: sea })
		expect(await roomOf(id)).toBe(sea)
	})

	test('stays when something else is changed or the time is moved, as long as it is free', async () => {
		const { id } = await book()
		await change(id, { room: wood })
		await change(id, { minutes: 75 })
		expect(await roomOf(id)).toBe(wood)
		await change(id, { employee: salon.ids.ben, minutes: 75 })
		expect(await roomOf(id)).toBe(wood)
		await book('11:30', salon.ids.ben, 'Bea')
		const [other] =
			await salon.sql`select appointment_id as id from public.appointment_lines where starts_at = ${at(day, '11:30')}`
		await change(String(other?.id), { employee: salon.ids.ben, room: wood })
		// Longer, it meets Bea in that room: with Anna it goes to the other one by itself.
		await change(id, { employee: salon.ids.anna, minutes: 120 })
		expect(await roomOf(id)).toBe(sea)
	})

	test('that is taken is refused with who is there, and the appointment keeps its own', async () => {
		const [first, second] = [await book(), await book('10:30', salon.ids.ben, 'Bea')]
		expect(await roomOf(second.id)).toBe(wood)
		expect((await rooms(first.id))[0]?.rooms.map(({ free }) => free)).toEqual([true, false])
		expect(await codeOf(change(first.id, { room: wood }))).toBe('slot_taken')
		const detail = await detailOf(change(first.id, { room: wood }))
		expect(detail?.[0]?.reasons).toEqual([
			{
				...{ reason: 'resource', kind: 'Raum' },
				resources: [expect.objectContaining({ name: 'Walde', customer: 'Bea', appointment_id: second.id })],
			},
		])
		expect(await roomOf(first.id)).toBe(sea)
	})

	test('that is closed is refused, and a closed one is left', async () => {
		const visit = await book()
		const closed = await salon.call<{ id: string }>(salon.user.manager, 'begin_disruption', {
			...{ location: salon.ids.location, resource: wood, starts_at: at(day, '00:00'), ends_at: at(day + 1, '00:00') },
		})
		expect((await rooms(visit.id))[0]?.rooms.map(({ free }) => free)).toEqual([true, false])
		expect(await codeOf(change(visit.id, { room: wood }))).toBe('slot_taken')
		await salon.call(salon.user.manager, 'end_disruption', { disruption: closed.id })
		const other = await salon.call<{ id: string }>(salon.user.manager, 'begin_disruption', {
			...{ location: salon.ids.location, resource: sea, starts_at: at(day, '00:00'), ends_at: at(day + 1, '00:00') },
		})
		await change(visit.id, { room: wood })
		const items = await salon.sql`select state from public.disruption_items where disruption_id = ${other.id}`
		expect(items).toEqual([{ state: 'moved' }])
	})

	test('is one of the kind that the service needs, of this location and in use', async () => {
		const { id } = await book()
		const [foreign] = await salon.sql`insert into public.resources (location_id, kind, name)
			values (${salon.ids.foreignLocation}, 'Raum', 'Fremd') returning id`
		for (const room of [gone, device, String(foreign?.id), salon.ids.anna])
			expect(await codeOf(change(id, { room }))).toBe('resource_not_found')
		// A service that needs none has none.
		await change(id, { service: salon.ids.cut, minutes: 30, room: sea })
		expect(await roomOf(id)).toBeNull()
		expect(await rooms(id)).toEqual([])
	})

	test('two change to the same room at the same moment: one of them has it', async () => {
		for (let round = 0; round < 4; round++) {
			day += 1
			const [first, second] = [await book('10:00'), await book('10:00', salon.ids.ben, 'Bea')]
			await salon.call(salon.user.manager, 'cancel_appointment', { appointment: second.id })
			const third = await book('10:30', salon.ids.ben, 'Cleo')
			await salon.call(salon.user.manager, 'cancel_appointment', { appointment: third.id })
			const late = await book('11:00', salon.ids.ben, 'Dora')
			const codes = await Promise.all([
				codeOf(change(first.id, { room: wood, minutes: 90 })),
				codeOf(change(late.id, { employee: salon.ids.ben, room: wood })),
			])
			expect(codes.toSorted()).toEqual(['no error', 'slot_taken'])
		}
	})

	test('of a colleague is not for staff, and strangers learn nothing', async () => {
		const own = await book()
		const bens = await book('12:00', salon.ids.ben, 'Bea')
		await change(own.id, { room: wood, who: salon.user.staff })
		expect(await roomOf(own.id)).toBe(wood)
		expect(await codeOf(change(bens.id, { employee: salon.ids.ben, room: wood, who: salon.user.staff }))).not.toBe(
			'resource_not_found',
		)
		expect(await roomOf(bens.id)).toBe(sea)
		expect(await rooms(bens.id, salon.user.staff)).toEqual([])
		for (const who of [salon.user.foreigner, salon.user.customer]) expect(await rooms(own.id, who)).toEqual([])
	})
})
