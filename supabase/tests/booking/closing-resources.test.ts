import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { boardContract, disruptionListContract } from '#app/features/disruptions/disruptions.contracts.ts'
import { at, codeOf, hashOf, insertService, openSalon, type Salon } from './salon.ts'

// Anna's and Ben's treatments need one of two rooms; one of them is closed.
let salon: Salon
let room: { big: string; small: string }
let treatment: string
let day = 1
beforeAll(async () => {
	salon = await openSalon(32)
	const { location, anna, ben } = salon.ids
	const insert = async (name: string, position: number): Promise<string> => {
		const [row] = await salon.sql`insert into public.resources (location_id, kind, name, position)
			values (${location}, 'Raum', ${name}, ${position}) returning id`
		return row?.id as string
	}
	room = { big: await insert('Großer Raum', 1), small: await insert('Kleiner Raum', 2) }
	treatment = await insertService(salon.sql, location, 'Behandlung', 60, 6000, [anna, ben], {})
	await salon.sql`update public.services set resource_kind = 'Raum' where id = ${treatment}`
})
afterAll(() => salon.close())
beforeEach(() => void (day += 2))
afterEach(async () => {
	if ((await salon.overlaps()) > 0) throw new Error('Somebody or something is booked twice.')
	if ((await salon.sql`select * from internal.index_differences()`).length > 0) throw new Error('The index is wrong.')
})

const begin = (changes: Record<string, unknown> = {}, who = salon.user.manager) =>
	salon.call<{ id: string; items: number }>(who, 'begin_disruption', {
		...{ location: salon.ids.location, resource: room.big },
		...{ starts_at: at(day, '00:00'), ends_at: at(day + 1, '00:00') },
		...changes,
	})
const board = async (disruption: string) =>
	boardContract.strict().parse(await salon.call(salon.user.manager, 'disruption_board', { disruption }))
const asManager = <T>(verb: string, args: Record<string, unknown>) => salon.call<T>(salon.user.manager, verb, args)
const wish = (time: string, employee = salon.ids.anna) => ({
	...{ services: [treatment], employee, starts_at: at(day, time) },
})
const person = (name: string) => ({ name, email: `${name.toLowerCase()}@example.org`, phone: '', note: '' })
const roomsOf = async (visit: string) =>
	(await salon.sql`select resource_id from public.appointment_lines where appointment_id = ${visit}`).map(
		({ resource_id }) => resource_id,
	)
/** This day in minutes since 1970. */
const today = () =>
	salon.sql`internal.closed_minutes(${at(day, '00:00')}::timestamptz, ${at(day + 1, '00:00')}::timestamptz)`
/** For how many minutes of this day the big room is whose. */
const taken = async (): Promise<Record<string, number>> => {
	const rows = await salon.sql`select one.kind::text, sum(upper(part) - lower(part))::integer as minutes
		from public.occupancies one cross join unnest(one.minutes * ${today()}) part where one.subject = ${room.big} group by 1`
	return Object.fromEntries(rows.map(({ kind, minutes }) => [kind, minutes]))
}
const WHOLE_DAY = { block: 24 * 60 }

describe('a closed room', () => {
	test('takes what is free at once, and gives all of it back in the end', async () => {
		const visit = await salon.book(wish('10:00'), person('Ada'))
		expect(await roomsOf(visit.id)).toEqual([room.big])
		const { id, items } = await begin({ reason: 'Wasserschaden' })
		expect(items).toBe(1)
		expect(await taken()).toEqual({ line: 60, block: 23 * 60 })
		const block = await salon.sql`select title, resource_id from public.blocks where resource_id = ${room.big}`
		expect(block.at(-1)).toEqual({ title: 'Wasserschaden', resource_id: room.big })
		// The other room is still to be had, once at a time.
		const other = await salon.book(wish('12:00'), person('Bea'))
		expect(await roomsOf(other.id)).toEqual([room.small])
		expect(await codeOf(salon.hold(wish('12:00', salon.ids.ben)))).toBe('slot_taken')
		expect(await asManager('end_disruption', { disruption: id })).toBe(1)
		expect(await taken()).toEqual({ line: 60 })
		expect(await roomsOf((await salon.book(wish('12:00', salon.ids.ben), person('Cleo'))).id)).toEqual([room.big])
		expect((await board(id)).items[0]?.state).toBe('kept')
	})

	test('takes the time of each appointment that goes, whoever lets it go', async () => {
		const visits = []
		for (const time of ['09:00', '11:00', '13:00'])
			visits.push(await salon.book(wish(time), person(`Gast${time.slice(0, 2)}`)))
		const [cancelled, moved, deleted] = visits
		const { id } = await begin()
		expect(await taken()).toMatchObject({ line: 180 })
		await salon.call('anon', 'cancel_appointment', { appointment: cancelled!.id, secret: cancelled!.secret })
		const elsewhere = { appointment: moved!.id, secret: moved!.secret, starts_at: at(day, '15:00') }
		await salon.call('anon', 'reschedule_appointment', elsewhere)
		expect(await roomsOf(moved!.id)).toEqual([room.small])
		await salon.sql`delete from public.appointments where id = ${deleted!.id}`
		expect(await taken()).toEqual(WHOLE_DAY)
		expect((await board(id)).items.map(({ state }) => state)).toEqual(['cancelled', 'moved'])
		await asManager('end_disruption', { disruption: id })
		expect(await taken()).toEqual({})
	})

	test('is left by what moves within its time, also by a member', async () => {
		const visit = await salon.book(wish('10:00'))
		await begin()
		const later = { appointment: visit.id, starts_at: at(day, '10:15') }
		await asManager('reschedule_appointment', later)
		expect(await roomsOf(visit.id)).toEqual([room.small])
		await salon.book(wish('10:00', salon.ids.ben)).catch(() => undefined)
		expect(await taken()).toEqual(WHOLE_DAY)
	})

	test('is not free while anything else of it is', async () => {
		const { location } = salon.ids
		const { id } = await begin()
		const date = at(day, '12:00').slice(0, 10)
		const starts = async (employee: string) => {
			const found = await salon.call<{ starts_at: string }[]>('anon', 'available_starts', {
				...{ location, services: [treatment], employee, from: date, to: date },
			})
			return found.map(({ starts_at }) => Date.parse(starts_at))
		}
		await salon.book(wish('10:00'))
		expect(await starts(salon.ids.ben)).not.toContain(Date.parse(at(day, '10:00')))
		expect(await starts(salon.ids.ben)).toContain(Date.parse(at(day, '11:00')))
		await asManager('end_disruption', { disruption: id })
		expect(await starts(salon.ids.ben)).toContain(Date.parse(at(day, '10:00')))
	})

	test('two closings of one room that overlap: the end of one leaves the other', async () => {
		const first = await begin()
		const second = await begin({ starts_at: at(day, '12:00'), ends_at: at(day + 2, '00:00') })
		await asManager('end_disruption', { disruption: first.id })
		expect(await taken()).toEqual({ block: 12 * 60 })
		expect(await codeOf(salon.hold(wish('12:00')))).toBe('no error')
		expect(await codeOf(salon.hold(wish('12:00', salon.ids.ben)))).toBe('slot_taken')
		await asManager('end_disruption', { disruption: second.id })
	})

	test('cleaning that is blocked there stays, and when it goes the room is closed', async () => {
		const cleaning = await asManager<{ id: string }>('block_time', {
			...{ location: salon.ids.location, resource: room.big, starts_at: at(day, '18:00'), ends_at: at(day, '19:00') },
		})
		await begin()
		await asManager('change_block', { block: cleaning.id, title: 'Putzen' })
		await asManager('unblock_time', { block: cleaning.id })
		expect(await taken()).toEqual(WHOLE_DAY)
	})

	test('for many weeks, and removed in the calendar by hand', async () => {
		const { id } = await begin({ ends_at: at(day + 60, '00:00') })
		const block = async () =>
			(await salon.sql`select block_id from public.disruptions where id = ${id}`)[0]?.block_id as string
		const same = { starts_at: at(day, '00:00'), ends_at: at(day + 60, '00:00') }
		await asManager('change_block', { block: await block(), title: 'Umbau', ...same })
		expect((await board(id)).closed).toBe(true)
		await asManager('unblock_time', { block: await block() })
		expect((await board(id)).closed).toBe(false)
		expect(await taken()).toEqual({})
	})

	test('moved in the calendar it is an ordinary block, which nothing may lie under', async () => {
		const visit = await salon.book(wish('10:00'))
		const { id } = await begin()
		const [row] = await salon.sql`select block_id from public.disruptions where id = ${id}`
		const move = (from: string) =>
			asManager('change_block', { block: row?.block_id, starts_at: at(day, from), ends_at: at(day, '20:00') })
		expect(await codeOf(move('09:00'))).toBe('slot_taken')
		await move('11:00')
		expect(await taken()).toEqual({ line: 60, block: 9 * 60 })
		await asManager('cancel_appointment', { appointment: visit.id })
		expect(await taken()).toEqual({ block: 9 * 60 })
	})
})

describe('what becomes of the appointments', () => {
	test('another room at the same time, without asking anybody', async () => {
		const visit = await salon.book(wish('10:00'), person('Dora'))
		const { id } = await begin()
		const [item] = (await board(id)).items
		expect(item).toMatchObject({ state: 'open', resource: 'Großer Raum', elsewhere: 'Kleiner Raum', options: null })
		const before =
			await salon.sql`select count(*)::integer as mails from public.messages where appointment_id = ${visit.id}`
		const change = () => asManager('change_resource', { disruption: id, appointment: visit.id })
		expect(await change()).toBe('moved')
		expect(await codeOf(change())).toBe('wrong_state')
		expect(await roomsOf(visit.id)).toEqual([room.small])
		expect(
			await salon.sql`select count(*)::integer as mails from public.messages where appointment_id = ${visit.id}`,
		).toEqual(before)
		const [told] = await salon.sql`select changes from public.appointment_changes where appointment_id = ${visit.id}`
		expect(told?.changes).toEqual([{ what: 'resource', old: 'Großer Raum', new: 'Kleiner Raum' }])
		expect(await taken()).toEqual(WHOLE_DAY)
		expect((await board(id)).items[0]).toMatchObject({ state: 'moved', resource: 'Kleiner Raum' })
	})

	test('all at once: the other room as long as it is free, then other times', async () => {
		const [first, second] = [
			await salon.book(wish('10:00'), person('Eva')),
			await salon.book(wish('10:00', salon.ids.ben), person('Finn')),
		]
		expect(await roomsOf(second.id)).toEqual([room.small])
		const third = await salon.book(wish('12:00', salon.ids.ben), person('Gerd'))
		const { id, items } = await begin()
		expect(items).toBe(2)
		expect((await board(id)).items.map(({ elsewhere }) => elsewhere)).toEqual([null, 'Kleiner Raum'])
		expect(await asManager('propose_all', { disruption: id })).toEqual({ proposed: 1, call: 0, open: 0, moved: 1 })
		expect(await roomsOf(third.id)).toEqual([room.small])
		const [asked] = (await board(id)).items
		expect(asked?.proposal).toMatchObject({ away: '' })
		const answer = await salon.call('anon', 'answer_proposal', {
			...{ appointment: first.id, secret: first.secret, accept: true },
		})
		expect(Date.parse(answer.starts_at)).toBe(Date.parse(asked!.proposal!.starts_at))
		expect(await taken()).toEqual(WHOLE_DAY)
		expect((await board(id)).items.map(({ state }) => state)).toEqual(['accepted', 'moved'])
	})

	test('who was asked and gets another room after all hears that the appointment stays', async () => {
		const [visit, other] = [
			await salon.book(wish('10:00'), person('Hanna')),
			await salon.book(wish('10:00', salon.ids.ben), person('Ida')),
		]
		const { id } = await begin()
		await asManager('propose_all', { disruption: id })
		await salon.sql`update public.messages set state = 'sent' where appointment_id = ${visit.id} and kind = 'appointment_proposed'`
		await asManager('cancel_appointment', { appointment: other.id })
		expect(await asManager('change_resource', { disruption: id, appointment: visit.id })).toBe('moved')
		const told =
			await salon.sql`select kind from public.messages where appointment_id = ${visit.id} and kind = 'appointment_kept'`
		expect(told).toHaveLength(1)
		expect(
			await codeOf(
				salon.call('anon', 'answer_proposal', { appointment: visit.id, secret: visit.secret, accept: true }),
			),
		).toBe('proposal_over')
	})

	test('kept and later cancelled: then the room is closed', async () => {
		const visit = await salon.book(wish('10:00'))
		const { id } = await begin()
		await asManager('settle_disrupted', { disruption: id, appointment: visit.id, state: 'kept' })
		expect(await taken()).toMatchObject({ line: 60 })
		await asManager('cancel_appointment', { appointment: visit.id })
		expect(await taken()).toEqual(WHOLE_DAY)
		// Taken back, the cancellation finds another room.
		await asManager('restore_appointment', { appointment: visit.id })
		expect(await roomsOf(visit.id)).toEqual([room.small])
	})

	test('a proposal into the room to somebody whose employee is sick is open again', async () => {
		const visit = await salon.book(wish('10:00'), person('Jana'))
		const sick = await begin({ resource: null, employee: salon.ids.anna })
		await asManager('propose_all', { disruption: sick.id })
		expect((await board(sick.id)).items[0]?.state).toBe('proposed')
		await begin()
		expect((await board(sick.id)).items[0]).toMatchObject({ state: 'open', proposal: null })
		await asManager('propose_all', { disruption: sick.id })
		await salon.call('anon', 'answer_proposal', { appointment: visit.id, secret: visit.secret, accept: true })
		expect(await roomsOf(visit.id)).toEqual([room.small])
		expect(await taken()).toEqual(WHOLE_DAY)
	})

	test('of a sick person has no other room, and leaves by a change of the person at the desk', async () => {
		const visit = await salon.book(wish('10:00'))
		const { id } = await begin({ resource: null, employee: salon.ids.anna })
		expect(await codeOf(asManager('change_resource', { disruption: id, appointment: visit.id }))).toBe('wrong_state')
		await salon.run(
			salon.user.manager,
			`select public.change_appointment(visit.id, visit.updated_at, array[$2::uuid], array[$3::uuid], array[60], array[6000], array[1],
				p_anyway => true) from public.appointments visit where visit.id = $1`,
			[visit.id, treatment, salon.ids.ben],
		)
		expect((await board(id)).items[0]?.state).toBe('moved')
	})
})

describe('events', () => {
	test('in the room are named until they have another room or none', async () => {
		const { location, anna } = salon.ids
		const event = await asManager<{ id: string; updated_at: string }>('create_event', {
			...{ location, service: salon.ids.cut, employee: anna, resource: room.big, seats: 4, title: 'Flechtkurs' },
			...{ starts_at: at(day, '18:00'), ends_at: at(day, '20:00') },
		})
		const { id } = await begin()
		const first = { event_id: event.id, title: 'Flechtkurs', state: 'open', rooms: [{ name: 'Kleiner Raum' }] }
		expect((await board(id)).events).toMatchObject([first])
		const listed = async () =>
			disruptionListContract.parse(await asManager('list_disruptions', { location })).find((one) => one.id === id)
		expect(await listed()).toMatchObject({ name: 'Großer Raum', events: 1, events_open: 1, items: 0 })
		const change = (changes: { employee?: string; starts_at?: string; resource?: string | null }) => {
			const wanted = { employee: anna, resource: room.big, starts_at: at(day, '18:00'), ...changes }
			return codeOf(
				salon.run(
					salon.user.manager,
					`select public.change_event(event.id, event.updated_at, $2, $3, event.ends_at, 4, 4500, $4, 'Flechtkurs')
						from public.events event where event.id = $1`,
					[event.id, wanted.employee, wanted.starts_at, wanted.resource],
				),
			)
		}
		// Somebody else may give it where it is; another time there is not to be had.
		expect(await change({ employee: salon.ids.ben })).toBe('no error')
		expect(await change({ starts_at: at(day, '17:00') })).toBe('slot_taken')
		expect(await change({ resource: null })).toBe('no error')
		expect(await listed()).toMatchObject({ events: 1, events_open: 0 })
		expect((await board(id)).events[0]).toMatchObject({ state: 'moved', room: null, rooms: [] })
		expect(await taken()).toEqual(WHOLE_DAY)
		expect(await change({ resource: room.big })).toBe('slot_taken')
	})
})

describe('races', () => {
	test('customers hold and confirm the room while it is closed', async () => {
		for (let round = 0; round < 6; round++) {
			day += 1
			const held = await salon.hold(wish('09:00'))
			const secret = `race-${day}`
			const confirm = () =>
				salon.call('anon', 'confirm_appointment', {
					...{ appointment: held.visit.id, secret: held.secret, contact: person('Karl') },
				})
			const hold = (time: string, employee: string) =>
				codeOf(
					salon.call('anon', 'hold_appointment', {
						...wish(time, employee),
						location: salon.ids.location,
						secret_hash: hashOf(secret + time + employee),
					}),
				)
			const { anna, ben } = salon.ids
			const [closed, confirmed] = await Promise.all([
				begin(),
				codeOf(confirm()),
				...['11:00', '13:00', '15:00'].flatMap((time) => [hold(time, anna), hold(time, ben)]),
			])
			// Whoever was just confirming may have to press again, and then has the other room.
			expect(confirmed === 'slot_taken' ? await codeOf(confirm()) : confirmed).toBe('no error')
			// Whoever was first is in the list, and nobody else has the room.
			const inside = await salon.sql`select appointment_id from public.appointment_lines line
				where resource_id = ${room.big} and starts_at >= ${at(day, '00:00')} and starts_at < ${at(day + 1, '00:00')}`
			const items = (await board(closed.id)).items.map(({ appointment_id }) => appointment_id)
			expect(items).toEqual(inside.map(({ appointment_id }) => appointment_id))
			const [holds] = await salon.sql`select count(*)::integer as live from public.occupancies
				where subject = ${room.big} and expires_at is not null
					and minutes && ${today()}`
			expect(holds?.live).toBe(0)
			expect(Object.values(await taken()).reduce((sum, minutes) => sum + minutes, 0)).toBe(24 * 60)
		}
	})

	test('appointments are cancelled, moved and given other rooms at the same moment as others want the room', async () => {
		const visits = []
		for (const time of ['09:00', '10:00', '11:00', '12:00', '13:00', '14:00'])
			visits.push(await salon.book(wish(time), person(`Lea${time.slice(0, 2)}`)))
		const { id } = await begin()
		const codes = await Promise.all([
			...visits
				.slice(0, 2)
				.map(({ id: appointment, secret }) =>
					codeOf(salon.call('anon', 'cancel_appointment', { appointment, secret })),
				),
			...visits
				.slice(2, 4)
				.map((visit) => codeOf(asManager('change_resource', { disruption: id, appointment: visit.id }))),
			codeOf(asManager('propose_all', { disruption: id })),
			...['09:00', '10:00'].map((time) => codeOf(salon.hold(wish(time, salon.ids.ben)))),
		])
		expect(codes.filter((code) => !['no error', 'slot_taken', 'wrong_state'].includes(code))).toEqual([])
		// Where no other customer had the other room first, it was changed to.
		expect((await board(id)).items.slice(2).map(({ state }) => state)).toEqual(['moved', 'moved', 'moved', 'moved'])
		expect(Object.values(await taken()).reduce((sum, minutes) => sum + minutes, 0)).toBe(24 * 60)
	})

	test('a customer who fills in the form is given the other room when it is free', async () => {
		const { visit, secret } = await salon.hold(wish('10:00'))
		await begin()
		await salon.call('anon', 'confirm_appointment', { appointment: visit.id, secret, contact: person('Mona') })
		expect(await roomsOf(visit.id)).toEqual([room.small])
	})
})

describe('who may', () => {
	test('the reception closes rooms, staff and others do not', async () => {
		const visit = await salon.book(wish('10:00'))
		const reception = await salon.addMember('reception')
		for (const [who, code] of [
			[salon.user.staff, 'not_allowed'],
			[salon.user.foreigner, 'location_not_found'],
			[salon.user.customer, 'location_not_found'],
		] as const)
			expect(await codeOf(begin({}, who))).toBe(code)
		const { id } = await begin({}, reception)
		const change = { disruption: id, appointment: visit.id }
		for (const who of [salon.user.staff, salon.user.foreigner, salon.user.customer])
			expect(await codeOf(salon.call(who, 'change_resource', change))).toBe('disruption_not_found')
		expect(await salon.call(reception, 'change_resource', change)).toBe('moved')
		expect(await codeOf(salon.call(reception, 'end_disruption', { disruption: id }))).toBe('no error')
	})

	test('only rooms of the location, and not together with a person', async () => {
		const [foreign] = await salon.sql`insert into public.resources (location_id, kind, name)
			values (${salon.ids.foreignLocation}, 'Raum', 'Fremd') returning id`
		expect(await codeOf(begin({ resource: foreign?.id }))).toBe('resource_not_found')
		expect(await codeOf(begin({ employee: salon.ids.anna }))).toBe('resource_not_found')
		expect(await codeOf(begin({ ends_at: at(day + 400, '00:00') }))).toBe('disruption_times')
	})
})
