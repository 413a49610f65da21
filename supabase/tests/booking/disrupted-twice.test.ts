import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { boardContract } from '#app/features/disruptions/disruptions.contracts.ts'
import { at, codeOf, insertService, openSalon, type Salon } from './salon.ts'

// Anna is sick, and one of two rooms is closed: her treatments in it lie in both.
let salon: Salon
let big: string
let treatment: string
let day = 1
beforeAll(async () => {
	salon = await openSalon(20)
	const { location, anna, ben } = salon.ids
	const [first] = await salon.sql`insert into public.resources (location_id, kind, name, position)
		values (${location}, 'Raum', 'Großer Raum', 1), (${location}, 'Raum', 'Kleiner Raum', 2) returning id`
	big = String(first?.id)
	treatment = await insertService(salon.sql, location, 'Behandlung', 60, 6000, [anna, ben], {})
	await salon.sql`update public.services set resource_kind = 'Raum' where id = ${treatment}`
})
afterAll(() => salon.close())
beforeEach(() => void (day += 2))
afterEach(async () => {
	if ((await salon.overlaps()) > 0) throw new Error('Somebody or something is booked twice.')
	const [asked] =
		await salon.sql`select count(*)::integer as twice from (select appointment_id from public.disruption_items
		where state in ('open', 'proposed', 'call') group by 1 having count(*) > 1) found`
	if (asked?.twice !== 0) throw new Error('An appointment is on two boards.')
})

const asManager = <T>(verb: string, args: Record<string, unknown>) => salon.call<T>(salon.user.manager, verb, args)
const begin = (who: Record<string, unknown>) =>
	asManager<{ id: string; items: number }>('begin_disruption', {
		...{ location: salon.ids.location, starts_at: at(day, '00:00'), ends_at: at(day + 1, '00:00') },
		...who,
	})
const sick = () => begin({ employee: salon.ids.anna })
const closed = () => begin({ resource: big })
const board = async (disruption: string) =>
	boardContract.strict().parse(await asManager('disruption_board', { disruption }))
const states = async (...boards: { id: string }[]) =>
	await Promise.all(boards.map(async ({ id }) => (await board(id)).items.map(({ state }) => state)))
const book = (time = '10:00', name = 'Ada') =>
	salon.book(
		{ services: [treatment], employee: salon.ids.anna, starts_at: at(day, time) },
		{ name, email: `${name.toLowerCase()}@example.org`, phone: '', note: '' },
	)
const answer = (visit: { id: string; secret: string }, accept: boolean, seen?: string) =>
	salon.call('anon', 'answer_proposal', {
		appointment: visit.id,
		secret: visit.secret,
		accept,
		early_start: salon.agreed,
		starts_at: seen ?? null,
	})

test('the person comes before the room, whichever was entered first', async () => {
	await book()
	const room = await closed()
	expect(room.items).toBe(1)
	const person = await sick()
	expect(person.items).toBe(1)
	expect(await states(room, person)).toEqual([[], ['open']])
	expect((await board(room.id)).others).toEqual([{ id: person.id, name: 'Anna', items: 1 }])
	expect((await board(person.id)).others).toEqual([])
	day += 2
	await book()
	const [personFirst, roomSecond] = [await sick(), await closed()]
	expect(roomSecond.items).toBe(0)
	expect(await states(personFirst, roomSecond)).toEqual([['open'], []])
})

test('one proposal answers both: somebody else, in the other room', async () => {
	const visit = await book()
	const [room, person] = [await closed(), await sick()]
	expect(await asManager('propose_all', { disruption: room.id })).toEqual({ proposed: 0, call: 0, open: 0, moved: 0 })
	expect(await asManager('propose_all', { disruption: person.id })).toMatchObject({ proposed: 1 })
	const moved = await answer(visit, true)
	expect(moved.lines[0]?.employee_id).toBe(salon.ids.ben)
	expect(await states(room, person)).toEqual([[], ['accepted']])
	expect((await board(room.id)).others).toEqual([])
	const [line] = await salon.sql`select resource_id from public.appointment_lines where appointment_id = ${visit.id}`
	expect(line?.resource_id).not.toBe(big)
})

test('what is kept with the person goes on to the room, and what is moved there comes back no more', async () => {
	const visit = await book()
	const [room, person] = [await closed(), await sick()]
	await asManager('settle_disrupted', { disruption: person.id, appointment: visit.id, state: 'kept' })
	expect(await states(room, person)).toEqual([['open'], ['kept']])
	expect(
		await codeOf(asManager('settle_disrupted', { disruption: person.id, appointment: visit.id, state: 'open' })),
	).toBe('wrong_state')
	expect(await asManager('change_resource', { disruption: room.id, appointment: visit.id })).toBe('moved')
	expect(await states(room, person)).toEqual([['moved'], ['kept']])
})

test('a sick day that is taken back leaves the rest to the room', async () => {
	await book()
	const [room, person] = [await closed(), await sick()]
	await asManager('end_disruption', { disruption: person.id })
	expect(await states(room, person)).toEqual([['open'], ['kept']])
	await asManager('end_disruption', { disruption: room.id })
	expect(await states(room, person)).toEqual([['kept'], ['kept']])
})

test('who was asked about the room is not asked about the person until that is answered', async () => {
	const [visit, other] = [await book(), await book('12:00', 'Bea')]
	// Both rooms are out of use, so that the room's board has to ask.
	const room = await begin({ resource: big })
	await asManager('propose_move', { disruption: room.id, appointment: visit.id, starts_at: at(day + 1, '10:00') })
	await salon.sql`update public.messages set state = 'sent' where appointment_id = ${visit.id} and kind = 'appointment_proposed'`
	const person = await sick()
	expect(await states(room, person)).toEqual([['proposed'], ['open']])
	expect((await board(person.id)).others).toEqual([{ id: room.id, name: 'Großer Raum', items: 1 }])
	expect(await asManager('propose_all', { disruption: person.id })).toMatchObject({ proposed: 1 })
	await answer(visit, false)
	expect(await states(room, person)).toEqual([['call'], ['proposed']])
	await asManager('settle_disrupted', { disruption: room.id, appointment: visit.id, state: 'kept' })
	expect(await states(room, person)).toEqual([['kept'], ['open', 'proposed']])
	// Answered late and twice: each time it is the last proposal that counts.
	expect(await codeOf(answer(visit, true))).toBe('proposal_over')
	await asManager('propose_all', { disruption: person.id })
	await Promise.all([answer(visit, true), answer(visit, true), answer(other, true)])
	expect(await states(room, person)).toEqual([['kept'], ['accepted', 'accepted']])
})

test('the same answer twice is the same answer, also when another board has the appointment since', async () => {
	const visit = await book()
	const person = await sick()
	await asManager('propose_move', { disruption: person.id, appointment: visit.id, starts_at: at(day + 1, '10:00') })
	await salon.sql`update public.disruptions set starts_at = starts_at where id = ${person.id}`
	const moved = await answer(visit, true)
	const next = await begin({
		employee: moved.lines[0]?.employee_id,
		starts_at: at(day + 1, '00:00'),
		ends_at: at(day + 2, '00:00'),
	})
	expect(await states(person, next)).toEqual([['accepted'], ['open']])
	expect((await answer(visit, true)).starts_at).toBe(moved.starts_at)
	expect((await answer(visit, true, moved.starts_at)).starts_at).toBe(moved.starts_at)
	expect(await states(person, next)).toEqual([['accepted'], ['open']])
	// What the next board proposed and took back is not agreed to by an old page.
	const other = at(day + 3, '10:00')
	await asManager('propose_move', { disruption: next.id, appointment: visit.id, starts_at: other })
	expect(await codeOf(answer(visit, true, moved.starts_at))).toBe('proposal_over')
	await asManager('settle_disrupted', { disruption: next.id, appointment: visit.id, state: 'open' })
	for (const accept of [true, false]) expect(await codeOf(answer(visit, accept, other))).toBe('proposal_over')
})

test('three boards, one after the other, while everybody decides at the same moment', async () => {
	const visits = [await book('09:00', 'Ina'), await book('11:00', 'Jan'), await book('13:00', 'Kai')]
	const [room, person, house] = [await closed(), await sick(), await begin({})]
	expect(await states(room, person, house)).toEqual([[], ['open', 'open', 'open'], []])
	await Promise.all([
		...visits.map((visit) =>
			codeOf(asManager('settle_disrupted', { disruption: person.id, appointment: visit.id, state: 'kept' })),
		),
		codeOf(asManager('propose_all', { disruption: house.id })),
		codeOf(asManager('propose_all', { disruption: room.id })),
	])
	expect((await states(person))[0]).toEqual(['kept', 'kept', 'kept'])
	expect((await states(room))[0]).toEqual([])
	expect((await board(house.id)).items).toHaveLength(3)
	await asManager('end_disruption', { disruption: house.id })
	expect((await states(room))[0]).toEqual(['open', 'open', 'open'])
})
