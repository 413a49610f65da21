import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CONTACT, at, codeOf, insertService, openSalon, type Salon } from './salon.ts'

// Anna's and Ben's treatments need one of two rooms. Colouring, with a gap from minute 30 to 60, needs the only chair.
let salon: Salon
let room: { big: string; small: string }
let treatment: string
let dye: string
let day = 2
beforeAll(async () => {
	salon = await openSalon(32)
	const { location, anna, ben } = salon.ids
	const insert = async (kind: string, name: string, position: number): Promise<string> => {
		const [row] = await salon.sql`insert into public.resources (location_id, kind, name, position)
			values (${location}, ${kind}, ${name}, ${position}) returning id`
		return row?.id as string
	}
	room = { big: await insert('Raum', 'Großer Raum', 1), small: await insert('Raum', 'Kleiner Raum', 2) }
	await insert('Stuhl', 'Stuhl', 3)
	const team = [anna, ben]
	treatment = await insertService(salon.sql, location, 'Behandlung', 60, 6000, team, { category: 2 })
	dye = await insertService(salon.sql, location, 'Färben', 90, 9000, team, { gap: [30, 30] })
	await salon.sql`update public.services set resource_kind = 'Raum' where id = ${treatment}`
	await salon.sql`update public.services set resource_kind = 'Stuhl' where id = ${dye}`
})
afterAll(() => salon.close())
beforeEach(() => void day++)

const reserved = async (id: string) => {
	const rows = await salon.sql`select resource_id from public.appointment_lines line
			where appointment_id = ${id} and exists (select from public.occupancies where source = ${id} and subject = line.resource_id)
			union all select (line ->> 'resource_id')::uuid from public.holds cross join jsonb_array_elements(lines) line
			where id = ${id} and exists (select from public.occupancies where source = ${id} and subject = (line ->> 'resource_id')::uuid)`
	return rows.map((row) => row.resource_id)
}
const overlaps = async () => {
	const [row] = await salon.sql`select count(*)::integer as found
		from public.occupancies a join public.occupancies b
		on a.subject = b.subject and a.minutes && b.minutes
		and (a.source, a.position) < (b.source, b.position)`
	return row?.found
}
const active = (id: string, is: boolean) => salon.sql`update public.resources set active = ${is} where id = ${id}`

describe('a service that needs a room', () => {
	test('takes the first free room; when all are taken, the time is refused and not offered', async () => {
		const { anna, ben, location } = salon.ids
		const third = await insertService(salon.sql, location, 'Kurz', 30, 1000, [anna], {})
		await salon.sql`update public.services set resource_kind = 'Raum' where id = ${third}`
		const one = await salon.book({ services: [treatment], employee: anna, starts_at: at(day, '10:00') })
		expect(await reserved(one.id)).toEqual([room.big])
		const two = await salon.book({ services: [treatment], employee: ben, starts_at: at(day, '10:30') })
		expect(await reserved(two.id)).toEqual([room.small])
		// Anna is free from eleven on, but until 11:30 only the big room is free.
		expect(await codeOf(salon.hold({ services: [third], starts_at: at(day, '11:00') }))).toBe('no error')
		const date = at(day, '12:00').slice(0, 10)
		const free = await salon.call<{ starts_at: string }[]>('anon', 'available_starts', {
			...{ location, services: [treatment], employee: ben, from: date, to: date },
		})
		const times = free.map((start) => Date.parse(start.starts_at))
		expect(times).not.toContain(Date.parse(at(day, '10:00')))
		expect(times).toContain(Date.parse(at(day, '11:30')))
	})

	test('is refused with slot_taken when all rooms are taken, and with not_bookable when there is none', async () => {
		await active(room.small, false)
		await salon.book({ services: [treatment], employee: salon.ids.anna, starts_at: at(day, '10:00') })
		const wish = { services: [treatment], employee: salon.ids.ben, starts_at: at(day, '10:15') }
		expect(await codeOf(salon.hold(wish))).toBe('slot_taken')
		await active(room.big, false)
		expect(await codeOf(salon.hold({ ...wish, starts_at: at(day, '15:00') }))).toBe('not_bookable')
		await active(room.big, true)
		await active(room.small, true)
		expect(await codeOf(salon.hold(wish))).toBe('no error')
	})

	test('keeps the chair while the employee is free', async () => {
		const { anna, ben, cut } = salon.ids
		await salon.book({ services: [dye], employee: anna, starts_at: at(day, '10:00') })
		expect(await codeOf(salon.hold({ services: [cut], employee: anna, starts_at: at(day, '10:30') }))).toBe('no error')
		expect(await codeOf(salon.hold({ services: [dye], employee: ben, starts_at: at(day, '10:30') }))).toBe('slot_taken')
		expect(await codeOf(salon.hold({ services: [dye], employee: ben, starts_at: at(day, '11:30') }))).toBe('no error')
	})

	test('gives the room back when it ends, and takes another when moved or entered by hand', async () => {
		const { anna, ben, location } = salon.ids
		const one = await salon.book({ services: [treatment], employee: anna, starts_at: at(day, '10:00') })
		const two = await salon.book({ services: [treatment], employee: ben, starts_at: at(day, '12:00') })
		const by = { services: [treatment], contact: { name: 'Meier' }, location }
		await active(room.small, false)
		const create = (starts: string) =>
			salon.call(salon.user.owner, 'create_appointment', { ...by, employee: ben, starts_at: starts })
		expect(await codeOf(create(at(day, '10:15')))).toBe('slot_taken')
		const move = { appointment: two.id, secret: two.secret, starts_at: at(day, '10:30') }
		expect(await codeOf(salon.call('anon', 'reschedule_appointment', move))).toBe('slot_taken')
		expect(await reserved(two.id)).toEqual([room.big])
		await salon.call('anon', 'cancel_appointment', { appointment: one.id, secret: one.secret })
		expect(await reserved(one.id)).toEqual([])
		await salon.call('anon', 'reschedule_appointment', move)
		expect(await codeOf(create(at(day, '12:00')))).toBe('no error')
		await active(room.small, true)
	})

	test('a visit of two lines uses one room and does not block itself', async () => {
		await salon.sql`update public.services set buffer_before_minutes = 15, buffer_after_minutes = 15 where id = ${treatment}`
		await active(room.small, false)
		const visit = { services: [treatment, treatment], employee: salon.ids.anna, starts_at: at(day, '10:00') }
		const { id } = await salon.book(visit)
		expect(await reserved(id)).toEqual([room.big, room.big])
		await active(room.small, true)
		await salon.sql`update public.services set buffer_before_minutes = 0, buffer_after_minutes = 0 where id = ${treatment}`
	})
})

describe('an expired hold', () => {
	test('leaves its room to others, or takes one again', async () => {
		const { anna, ben } = salon.ids
		await active(room.small, false)
		const [early, late] = [at(1, '10:00'), at(1, '11:00')]
		const wish = (who: string, time: string) => ({ services: [treatment], employee: who, starts_at: at(day, time) })
		const lost = await salon.hold(wish(anna, '10:00'), early)
		expect(await codeOf(salon.hold(wish(ben, '10:15'), early))).toBe('slot_taken')
		const won = await salon.hold(wish(ben, '10:15'), late)
		const confirm = ({ visit, secret }: typeof lost) =>
			codeOf(
				salon.call(
					'anon',
					'confirm_appointment',
					{ appointment: visit.id, secret, contact: CONTACT, early_start: salon.agreed },
					late,
				),
			)
		expect(await confirm(lost)).toMatch(/slot_taken|hold_expired/)
		expect(await confirm(won)).toBe('no error')
		const again = await salon.hold(wish(anna, '14:00'), early)
		await salon.call('service_role', 'expire_holds', {}, late)
		expect(await reserved(again.visit.id)).toEqual([])
		expect(await confirm(again)).toBe('no error')
		expect(await reserved(again.visit.id)).toEqual([room.big])
		await active(room.small, true)
		expect(await overlaps()).toBe(0)
	})
})

describe('races', () => {
	test('100 clients want two rooms with ten employees: two get one', async () => {
		const team = []
		for (let index = 0; index < 10; index++) {
			const [row] = await salon.sql`insert into public.employees (location_id, name, position)
				values (${salon.ids.location}, ${`E${index}`}, ${10 + index}) returning id`
			await salon.sql`insert into public.working_hours (employee_id, weekday, starts, ends)
				select ${row?.id}, day, '08:00', '20:00' from generate_series(1, 7) day`
			team.push(row?.id as string)
		}
		const busy = await insertService(salon.sql, salon.ids.location, 'Andrang', 60, 1000, team)
		await salon.sql`update public.services set resource_kind = 'Raum' where id = ${busy}`
		const wish = { services: [busy], employee: null, starts_at: at(day, '10:00') }
		const results = await Promise.all(Array.from({ length: 100 }, () => codeOf(salon.hold(wish))))
		expect(results.filter((result) => result === 'no error')).toHaveLength(2)
		expect(results.filter((result) => result === 'slot_taken')).toHaveLength(98)
		expect(await overlaps()).toBe(0)
	})

	test('random visits, moves and ends leave no overlap and no deadlock', { timeout: 60_000 }, async () => {
		const { cut, nails, massage } = salon.ids
		const visits = [[treatment], [dye], [treatment, nails], [dye, treatment], [cut, treatment], [massage], [nails, dye]]
		let state = 23
		const roll = (below: number) => {
			state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
			return Math.floor((state / 4_294_967_296) * below)
		}
		const time = () =>
			at(day + roll(3), `${String(8 + roll(11)).padStart(2, '0')}:${['00', '15', '30', '45'][roll(4)]}`)
		const won: { id: string; secret: string }[] = []
		const results = await Promise.all(
			Array.from({ length: 600 }, async () => {
				const earlier = roll(3) === 0 ? won[roll(Math.max(won.length, 1))] : undefined
				if (earlier) {
					const args = { appointment: earlier.id, secret: earlier.secret }
					return roll(3) === 0
						? codeOf(salon.call('anon', 'cancel_appointment', args))
						: codeOf(salon.call('anon', 'reschedule_appointment', { ...args, starts_at: time() }))
				}
				const wish = { services: visits[roll(visits.length)], employee: null, starts_at: time() }
				return codeOf(salon.book(wish).then((made) => void won.push(made)))
			}),
		)
		const known = new Set(['no error', 'slot_taken', 'not_bookable', 'wrong_state'])
		expect(results.filter((result) => !known.has(result))).toEqual([])
		expect(won.length).toBeGreaterThan(20)
		expect(await overlaps()).toBe(0)
		expect(await salon.overlaps()).toBe(0)
	})
})

test('"Warum fehlt diese Zeit?" names who has each room', async () => {
	const { anna, ben, location } = salon.ids
	day += 3
	await active(room.small, false)
	const { id } = await salon.book({ services: [treatment], employee: anna, starts_at: at(day, '10:00') })
	type Answer = { reasons: { reason: string; kind: string; resources: object[] }[] }
	const ask = async (who: string) => {
		const wish = { location, services: [treatment], starts_at: at(day, '10:00'), employee: ben }
		const [answer] = [await salon.call<Answer | Answer[]>(who, 'explain_start', wish)].flat()
		return answer?.reasons ?? []
	}
	const taken = { name: 'Großer Raum', appointment_id: id, customer: 'Mia Muster' }
	expect(await ask(salon.user.manager)).toMatchObject([{ reason: 'resource', kind: 'Raum', resources: [taken] }])
	const [seen] = await ask(salon.user.staff)
	expect(seen?.resources).toMatchObject([{ name: 'Großer Raum' }])
	expect(Object.keys(seen?.resources[0] ?? {})).toEqual(['to', 'from', 'name'])
	await active(room.small, true)
})

test('the search offers exactly what can be held', async () => {
	const { location, ben } = salon.ids
	day += 3
	await active(room.small, false)
	await salon.sql`update public.services set active = false where location_id = ${location} and id <> ${treatment}`
	await salon.book({ services: [treatment], employee: ben, starts_at: at(day, '08:00') })
	await salon.hold({ services: [treatment], employee: ben, starts_at: at(day, '09:15') })
	const date = at(day, '12:00').slice(0, 10)
	const free = await salon.call<{ starts_at: string }[]>('anon', 'available_starts', {
		...{ location, services: [treatment], from: date, to: date },
	})
	type Hit = { slug: string; next_starts: { starts_at: string }[] }
	const hits = [await salon.call<Hit | Hit[]>('anon', 'search_locations', { date, date_to: date })].flat()
	const found = hits.find((hit) => hit.slug === 'salon-loewe')?.next_starts ?? []
	const instants = (starts: { starts_at: string }[]) => starts.map((start) => Date.parse(start.starts_at))
	expect(instants(found)).toEqual(instants(free).slice(0, 3))
	expect(instants(found)[0]).toBe(Date.parse(at(day, '10:15')))
	await active(room.small, true)
})
