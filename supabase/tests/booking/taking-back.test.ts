import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { askForPlace, changeEvent, changeFollowing, confirmPlace, makeCourse, makeCourses } from './course.ts'
import { at, type Caller, CONTACT, codeOf, openSalon, type Salon } from './salon.ts'
import { editFollowing, mailsTo, makeWeekly } from './weekly.ts'

// Taking back what was changed or cancelled together.
let salon: Salon
let first = 0
beforeAll(async () => {
	salon = await openSalon(24)
})
afterAll(() => salon.close())
beforeEach(() => void (first += 30))

/** Takes a step back as who has just seen its outcome; `version` is another one that was seen. */
async function back<Answer>(
	verb: 'change_back' | 'take_events_back',
	id: string,
	who: Caller = salon.user.manager,
	version?: string,
) {
	const [table, name] = verb === 'change_back' ? ['appointments', 'appointment'] : ['events', 'event']
	const seen = version ?? (await versionOf(table, id))
	const [row] = await salon.run(
		who,
		`select public.${verb}(p_${name} => $1, p_version => $2::text::timestamptz) as answer`,
		[id, seen],
	)
	return row?.answer as Answer
}
async function versionOf(table: string, id: string) {
	const [row] =
		await salon.sql`select updated_at::text as version from ${salon.sql(`public.${table}`)} where id = ${id}`
	return String(row?.version)
}
const claim = (now = at(1, '00:00')) => salon.run('service_role', 'select * from public.claim_messages(1000)', [], now)
const kinds = async (email: string) => (await mailsTo(salon, email)).map(({ kind, state }) => `${kind} ${state}`)
const create = (changes: object) =>
	salon.call(salon.user.manager, 'create_appointment', {
		...{ location: salon.ids.location, services: [salon.ids.cut], employee: salon.ids.anna, anyway: true },
		...{ contact: { ...CONTACT, name: 'Vera Vorher' }, ...changes },
	})

describe('a joint change of appointments', () => {
	const lines = (changes: Record<string, unknown> = {}) => ({
		...{ services: [salon.ids.cut], employees: [salon.ids.anna], minutes: [30], prices: [4500], origins: [1] },
		...changes,
	})
	const facts = (
		ids: string[],
	) => salon.sql`select visit.note, visit.contact_phone, line.service_name, line.employee_id,
		(extract(epoch from line.ends_at - line.starts_at) / 60)::integer as minutes, line.price_cents, line.starts_at
		from public.appointments visit join public.appointment_lines line on line.appointment_id = visit.id
		where visit.id = any(${ids}) order by visit.starts_at, line."position"`
	const series = (email = `rosa-${first}@example.org`) => makeWeekly(salon, first, 3, {}, email)
	type Back = { changed: number; left: number; notice: string }
	const changeBack = (id = '', who?: Caller, version?: string) => back<Back>('change_back', id, who, version)

	test('comes back as a whole, with what was each one’s own, and nobody is told of what they never heard of', async () => {
		const email = `person-${first}@example.org`
		const ids = (await series(email)) as [string, string, string]
		await salon.sql`update public.appointment_lines set price_cents = 4000 where appointment_id = ${ids[2]}`
		await salon.sql`update public.appointments set note = 'Eigenes' where id = ${ids[1]}`
		const before = await facts(ids)
		await claim()
		await editFollowing(salon, ids[0], {
			...lines({
				services: [salon.ids.massage, salon.ids.cut],
				...{
					employees: [salon.ids.anna, salon.ids.ben],
					minutes: [null, 45],
					prices: [null, 5000],
					origins: [null, 1],
				},
			}),
			...{ contact: { note: 'Kaffee', phone: '030 123456' }, notify: 'always' },
		})
		expect((await facts(ids)).map(({ service_name }) => service_name)).toContain('Massage')
		expect(await changeBack(ids[0])).toEqual({ changed: 3, left: 0, notice: 'none' })
		expect(await facts(ids)).toEqual(before)
		await claim()
		expect((await kinds(email)).filter((kind) => kind.endsWith('sending'))).toEqual(['appointment_confirmed sending'])
		expect(await salon.overlaps()).toBe(0)
		// What was taken back is nobody's latest joint change any more.
		expect((await salon.sql`select verb from public.appointment_events where appointment_id = ${ids[1]}`).length).toBe(
			3,
		)
	})

	test('is told once more after its mail has left', async () => {
		const email = `spaet-${first}@example.org`
		const ids = await series(email)
		await editFollowing(salon, ids[0] ?? '', { ...lines({ employees: [salon.ids.ben] }), notify: 'always' })
		await claim()
		expect((await changeBack(ids[0])).notice).toBe('waiting')
		await claim()
		const told = (await mailsTo(salon, email)).filter(
			({ kind, state }) => kind === 'appointment_rescheduled' && state === 'sending',
		)
		expect(told.map(({ payload }) => (payload.series as unknown[]).length)).toEqual([3, 3])
	})

	test('comes back but for what somebody has changed since, and never twice', async () => {
		const ids = (await series()) as [string, string, string]
		await editFollowing(salon, ids[0], { contact: { note: 'Kaffee' } })
		const seen = await versionOf('appointments', ids[0])
		await editFollowing(salon, ids[1], { contact: { note: 'Tee' }, skipped: [ids[2]] }, salon.user.owner)
		expect(await codeOf(changeBack(ids[0], salon.user.owner))).toBe('edited_meanwhile')
		expect(await changeBack(ids[0], undefined, seen)).toMatchObject({ changed: 2, left: 1 })
		expect((await facts(ids)).map(({ note }) => note)).toEqual(['', 'Tee', ''])
		expect(await codeOf(changeBack(ids[0], undefined, seen))).toBe('edited_meanwhile')
		expect(await codeOf(changeBack(ids[1]))).toBe('edited_meanwhile')
	})

	test('all or none: where the old time is taken, nothing is changed', async () => {
		const ids = (await series()) as [string, string, string]
		await editFollowing(salon, ids[0], lines({ employees: [salon.ids.ben] }))
		await create({ starts_at: at(first + 7, '10:00') })
		expect(await codeOf(changeBack(ids[0]))).toBe('slot_taken')
		expect(new Set((await facts(ids)).map(({ employee_id }) => employee_id))).toEqual(new Set([salon.ids.ben]))
	})

	test('only by those who may', async () => {
		const ids = (await series()) as [string, string, string]
		await editFollowing(salon, ids[0], { contact: { note: 'x' } })
		for (const who of [salon.user.foreigner, salon.user.customer])
			expect(await codeOf(changeBack(ids[0], who))).toBe('appointment_not_found')
		expect(await codeOf(changeBack(ids[0], 'anon'))).toMatch(/permission denied/)
		expect(await codeOf(changeBack(ids[0], salon.user.staff))).toBe('edited_meanwhile')
	})
})

describe('a step at courses', () => {
	type Back = { restored: number; left: number }
	const eventsBack = (id = '', who?: Caller, version?: string) => back<Back>('take_events_back', id, who, version)
	const facts = (ids: string[]) =>
		salon.sql`select event.employee_id, event.starts_at, event.ends_at, event.title, event.seats, event.price_cents, event.cancelled_at,
		(select count(*)::integer from public.event_seats seat where seat.event_id = event.id and seat.source is not null) as taken,
		(select count(*)::integer from public.occupancies one where one.source = event.id) as occupied
		from public.events event where event.id = any(${ids}) order by event.starts_at, event.id`
	const booked = async (event: string, email: string, seats = 1) =>
		(await salon.call(salon.user.manager, 'add_participant', { event, seats, contact: { name: 'Rosa Regel', email } }))
			.id
	const cancel = (id: string, following = false) =>
		salon.call(salon.user.manager, following ? 'cancel_following_events' : 'cancel_event', {
			event: id,
			reason: 'krank',
		})

	test('a change of one comes back, with its seats and its time', async () => {
		const { id } = await makeCourse(salon, first)
		const before = await facts([id])
		await changeEvent(salon, id, { title: 'Anders', seats: 9, starts_at: at(first, '17:00'), price_cents: 1 })
		expect(await eventsBack(id)).toEqual({ restored: 1, left: 0 })
		expect(await facts([id])).toEqual(before)
		expect(await salon.overlaps()).toBe(0)
	})

	test('a move of several comes back, and nobody is told of what they never heard of', async () => {
		const email = `kurs-${first}@example.org`
		const ids = (await makeCourses(salon, first, { step: 1 })) as [string, string, string]
		for (const id of ids) await booked(id, email)
		await claim()
		const before = await facts(ids)
		await changeFollowing(salon, ids[0], { starts_at: at(first + 1, '18:00'), ends_at: at(first + 1, '19:30') })
		expect(await eventsBack(ids[0])).toEqual({ restored: 3, left: 0 })
		expect(await facts(ids)).toEqual(before)
		await claim()
		expect((await kinds(email)).filter((kind) => kind.startsWith('appointment_rescheduled'))).toEqual(
			Array(3).fill('appointment_rescheduled skipped'),
		)
		const visits =
			await salon.sql`select starts_at from public.appointments where contact_email = ${email} order by starts_at`
		expect(visits.map(({ starts_at }) => starts_at)).toEqual(before.map(({ starts_at }) => starts_at))
		expect(await salon.overlaps()).toBe(0)
	})

	test('comes back but for what somebody has changed since, and only for who made it', async () => {
		const ids = (await makeCourses(salon, first)) as [string, string, string]
		await changeFollowing(salon, ids[0], { price_cents: 9900 })
		const seen = await versionOf('events', ids[0])
		await changeEvent(salon, ids[1], { title: 'Von der Chefin' }, salon.user.owner)
		expect(await codeOf(eventsBack(ids[0], salon.user.owner))).toBe('edited_meanwhile')
		expect(await codeOf(eventsBack(ids[1], undefined, seen))).toBe('edited_meanwhile')
		expect(await eventsBack(ids[0])).toEqual({ restored: 2, left: 1 })
		expect((await facts(ids)).map(({ price_cents }) => price_cents)).toEqual([2500, 9900, 2500])
		expect(await codeOf(eventsBack(ids[0], undefined, seen))).toBe('edited_meanwhile')
	})

	test('where the old time or a seat is taken, nothing is changed', async () => {
		const ids = (await makeCourses(salon, first)) as [string, string, string]
		await changeFollowing(salon, ids[0], { starts_at: at(first, '15:00'), ends_at: at(first, '16:00'), seats: 5 })
		await create({ starts_at: at(first + 7, '18:30') })
		const refused = await eventsBack(ids[0]).catch((error: unknown) => error)
		const { message, detail } = refused as { message: string; detail: string }
		expect([message, JSON.parse(detail)]).toMatchObject(['slot_taken', [{ reasons: [{ customer: 'Vera Vorher' }] }]])
		const { id } = await makeCourse(salon, first + 1)
		await changeEvent(salon, id, { seats: 5 })
		await booked(id, 'viele@example.org', 4)
		expect(await codeOf(eventsBack(id))).toBe('seats_taken')
	})

	test('a cancelled one takes place again at once: no mail leaves, seats and time are theirs', async () => {
		const [one, two] = [`eine-${first}@example.org`, `wartet-${first}@example.org`]
		const { id } = await makeCourse(salon, first)
		await booked(id, one, 3)
		await booked(id, one).catch(() => undefined)
		const place = await askForPlace(salon, id, { email: two })
		await confirmPlace(salon, place)
		await claim()
		const before = await facts([id])
		await cancel(id)
		expect(await facts([id])).toMatchObject([{ taken: 0, occupied: 0 }])
		await salon.run('service_role', 'select * from public.claim_messages(1000)')
		expect(await kinds(one)).toContain('appointment_cancelled queued')
		expect(await kinds(two)).toContain('event_cancelled queued')
		expect(await eventsBack(id)).toEqual({ restored: 1, left: 0 })
		expect(await facts([id])).toEqual(before)
		await claim(at(1, '00:00'))
		expect((await kinds(one)).filter((kind) => kind !== 'appointment_confirmed sending')).toEqual([
			'appointment_cancelled skipped',
		])
		expect(await kinds(two)).not.toContain('event_cancelled sending')
		expect(await salon.call(salon.user.manager, 'leave_event_wait', { wait: place.id })).toBeDefined()
		// Cancelled for good, it is told.
		await cancel(id)
		await claim()
		expect(await kinds(one)).toContain('appointment_cancelled sending')
	})

	test('later those who were told get a confirmation, one for all of theirs', async () => {
		const [email, off] = [`alle-${first}@example.org`, `weg-${first}@example.org`]
		const ids = (await makeCourses(salon, first)) as [string, string, string]
		for (const id of ids) await booked(id, email)
		await salon.call(salon.user.manager, 'cancel_appointment', { appointment: await booked(ids[1], off) })
		await cancel(ids[0], true)
		await claim()
		expect(await eventsBack(ids[0])).toEqual({ restored: 3, left: 0 })
		expect(await facts(ids)).toMatchObject(ids.map(() => ({ taken: 1, occupied: 1, cancelled_at: null })))
		await claim()
		const told = (await mailsTo(salon, email)).filter(({ kind }) => kind === 'appointment_confirmed')
		expect(told).toHaveLength(4)
		expect(told.at(-1)?.payload.series).toHaveLength(3)
		// Who was cancelled before stays so.
		expect((await kinds(off)).at(-1)).toBe('appointment_cancelled sending')
		expect(await salon.overlaps()).toBe(0)
	})

	test('not when its time is gone, nor by others, nor after a day', async () => {
		const { id } = await makeCourse(salon, first)
		await cancel(id)
		for (const who of [salon.user.foreigner, salon.user.customer])
			expect(await codeOf(eventsBack(id, who))).toBe('event_not_found')
		expect(await codeOf(eventsBack(id, 'anon'))).toMatch(/permission denied/)
		await create({ starts_at: at(first, '18:30') })
		expect(await codeOf(eventsBack(id))).toBe('slot_taken')
		await salon.sql`update internal.events_before set at = now() - interval '25 hours' where event_id = ${id}`
		expect(await codeOf(eventsBack(id))).toBe('edited_meanwhile')
		const [row] = await salon.run('service_role', `select public.forget_due('steps') as gone`)
		expect(row?.gone).toBe(1)
	})

	test('twenty at once take it back once', async () => {
		const ids = (await makeCourses(salon, first)) as [string, string, string]
		for (const id of ids) await booked(id, `einmal-${first}@example.org`)
		await cancel(ids[0], true)
		const seen = await versionOf('events', ids[0])
		const answers = await Promise.all(Array.from({ length: 20 }, () => codeOf(eventsBack(ids[0], undefined, seen))))
		expect(answers.toSorted()).toEqual([...Array(19).fill('edited_meanwhile'), 'no error'])
		expect(await facts(ids)).toMatchObject(ids.map(() => ({ taken: 1, occupied: 1 })))
	})
})
