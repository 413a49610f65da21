import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { askForPlace, changeEvent, confirmPlace, confirmSeats, holdSeats, makeCourse } from './course.ts'
import { at, type Caller, codeOf, openSalon, type Salon } from './salon.ts'

let salon: Salon
// Offers last a day.
let day = 3
beforeAll(async () => {
	salon = await openSalon(20)
})
afterAll(() => salon.close())
beforeEach(() => void day++)

let turn = 0
/** A place whose address is confirmed. */
async function wait(event: string, seats = 1, who: Caller = 'anon', now?: string) {
	const email = who === 'anon' ? `wanda${turn++}@example.org` : `${nameOf(who)}@example.org`
	const place = await askForPlace(salon, event, { seats, email, who, now })
	if (place.answer === 'mail') await confirmPlace(salon, place, now)
	return place
}
const nameOf = (who: Caller) => Object.entries(salon.user).find(([, id]) => id === who)?.[0]
type Place = { id: string; secret: string }
type Found = { state: string; hold_id: string | null; until: string | null }
const find = ({ id, secret }: Place, now?: string) =>
	salon.call<Found>('anon', 'get_event_wait', { wait: id, secret }, now)
const statesOf = (places: Place[]) => Promise.all(places.map(async (place) => (await find(place)).state))
const mailsOf = ({ id }: Place) =>
	salon.sql`select kind from public.messages where payload ->> 'wait_id' = ${id} order by created_at, kind`
const full = async (seats = 1, changes: object = {}) => {
	const { id } = await makeCourse(salon, day, { seats, ...changes })
	const taken = await Promise.all(Array.from({ length: seats }, () => holdSeats(salon, id)))
	for (const held of taken) await confirmSeats(salon, held)
	return { id, taken }
}
const cancel = ({ visit, secret }: Awaited<ReturnType<typeof holdSeats>>, now?: string) =>
	salon.call('anon', 'cancel_appointment', { appointment: visit.id, secret }, now)

describe('the waiting list', () => {
	test('is for a full event only, once for an address, and confirms by mail', async () => {
		const { id } = await makeCourse(salon, day, { seats: 1 })
		const early = { event: id, seats: 1, contact: { name: 'Wanda', email: 'frueh@example.org' } }
		expect(await salon.call('anon', 'wait_for_event', early)).toBe('free')
		await confirmSeats(salon, await holdSeats(salon, id))
		const place = await wait(id)
		expect(place.answer).toBe('mail')
		const again = { event: id, seats: 1, contact: { ...place.contact, email: place.contact.email.toUpperCase() } }
		expect(await salon.call('anon', 'wait_for_event', again)).toBe('mail')
		// It is told that it waits already, and not who asked.
		expect(await mailsOf(place)).toEqual([{ kind: 'event_wait_confirm' }, { kind: 'event_waiting' }])
		expect(await salon.sql`select from public.event_waits where event_id = ${id}`).toHaveLength(1)
	})

	test('moves up once when somebody cancels: a seat is held and told, and confirmed like any other', async () => {
		const { id, taken } = await full(1)
		const places = [await wait(id), await wait(id)]
		await cancel(taken[0] as never)
		expect(await statesOf(places)).toEqual(['offered', 'waiting'])
		expect(await mailsOf(places[0] as Place)).toEqual([{ kind: 'event_wait_confirm' }, { kind: 'event_seat_free' }])
		expect(await codeOf(holdSeats(salon, id))).toBe('seats_taken')
		const { hold_id: hold } = await find(places[0] as Place)
		const visit = { appointment: hold, secret: places[0]?.secret, contact: places[0]?.contact }
		expect(await salon.call('anon', 'confirm_appointment', visit)).toMatchObject({ state: 'confirmed' })
		expect(await statesOf(places)).toEqual(['booked', 'waiting'])
		await salon.call('anon', 'cancel_appointment', { appointment: hold, secret: places[0]?.secret })
		expect(await statesOf(places)).toEqual(['booked', 'offered'])
		expect(await mailsOf(places[1] as Place)).toHaveLength(2)
	})

	test('whoever had a place in an imported file and asks here waits like everybody else', async () => {
		const { id, taken } = await full(1)
		const email = 'datei@example.org'
		const [listed] =
			await salon.sql`insert into public.event_waits (event_id, seats, name, email, created_at, confirmed_at)
			values (${id}, 1, 'Aus der Datei', ${email}, now(), now()) returning id`
		await salon.sql`insert into internal.imported_companies values (${salon.ids.company}, left(${listed?.id}::text, 26))`
		const place = await askForPlace(salon, id, { seats: 1, email })
		expect(place.answer).toBe('mail')
		expect(await mailsOf(place)).toEqual([{ kind: 'event_wait_confirm' }])
		await confirmPlace(salon, place)
		await cancel(taken[0] as never)
		expect(await statesOf([place])).toEqual(['offered'])
		expect(await salon.sql`select from public.event_waits where event_id = ${id}`).toHaveLength(1)
	})

	test('whoever is offered a seat waits no second time, so that the event can still be changed', async () => {
		const { id, taken } = await full(1)
		const place = await wait(id)
		await cancel(taken[0] as never)
		expect(await statesOf([place])).toEqual(['offered'])
		expect(
			await salon.call('anon', 'wait_for_event', {
				event: id,
				seats: 1,
				contact: { ...place.contact, name: 'Noch mal' },
			}),
		).toBe('mail')
		expect(await salon.sql`select from public.event_waits where event_id = ${id}`).toHaveLength(1)
		await changeEvent(salon, id, { starts_at: at(day, '19:00'), ends_at: at(day, '20:00') })
		expect(await statesOf([place])).toEqual(['offered'])
	})

	test('is not for what is booked by phone only', async () => {
		const { id } = await full(1)
		const service = salon.sql`select service_id from public.events where id = ${id}`
		await salon.sql`update public.services set booking_way = 'phone' where id in (${service})`
		expect(await codeOf(wait(id))).toBe('by_phone')
		await salon.sql`update public.services set booking_way = 'online' where id in (${service})`
	})

	test('moves up once however many cancel at the same moment', async () => {
		for (let round = 0; round < 8; round++) {
			day++
			const { id, taken } = await full(3)
			const places = [await wait(id), await wait(id), await wait(id), await wait(id)]
			await Promise.all(taken.slice(0, 2).map((one) => cancel(one)))
			expect(await statesOf(places)).toEqual(['offered', 'offered', 'waiting', 'waiting'])
			const mails =
				await salon.sql`select payload ->> 'wait_id' as wait from public.messages where kind = 'event_seat_free'
				and payload ->> 'wait_id' = any(${places.map((place) => place.id)})`
			expect(mails).toHaveLength(2)
		}
	})

	test('passes over who wants more seats than are free, and serves them when there are enough', async () => {
		const { id, taken } = await full(2)
		const places = [await wait(id, 2), await wait(id, 1)]
		await cancel(taken[0] as never)
		expect(await statesOf(places)).toEqual(['waiting', 'offered'])
		await changeEvent(salon, id, { seats: 4 })
		expect(await statesOf(places)).toEqual(['offered', 'offered'])
	})

	test('goes on to the next when an offer lapses or is given back; whoever is late can still have a free seat', async () => {
		const { id, taken } = await full(1)
		const places = [await wait(id), await wait(id), await wait(id)] as [Place, Place, Place]
		await cancel(taken[0] as never)
		const { hold_id: first } = await find(places[0])
		await salon.sql`update public.holds set expires_at = now() - interval '1 minute' where id = ${first}`
		await salon.call('service_role', 'expire_holds', {})
		expect(await statesOf(places)).toEqual(['lapsed', 'offered', 'waiting'])
		const leave = { wait: places[1].id, secret: places[1].secret }
		await salon.call('anon', 'leave_event_wait', leave)
		await salon.call('anon', 'leave_event_wait', leave)
		expect(await statesOf(places)).toEqual(['lapsed', 'left', 'offered'])
		await salon.call('anon', 'leave_event_wait', { wait: places[2].id, secret: places[2].secret })
		const contact = { name: 'Wanda', email: 'spaet@example.org' }
		const late = { appointment: first, secret: places[0].secret, contact }
		expect(await salon.call('anon', 'confirm_appointment', late)).toMatchObject({ state: 'confirmed' })
	})

	test('offers nothing in the last half hour before booking closes, and nothing of a cancelled event', async () => {
		const { id, taken } = await full(1, { notice_minutes: 60 })
		const place = await wait(id)
		await cancel(taken[0] as never, at(day - 1, '17:00'))
		expect(Date.parse((await find(place)).until ?? '')).toBe(Date.parse(at(day, '17:00')))
		const other = await full(1, { notice_minutes: 60, employee: salon.ids.ben, cancellation_hours: 0 })
		const late = await wait(other.id)
		await cancel(other.taken[0] as never, at(day, '16:45'))
		expect((await find(late, at(day, '16:45'))).state).toBe('waiting')
		expect(await codeOf(wait(other.id, 1, 'anon', at(day, '17:15')))).toBe('not_bookable')
		await salon.call(salon.user.manager, 'cancel_event', { event: id })
		expect(await statesOf([place])).toEqual(['over'])
		expect((await mailsOf(place)).at(-1)).toEqual({ kind: 'event_cancelled' })
		expect(await codeOf(wait(id))).toBe('event_not_found')
	})

	test('offers a seat once more when the event moves, with its new time', async () => {
		const { id, taken } = await full(1)
		const place = await wait(id)
		await cancel(taken[0] as never)
		const before = await find(place)
		await changeEvent(salon, id, { starts_at: at(day, '16:00'), ends_at: at(day, '17:00') })
		const after = await find(place)
		expect(after).toMatchObject({ state: 'offered', event: { title: 'Flechtkurs' } })
		expect(after.hold_id).not.toBe(before.hold_id)
		expect((await mailsOf(place)).filter(({ kind }) => kind === 'event_seat_free')).toHaveLength(2)
		const [hold] = await salon.sql`select starts_at from public.holds where id = ${after.hold_id}`
		expect(hold?.starts_at).toEqual(new Date(at(day, '16:00')))
	})
})

test('opens to its secret and its account, and to members who may cancel', async () => {
	const { user } = salon
	const { id } = await full(1)
	const place = await wait(id, 1, user.customer)
	const read = (who: Caller, secret: string | null) =>
		codeOf(salon.call(who, 'get_event_wait', { wait: place.id, secret }))
	expect(await read('anon', place.secret)).toBe('no error')
	expect(await read(user.customer, null)).toBe('no error')
	for (const who of ['anon', user.stranger, user.foreigner, user.manager])
		expect([await read(who, null), await read(who, 'falsch'), await read(who, '')]).toEqual(
			Array(3).fill('event_not_found'),
		)
	const leave = (who: Caller) => codeOf(salon.call(who, 'leave_event_wait', { wait: place.id }))
	for (const who of ['anon', user.stranger, user.foreigner]) expect(await leave(who)).toBe('event_not_found')
	expect(await leave(user.staff)).toBe('no error')
	expect(await statesOf([place])).toEqual(['left'])
	expect(await codeOf(salon.call('anon', 'event_wait_secret', { wait: place.id }))).toMatch(/permission denied/)
})

test('a mail to a stranger repeats nothing that advertises, and names no service under § 203 StGB', async () => {
	const { id } = await full(1, { title: 'Gewinn auf www.beispiel.de' })
	const place = await wait(id)
	const payload = async ({ id }: Place) =>
		(await salon.sql`select payload from public.messages where payload ->> 'wait_id' = ${id}`)[0]?.payload
	expect(await payload(place)).toMatchObject({ title: '' })
	day++
	const secret = await full(1, { service: salon.ids.massage })
	expect(await payload(await wait(secret.id))).toMatchObject({ title: '' })
})

test('places are limited like bookings, and forgotten with the account or a month after the event', async () => {
	const contact = { name: 'Wanda', email: 'immer@example.org' }
	const codes: string[] = []
	for (let count = 0; count < 7; count++) {
		day++
		const { id } = await full(1)
		codes.push(
			await codeOf(salon.call('anon', 'wait_for_event', { event: id, seats: 1, contact }, undefined, '203.0.113.9')),
		)
	}
	expect(codes).toEqual([...Array<string>(6).fill('no error'), 'too_many_to_address'])
	const { id } = await full(1, { employee: salon.ids.ben })
	const place = await wait(id, 1, salon.user.customer)
	await salon.sql`select internal.delete_account(${salon.user.customer})`
	expect(await codeOf(find(place))).toBe('event_not_found')
	expect(await salon.sql`select internal.forget_waits(1000) as gone`).toEqual([{ gone: 0 }])
	const inTime = await salon.run(
		'service_role',
		"select public.forget_due('event_waits') as done",
		[],
		at(day + 31, '20:00'),
	)
	expect(Number(inTime[0]?.done)).toBeGreaterThan(0)
	expect(await salon.sql`select from public.event_waits`).toEqual([])
})
