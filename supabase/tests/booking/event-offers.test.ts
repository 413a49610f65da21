import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { askForPlace, changeEvent, confirmPlace, confirmSeats, holdSeats, makeCourse } from './course.ts'
import { at, codeOf, openSalon, type Salon } from './salon.ts'

let salon: Salon
// A seat may be offered for three days.
let day = 10
beforeAll(async () => {
	salon = await openSalon(20)
})
afterAll(() => salon.close())
beforeEach(() => void day++)

let turn = 0
type Place = Awaited<ReturnType<typeof askForPlace>>
/** Asks for a place from an address of its own, from a network of its own if no other is given. */
const ask = (event: string, changes: { email?: string; from?: string; seats?: number; now?: string } = {}) =>
	askForPlace(salon, event, {
		...{ email: `wartet${turn++}@example.org`, from: `198.51.${turn % 250}.7`, ...changes },
	})
async function wait(event: string, changes: Parameters<typeof ask>[1] = {}) {
	const place = await ask(event, changes)
	await confirmPlace(salon, place, changes.now)
	return place
}
const stateOf = async ({ id, secret }: Place, now?: string) => {
	const found = salon.call<{ state: string }>('anon', 'get_event_wait', { wait: id, secret }, now)
	return await found.then(
		({ state }) => state,
		(error: Error) => error.message,
	)
}
const statesOf = (places: Place[], now?: string) => Promise.all(places.map((place) => stateOf(place, now)))
const kindsOf = async ({ id }: Place) =>
	(await salon.sql`select kind from public.messages where payload ->> 'wait_id' = ${id} order by created_at, kind`).map(
		({ kind }) => String(kind),
	)
async function full(seats = 1) {
	const { id } = await makeCourse(salon, day, { seats, starts_at: at(day, '18:00'), ends_at: at(day, '19:00') })
	const taken = await Promise.all(Array.from({ length: seats }, () => holdSeats(salon, id)))
	for (const held of taken) await confirmSeats(salon, held)
	return { id, taken }
}
type Taken = Awaited<ReturnType<typeof holdSeats>>
const cancel = ({ visit, secret }: Taken, now?: string) =>
	salon.call('anon', 'cancel_appointment', { appointment: visit.id, secret }, now)
/** What the server's job does at this time. */
const tidy = (now: string) => salon.call('service_role', 'expire_holds', {}, now)
const freeOf = async (event: string, now: string) =>
	(
		await salon.run(
			'anon',
			`select free_seats from public.upcoming_events('${salon.ids.location}', p_event => '${event}')`,
			[],
			now,
		)
	)[0]?.free_seats

describe('a place counts once its address is confirmed', () => {
	test('nobody else sees it, it is offered nothing and can be confirmed once, with the secret only', async () => {
		const { id, taken } = await full()
		const place = await ask(id)
		expect([place.answer, await stateOf(place), await kindsOf(place)]).toEqual([
			'mail',
			'unconfirmed',
			['event_wait_confirm'],
		])
		for (const who of [salon.user.owner, salon.user.manager, salon.user.staff])
			expect(await salon.run(who, `select email from public.event_waits where event_id = '${id}'`)).toHaveLength(0)
		const listed = await salon.run(
			salon.user.manager,
			`select waiting from public.list_events('${salon.ids.location}', '${at(day, '00:00')}', '${at(day, '23:00')}')`,
		)
		expect(listed).toEqual([{ waiting: 0 }])
		await cancel(taken[0] as Taken)
		expect([await stateOf(place), await freeOf(id, at(1, '08:00'))]).toEqual(['unconfirmed', 1])
		for (const who of ['anon', salon.user.customer, salon.user.owner])
			for (const secret of ['falsch', '', null])
				expect(await codeOf(salon.call(who, 'confirm_event_wait', { wait: place.id, secret }))).toBe('event_not_found')
		await confirmPlace(salon, place)
		await confirmPlace(salon, place)
		expect([await stateOf(place), await kindsOf(place)]).toEqual(['offered', ['event_wait_confirm', 'event_seat_free']])
	})

	test('the confirmed address of an account needs no mail, another or unconfirmed one does', async () => {
		const { id } = await full()
		const { customer, stranger } = salon.user
		expect((await askForPlace(salon, id, { email: 'customer@example.org', who: customer })).answer).toBe('waiting')
		expect((await askForPlace(salon, id, { email: 'andere@example.org', who: customer })).answer).toBe('mail')
		const foreign = await askForPlace(salon, id, { email: 'stranger@example.org', who: stranger })
		expect([foreign.answer, await stateOf(foreign)]).toEqual(['mail', 'unconfirmed'])
		expect(await codeOf(salon.call(stranger, 'confirm_event_wait', { wait: foreign.id, secret: '' }))).toBe(
			'event_not_found',
		)
	})

	test('it vanishes after a day, the others stay', async () => {
		const { id } = await full()
		const [kept, gone] = [await wait(id), await ask(id)]
		const later = at(2, '23:59')
		expect(await statesOf([kept, gone], later)).toEqual(['waiting', 'event_not_found'])
		expect(await codeOf(confirmPlace(salon, gone, later))).toBe('event_not_found')
		await salon.run('service_role', "select public.forget_due('unconfirmed_waits')", [], later)
		const left = await salon.sql`select id from public.event_waits where event_id = ${id}`
		expect(left).toEqual([{ id: kept.id }])
	})

	test('whoever asks again before that gets the same link once more, with what was typed last', async () => {
		const { id } = await full(2)
		const first = await ask(id, { email: 'nochmal@example.org' })
		const [earlier] = await salon.sql`update public.messages set dedupe_key = dedupe_key || ' earlier'
			where payload ->> 'wait_id' = ${first.id} returning id`
		expect(earlier).toBeDefined()
		const again = await ask(id, { email: 'Nochmal+kurs@example.org', seats: 2 })
		expect(again.id).toBe(first.id)
		expect(await kindsOf(first)).toEqual(['event_wait_confirm', 'event_wait_confirm'])
		expect(await salon.sql`select seats from public.event_waits where id = ${first.id}`).toEqual([{ seats: 2 }])
	})
})

test('a blocked address is answered, mailed and confirmed as any other, and offered nothing', async () => {
	const { id, taken } = await full()
	await salon.sql`insert into public.customers (company_id, name, email, blocked) values (${salon.ids.company}, 'Weg', 'Weg@example.org', true)`
	const [card] =
		await salon.sql`insert into public.customers (company_id, name, blocked) values (${salon.ids.company}, 'Fort', true) returning id`
	await salon.sql`insert into public.customer_contacts (company_id, customer_id, kind, value)
		values (${salon.ids.company}, ${card?.id}, 'email', 'fort@example.org')`
	const places = [
		await wait(id, { email: 'weg@example.org' }),
		await wait(id, { email: 'fort@example.org' }),
		await wait(id),
	]
	expect(places.map(({ answer }) => answer)).toEqual(['mail', 'mail', 'mail'])
	expect(await statesOf(places)).toEqual(['waiting', 'waiting', 'waiting'])
	expect(await kindsOf(places[0] as Place)).toEqual(await kindsOf(places[2] as Place))
	await cancel(taken[0] as Taken)
	expect(await statesOf(places)).toEqual(['waiting', 'waiting', 'offered'])
})

describe('limits', () => {
	test('ten open places of a network at one business, also when they are asked for at the same moment', async () => {
		const courses: string[] = []
		for (let count = 0; count < 3; count++) {
			day++
			courses.push((await full()).id)
		}
		const codes = await Promise.all(
			Array.from({ length: 14 }, (_, n) =>
				codeOf(ask(courses[n % 3] as string, { from: `203.0.113.${n + 1}`, email: `netz${n}@example.org` })),
			),
		)
		expect(codes.filter((code) => code === 'no error')).toHaveLength(10)
		expect(codes.filter((code) => code === 'too_many_waits')).toHaveLength(4)
		// Another network is another matter, and what nobody confirms counts for a day.
		expect(await codeOf(ask(courses[0] as string, { from: '203.0.114.1' }))).toBe('no error')
		const last = { from: '203.0.113.9', email: 'netz-spaet@example.org' }
		expect(await codeOf(ask(courses[0] as string, last))).toBe('too_many_waits')
		expect(await codeOf(ask(courses[0] as string, { ...last, now: at(2, '12:00') }))).toBe('no error')
	})

	test('five confirmed places of a mailbox, of which nobody hears but its owner', async () => {
		const places: Place[] = []
		for (let count = 0; count < 6; count++) {
			day++
			places.push(await ask((await full()).id, { email: `viel+${count}@example.org`, now: at(0, '09:00') }))
		}
		expect(places.map(({ answer }) => answer)).toEqual(Array(6).fill('mail'))
		const confirm = (place: Place) => codeOf(confirmPlace(salon, place, at(0, '09:05'), '198.51.100.7'))
		const codes = await Promise.all(places.map(confirm))
		expect(codes.toSorted()).toEqual([...Array<string>(5).fill('no error'), 'too_many_waits'])
		const done = places[codes.indexOf('no error')] as Place
		await salon.call('anon', 'leave_event_wait', { wait: done.id, secret: done.secret })
		expect(await confirm(places[codes.indexOf('too_many_waits')] as Place)).toBe('no error')
	})
})

describe('an offer that lapses', () => {
	test('does not go to the same person or network again; its person is told so, and by leaving nothing is undone', async () => {
		const { id, taken } = await full()
		const [first, near, far] = [
			await wait(id, { email: 'eins@example.org', from: '192.0.2.1' }),
			await wait(id, { from: '192.0.2.200' }),
			await wait(id, { from: '192.0.3.1' }),
		]
		const places = [first, near, far]
		await cancel(taken[0] as Taken, at(1, '08:00'))
		expect(await statesOf(places, at(1, '08:00'))).toEqual(['offered', 'waiting', 'waiting'])
		await tidy(at(2, '08:01'))
		expect(await statesOf(places, at(2, '08:01'))).toEqual(['lapsed', 'waiting', 'offered'])
		await salon.call('anon', 'leave_event_wait', { wait: first.id, secret: first.secret }, at(2, '08:02'))
		expect(await stateOf(first, at(2, '08:02'))).toBe('lapsed')
		const again = await ask(id, { email: 'Eins+neu@example.org', now: at(2, '08:02') })
		expect(again.answer).toBe('mail')
		expect(await codeOf(confirmPlace(salon, again, at(2, '08:03')))).toBe('wait_missed')
	})

	test('after three days a seat is free for everybody, whoever waits, and they are told', async () => {
		const { id, taken } = await full()
		const places: Place[] = []
		for (let count = 0; count < 6; count++) places.push(await wait(id))
		await cancel(taken[0] as Taken, at(1, '08:00'))
		const offered = []
		for (let minutes = 0; minutes <= 5 * 24 * 60; minutes += 12 * 60) {
			const now = new Date(Date.parse(at(1, '08:00')) + minutes * 60_000 + (minutes && 60_000)).toISOString()
			await tidy(now)
			offered.push((await statesOf(places, now)).filter((state) => state === 'offered').length)
		}
		// 72 hours by halves of a day, and no hour more.
		expect(offered).toEqual([1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0])
		const later = at(5, '09:00')
		expect(await freeOf(id, later)).toBe(1)
		expect(await kindsOf(places[5] as Place)).toEqual(['event_wait_confirm', 'event_seat_open'])
		// Once booked and cancelled it is offered anew.
		const held = await holdSeats(salon, id, 1, later)
		await confirmSeats(salon, held, later)
		await cancel(held, at(5, '09:05'))
		expect(await stateOf(places[3] as Place, at(5, '09:05'))).toBe('offered')
	})

	test('giving it back at the last moment gains nothing, and declining at once costs nobody anything', async () => {
		const { id, taken } = await full()
		const places: Place[] = []
		for (let count = 0; count < 8; count++) places.push(await wait(id))
		await cancel(taken[0] as Taken, at(1, '08:00'))
		const leave = ({ id: wait, secret }: Place, now: string) =>
			salon.call('anon', 'leave_event_wait', { wait, secret }, now)
		for (const place of places.slice(0, 4)) await leave(place, at(1, '08:01'))
		expect(await stateOf(places[4] as Place, at(1, '08:02'))).toBe('offered')
		await leave(places[4] as Place, at(2, '07:59'))
		await leave(places[5] as Place, at(3, '07:57'))
		await leave(places[6] as Place, at(4, '07:55'))
		expect([await stateOf(places[7] as Place, at(4, '07:56')), await freeOf(id, at(4, '07:56'))]).toEqual([
			'waiting',
			1,
		])
	})

	test('confirming a place and a seat becoming free at the same moment give one offer', async () => {
		for (let round = 0; round < 6; round++) {
			day++
			const { id, taken } = await full()
			const places = [await ask(id), await ask(id), await ask(id)]
			await Promise.all([
				cancel(taken[0] as Taken),
				...places.flatMap((place) => [confirmPlace(salon, place), confirmPlace(salon, place)]),
			])
			expect((await statesOf(places)).toSorted()).toEqual(['offered', 'waiting', 'waiting'])
			const mails = await Promise.all(places.map(kindsOf))
			expect(mails.flat().filter((kind) => kind === 'event_seat_free')).toHaveLength(1)
		}
	})

	test('an event that moves begins anew', async () => {
		const { id, taken } = await full()
		const place = await wait(id)
		await cancel(taken[0] as Taken)
		await salon.sql`update public.event_seats set offered_from = now() - interval '71 hours' where event_id = ${id}`
		await changeEvent(salon, id, { starts_at: at(day, '16:00'), ends_at: at(day, '17:00') })
		const { until } = await salon.call<{ until: string }>('anon', 'get_event_wait', {
			...{ wait: place.id, secret: place.secret },
		})
		expect(Date.parse(until) - Date.now()).toBeGreaterThan(23 * 3_600_000)
	})
})
