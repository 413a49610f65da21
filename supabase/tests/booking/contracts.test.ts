import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
	bookingContract,
	daysContract,
	locationBySlugContract,
	movedContract,
	startsContract,
	visitContract,
	withdrawnContract,
} from '#app/features/booking/booking.contracts.ts'
import {
	changedBackContract,
	changedFollowingContract,
	movedBackContract,
	movedFollowingContract,
	restoredContract,
} from '#app/features/appointments/following.contracts.ts'
import { cancelledContract, seriesContract } from '#app/features/appointments/series.contracts.ts'
import {
	cancelledEventsContract,
	changedEventsContract,
	takenBackContract,
} from '#app/features/events/following.contracts.ts'
import { explainContract } from '#app/features/explain/explain.contracts.ts'
import { messagesContract } from '#app/features/notifications/messages.contracts.ts'
import { declaredContract } from '#app/features/legal/withdrawal.contracts.ts'
import { optOutContract } from '#app/features/opt-out/opt-out.contracts.ts'
import { at, CONTACT, openSalon } from './salon.ts'

let salon: Awaited<ReturnType<typeof openSalon>>
beforeAll(async () => {
	salon = await openSalon()
})
afterAll(() => salon.close())

const visit = visitContract.strict()
const movedVisit = movedContract.strict()

test('every verb of a booking answers exactly as its contract says', async () => {
	const { colour, massage, nails } = salon.ids
	const held = await salon.hold({ starts_at: at(5, '09:00'), services: [colour] })
	expect(visit.parse(held.visit).state).toBe('held')
	visit.parse(await salon.call('anon', 'release_hold', { appointment: held.visit.id, secret: held.secret }))
	const {
		id,
		secret,
		visit: confirmed,
	} = await salon.book({ starts_at: at(5, '12:00'), services: [massage, nails], employee: null })
	expect(visit.parse(confirmed).state).toBe('confirmed')
	const moved = { appointment: id, secret, starts_at: at(6, '12:00'), early_start: salon.agreed }
	visit.parse(await salon.call('anon', 'reschedule_appointment', moved))
	visit.parse(await salon.call('anon', 'cancel_appointment', { appointment: id, secret }))
	const treated = await salon.book({ starts_at: at(7, '12:00'), services: [massage] })
	withdrawnContract
		.strict()
		.parse(await salon.call('anon', 'withdraw_appointment', { appointment: treated.id, secret: treated.secret }))
})

test('a hold and bookings in all states match the contract of the booking page', async () => {
	const { visit: hold, secret } = await salon.hold({ starts_at: at(8, '09:00') })
	const see = async (appointment: string, key: string) =>
		bookingContract.parse(await salon.call('anon', 'get_booking', { appointment, secret: key }))
	expect((await see(hold.id, secret)).state).toBe('held')
	await salon.lapse(hold.id)
	expect((await see(hold.id, secret)).id).toBe(hold.id)
	const booked = await salon.book({ starts_at: at(9, '09:00'), services: [salon.ids.massage] })
	expect((await see(booked.id, booked.secret)).early_start?.agreed_at).toEqual(expect.any(String))
	await salon.call('anon', 'cancel_appointment', { appointment: booked.id, secret: booked.secret })
	expect((await see(booked.id, booked.secret)).state).toBe('cancelled')
})

test('free starts and the location of an address match their contracts too', async () => {
	const { location, cut } = salon.ids
	const asked = { location, services: [cut], employee: null }
	const [from, to] = [at(3, '12:00').slice(0, 10), at(4, '12:00').slice(0, 10)]
	expect(startsContract.parse(await salon.call('anon', 'list_starts', { ...asked, from, to })).length).toBeGreaterThan(
		9,
	)
	expect(startsContract.parse(await salon.call('anon', 'next_starts', { ...asked, limit: 2 }))).toHaveLength(2)
	expect(daysContract.parse(await salon.call('anon', 'available_days', { ...asked, from, to }))).toHaveLength(2)
	expect(
		locationBySlugContract.parse(await salon.call('anon', 'location_by_slug', { key: 'salon-loewe' }))?.moved,
	).toBe(false)
	expect(locationBySlugContract.parse(await salon.call('anon', 'location_by_slug', { key: 'nowhere' }))).toBeNull()
})

test('a declared withdrawal and a link to unsubscribe match theirs too', async () => {
	const booked = await salon.book({ starts_at: at(10, '09:00') })
	const { number } = bookingContract.parse(
		await salon.call('anon', 'get_booking', { appointment: booked.id, secret: booked.secret }),
	)
	const { name, email } = CONTACT
	declaredContract.strict().parse(await salon.call('anon', 'declare_withdrawal', { name, email, number }))
	await salon.composeMails()
	const [message] = await salon.sql`select id from public.messages limit 1`
	const token = await salon.call<string>('service_role', 'opt_out_token', { message: message?.id })
	expect(optOutContract.strict().parse(await salon.call('anon', 'get_opt_out', { token })).unsubscribed).toBe(false)
	expect(optOutContract.strict().parse(await salon.call('anon', 'opt_out', { token })).unsubscribed).toBe(true)
})

test('every verb of members answers as the contract of a visit says', async () => {
	const { ids, user } = salon
	const manager = (verb: string, args: Record<string, unknown>) => salon.call(user.manager, verb, args)
	const by = { location: ids.location, services: [ids.cut], employee: ids.anna, contact: { name: 'Von Hand' } }
	const created = visit.parse(await manager('create_appointment', { ...by, starts_at: at(11, '09:00') }))
	const moved = { appointment: created.id, starts_at: at(11, '11:00'), employee: ids.ben, reason: '' }
	visit.parse(await manager('reschedule_appointment', moved))
	const once_more = { ...moved, starts_at: at(11, '12:00'), notify: 'ask' }
	expect(movedVisit.parse(await manager('reschedule_appointment', once_more)).notice).toBe('none')
	expect(movedVisit.parse(await manager('notify_of_move', { appointment: created.id })).notice).toBe('none')
	visit.parse(await manager('cancel_appointment', { appointment: created.id, reason: 'krank' }))
	const begun = visit.parse(await manager('create_appointment', { ...by, starts_at: at(12, '09:00') }))
	const later = at(13, '09:00')
	for (const verb of ['complete_appointment', 'reopen_appointment', 'mark_no_show'])
		visit.parse(await salon.call(user.manager, verb, { appointment: begun.id }, later))
	const series = { ...by, weeks: 1, count: 2, starts_at: at(12, '15:00') }
	const answered = seriesContract.strict().parse(await manager('create_series', series))
	const repeated = { appointment: answered.visits[0]?.id, weeks: 1, count: 2 }
	expect(seriesContract.strict().parse(await manager('repeat_appointment', repeated)).conflicts).toHaveLength(1)
	const off = await manager('cancel_following', { appointment: repeated.appointment })
	expect(cancelledContract.strict().parse(off)).toEqual({ cancelled: 2 })
	const again = await manager('restore_following', { appointment: repeated.appointment })
	expect(restoredContract.strict().parse(again).restored).toBe(2)
	const following = { appointment: repeated.appointment, starts_at: at(12, '16:00'), notify: 'never' }
	const several = movedFollowingContract.strict().parse(await manager('move_following', following))
	expect(several.moved).toHaveLength(2)
	movedBackContract.strict().parse(
		await manager('move_back', {
			visits: several.moved.map(({ id }) => id),
			to: several.moved.map(({ was }) => was),
			seen: several.moved.map(({ now }) => now),
		}),
	)
	const [row] =
		await salon.sql`select updated_at::text as version from public.appointments where id = ${repeated.appointment ?? ''}`
	const [edited] = await salon.run(
		user.manager,
		`select public.change_following(p_appointment => $1, p_version => $2::text::timestamptz, p_contact => '{"note": "x"}') as answer`,
		[repeated.appointment, row?.version],
	)
	expect(changedFollowingContract.strict().parse(edited?.answer).changed).toHaveLength(2)
	const [undone] = await salon.run(
		user.manager,
		`select public.change_back($1, (select updated_at from public.appointments where id = $1)) as answer`,
		[repeated.appointment],
	)
	expect(changedBackContract.strict().parse(undone?.answer)).toMatchObject({ changed: 2, left: 0 })
	await salon.sql`update public.locations set confirms_by_hand = true where id = ${ids.location}`
	for (const verb of ['confirm_appointment', 'decline_appointment']) {
		const { id } = await salon.book({ starts_at: at(14, verb === 'confirm_appointment' ? '09:00' : '11:00') })
		expect(visit.parse(await manager(verb, { appointment: id })).id).toBe(id)
	}
	await salon.sql`update public.locations set confirms_by_hand = false where id = ${ids.location}`
})

test('a course of a series answers as its contract says, whether it is changed or something speaks against it', async () => {
	const { ids, user } = salon
	const series = randomUUID()
	const made: { id: string }[] = []
	for (const day of [20, 21])
		made.push(
			await salon.call<{ id: string }>(user.manager, 'create_event', {
				...{ location: ids.location, service: ids.cut, employee: ids.anna, seats: 3, series },
				...{ starts_at: at(day, '18:00'), ends_at: at(day, '19:00') },
			}),
		)
	const change = async (starts: string, ends: string) => {
		const [row] = await salon.run(
			user.manager,
			`select public.change_following_events(p_event => $1, p_version => (select updated_at from public.events where id = $1),
				p_employee => $2, p_starts_at => $3, p_ends_at => $4, p_seats => 3, p_price_cents => 4500) as answer`,
			[made[0]?.id, ids.anna, starts, ends],
		)
		return changedEventsContract.strict().parse(row?.answer)
	}
	expect((await change(at(20, '17:00'), at(20, '18:00'))).changed).toHaveLength(2)
	await salon.book({ starts_at: at(21, '15:00') })
	expect((await change(at(20, '15:00'), at(20, '16:00'))).conflicts).toMatchObject([{ code: 'slot_taken' }])
	const cancelled = await salon.call(user.manager, 'cancel_following_events', { event: made[0]?.id })
	expect(cancelledEventsContract.strict().parse(cancelled)).toEqual({ cancelled: 2 })
	const [back] = await salon.run(
		user.manager,
		`select public.take_events_back($1, (select updated_at from public.events where id = $1)) as answer`,
		[made[0]?.id],
	)
	expect(takenBackContract.strict().parse(back?.answer)).toEqual({ restored: 2, left: 0 })
})

test('reasons against a start, and due messages, match their contracts', async () => {
	const { ids, user } = salon
	const booked = await salon.book({ starts_at: at(15, '09:00') })
	const asked = { location: ids.location, services: [ids.cut], starts_at: at(15, '09:07') }
	const answers = explainContract.parse(await salon.call(user.owner, 'explain_start', asked))
	expect(answers.flatMap(({ reasons }) => reasons).map(({ appointment_id }) => appointment_id)).toContain(booked.id)
	const claimed = messagesContract.parse(await salon.call('service_role', 'claim_messages', { limit: 20 }))
	expect(claimed.length).toBeGreaterThan(0)
})
