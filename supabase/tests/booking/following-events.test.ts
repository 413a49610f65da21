import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { changeFollowing, confirmSeats, holdSeats, makeCourse, makeCourses } from './course.ts'
import { at, type Caller, CONTACT, codeOf, openSalon, type Salon } from './salon.ts'

// A course and the later ones of its series, changed and cancelled together.
let salon: Salon
let week = 0
beforeAll(async () => {
	salon = await openSalon(24)
})
afterAll(() => salon.close())
beforeEach(() => void week++)

const course = (count = 3, step = 7, first = week, changes: object = {}) =>
	makeCourses(salon, first, { count, step, ...changes })
const change = (id: string, changes: Record<string, unknown>, who?: Caller) => changeFollowing(salon, id, changes, who)
const stored = (ids: string[]) =>
	salon.sql`select to_char(starts_at at time zone 'Europe/Berlin', 'HH24:MI') || '–' || to_char(ends_at at time zone 'Europe/Berlin', 'HH24:MI') as time,
		title, seats, price_cents, employee_id, starts_at, cancelled_at from public.events where id = any(${ids}) order by starts_at, id`
const times = async (ids: string[]) => (await stored(ids)).map(({ time }) => time)
async function booked(event: string, email: string) {
	const visit = await salon.call(salon.user.manager, 'add_participant', {
		...{ event, seats: 1, contact: { name: 'Rosa Regel', email } },
	})
	return visit.id
}
const mailsTo = (recipient: string) => salon.sql<
	{ kind: string; state: string; last_error: string; payload: Record<string, unknown> }[]
>`
	select kind, state, last_error, payload from public.messages where recipient = ${recipient} order by created_at, id`
const claim = (now: string) => salon.run('service_role', 'select * from public.claim_messages(1000)', [], now)

describe('this and all later ones', () => {
	test('get the new time, and every other change, while each keeps what is its own', async () => {
		const [one, two, three] = (await course()) as [string, string, string]
		await salon.sql`update public.events set seats = 9, title = 'Sonderkurs' where id = ${three}`
		await salon.sql`insert into public.event_seats (event_id, seat) select ${three}::uuid, seat from generate_series(4, 9) seat`
		const answer = await change(two, {
			starts_at: at(week + 7, '19:00'),
			ends_at: at(week + 7, '20:00'),
			price_cents: 3000,
		})
		expect(answer).toEqual({ changed: [two, three], conflicts: [] })
		expect(await stored([one, two, three])).toMatchObject([
			{ time: '18:00–19:30', price_cents: 2500 },
			{ time: '19:00–20:00', price_cents: 3000, seats: 3, title: 'Flechtkurs' },
			{ time: '19:00–20:00', price_cents: 3000, seats: 9, title: 'Sonderkurs' },
		])
		expect(await salon.overlaps()).toBe(0)
	})

	test('go to another day, each to where the next one stood', async () => {
		const ids = await course(3, 1, week + 100)
		const before = await stored(ids)
		await change(ids[0] ?? '', { starts_at: at(week + 101, '18:00'), ends_at: at(week + 101, '19:30') })
		const after = await stored(ids)
		expect(after.map(({ starts_at }) => starts_at)).toEqual([
			...before.slice(1).map(({ starts_at }) => starts_at),
			new Date(at(week + 103, '18:00')),
		])
		const rows = await salon.sql`select 1 from public.occupancies where source = any(${ids})`
		expect(rows).toHaveLength(3)
		await salon.sql`delete from public.events where id = any(${ids})`
	})

	test.each([
		['summer begins', '2027-03-25', 'Europe/Berlin'],
		['summer ends', '2027-10-28', 'Europe/Berlin'],
	])('keep the wall time where %s', async (_name, day) => {
		const start = (days: number, time: string) =>
			Temporal.PlainDate.from(day)
				.add({ days })
				.toZonedDateTime({ timeZone: 'Europe/Berlin', plainTime: time })
				.toInstant()
				.toString()
		const series = crypto.randomUUID()
		const made = []
		for (const days of [0, 7, 14])
			made.push(await makeCourse(salon, 1, { series, starts_at: start(days, '18:00'), ends_at: start(days, '19:30') }))
		const ids = made.map(({ id }) => id)
		await change(ids[0] ?? '', { starts_at: start(1, '09:15'), ends_at: start(1, '11:00') })
		expect((await stored(ids)).map(({ starts_at }) => starts_at)).toEqual(
			[1, 8, 15].map((days) => new Date(start(days, '09:15'))),
		)
		expect(await times(ids)).toEqual(Array(3).fill('09:15–11:00'))
	})

	test('name what speaks against single ones, change nothing before, and leave out what is wished', async () => {
		const first = week + 20
		const ids = (await course(4, 7, first)) as [string, string, string, string]
		await salon.book({ starts_at: at(first + 7, '10:00') }, { ...CONTACT, name: 'Vera Vorher' })
		await booked(ids[2], 'a@example.org')
		await booked(ids[2], 'b@example.org')
		const wish = { starts_at: at(first, '10:00'), ends_at: at(first, '11:00'), seats: 1 }
		const { changed, conflicts } = await change(ids[0], wish)
		expect(changed).toEqual([])
		expect(conflicts).toMatchObject([
			{
				...{ event_id: ids[1], code: 'slot_taken' },
				against: [{ employee_name: 'Anna', reasons: [{ reason: 'busy', customer: 'Vera Vorher' }] }],
			},
			{ event_id: ids[2], code: 'seats_taken', least: 2, against: [] },
		])
		expect(await times(ids)).toEqual(Array(4).fill('18:00–19:30'))
		expect(await change(ids[0], { ...wish, skipped: [ids[1], ids[2]] })).toMatchObject({ changed: [ids[0], ids[3]] })
		expect(await times(ids)).toEqual(['10:00–11:00', '18:00–19:30', '18:00–19:30', '10:00–11:00'])
		expect(await codeOf(change(ids[0], { ...wish, skipped: ids }))).toBe('series_empty')
	})

	test('are told by one mail, and only of another time or person', async () => {
		const first = week + 300
		const ids = (await course(3, 7, first)) as [string, string, string]
		for (const id of ids) await booked(id, 'alle@example.org')
		await booked(ids[1], 'eine@example.org')
		await claim(at(1, '00:00'))
		await change(ids[0], { title: 'Zöpfe', price_cents: 1, description: 'Bürste mitbringen' })
		expect(await mailsTo('alle@example.org')).toHaveLength(3)
		await change(ids[0], { starts_at: at(first, '17:00'), ends_at: at(first, '18:30'), reason: 'Raum' })
		// Once more before it has left: of the first time it is told, not of the one between.
		await change(ids[0], { starts_at: at(first, '16:00'), ends_at: at(first, '17:30') })
		await claim(at(1, '00:00'))
		const moved = (await mailsTo('alle@example.org')).filter(({ kind }) => kind === 'appointment_rescheduled')
		const sent = moved.filter(({ state }) => state === 'sending')
		expect(sent).toHaveLength(1)
		expect(moved.filter(({ last_error }) => last_error === 'together')).toHaveLength(2)
		const dates = sent[0]?.payload.series as { starts_at: string; old_starts_at: string }[]
		expect(dates.map(({ starts_at }) => Date.parse(starts_at))).toEqual(
			[0, 7, 14].map((days) => Date.parse(at(first + days, '16:00'))),
		)
		expect(dates.map(({ old_starts_at }) => Date.parse(old_starts_at))).toEqual(
			[0, 7, 14].map((days) => Date.parse(at(first + days, '18:00'))),
		)
		const single = (await mailsTo('eine@example.org')).filter(
			({ state, kind }) => state === 'sending' && kind === 'appointment_rescheduled',
		)
		expect(single.map(({ payload }) => payload.series)).toEqual([undefined])
		// Back again before the mail leaves: nothing is told.
		const before = (await mailsTo('alle@example.org')).length
		await change(ids[0], { starts_at: at(first, '15:00'), ends_at: at(first, '16:30') })
		await change(ids[0], { starts_at: at(first, '16:00'), ends_at: at(first, '17:30') })
		await claim(at(1, '00:00'))
		expect((await mailsTo('alle@example.org')).slice(before).map(({ last_error }) => last_error)).toEqual(
			Array(3).fill('replaced'),
		)
		expect(await salon.sql`select from internal.mails_together`).toHaveLength(0)
	})

	test('are not changed over what others have changed since', async () => {
		const ids = (await course(3, 7, week + 400)) as [string, string, string]
		const rows = await salon.sql<
			{ id: string; version: string }[]
		>`select id, updated_at::text as version from public.events
			where id = any(${ids}) order by starts_at`
		const seen = { later: rows.map(({ id }) => id), later_versions: rows.map(({ version }) => version) }
		await salon.sql`update public.events set price_cents = 4711 where id = ${ids[1]}`
		const { conflicts } = await change(ids[0], { price_cents: 100, ...seen })
		expect(conflicts).toMatchObject([{ event_id: ids[1], code: 'edited_meanwhile' }])
		// One that the caller has not seen at all counts as changed.
		const unseen = await change(ids[0], {
			price_cents: 100,
			later: ids.slice(0, 2),
			later_versions: seen.later_versions.slice(0, 2),
		})
		expect(unseen.conflicts.map(({ event_id }) => event_id)).toEqual([ids[1], ids[2]])
		expect(await codeOf(change(ids[0], { version: '2026-01-01 00:00+00' }))).toBe('edited_meanwhile')
		expect((await change(ids[0], { price_cents: 100, ...seen, skipped: [ids[1]] })).changed).toEqual([ids[0], ids[2]])
		expect((await stored(ids)).map(({ price_cents }) => price_cents)).toEqual([100, 4711, 100])
	})

	test('only by those who may: others find nothing, staff change their own', async () => {
		const ids = (await course(3, 7, week + 500)) as [string, string, string]
		expect(await codeOf(change(ids[0], {}, salon.user.foreigner))).toBe('event_not_found')
		expect(await codeOf(change(ids[0], {}, salon.user.customer))).toBe('event_not_found')
		expect(await codeOf(change(ids[0], {}, 'anon'))).toMatch(/permission denied/)
		await change(ids[1], { employee: salon.ids.ben, skipped: [ids[2]] })
		expect((await change(ids[0], { title: 'Meins' }, salon.user.staff)).changed).toEqual([ids[0], ids[2]])
		expect(await codeOf(change(ids[0], { employee: salon.ids.ben }, salon.user.staff))).toBe('not_allowed')
		expect(await codeOf(change(ids[0], { employee: salon.ids.zoe }))).toBe('not_allowed')
		// A series that somebody else has named alike stays theirs.
		const [row] = await salon.sql`select series from public.events where id = ${ids[0]}`
		const foreign = await makeCourse(
			salon,
			week + 507,
			{
				series: row?.series,
				location: salon.ids.foreignLocation,
				service: salon.ids.foreignCut,
				employee: salon.ids.zoe,
			},
			salon.user.foreigner,
		)
		expect((await change(ids[0], { title: 'Unser' })).changed).not.toContain(foreign.id)
		await salon.call(salon.user.manager, 'cancel_following_events', { event: ids[0] })
		expect(await stored([foreign.id])).toMatchObject([{ title: 'Flechtkurs', cancelled_at: null }])
		expect(await codeOf(change(ids[0], {}))).toBe('wrong_state')
	})

	test('twenty at once: every one of them is changed as a whole', async () => {
		const first = week + 600
		const ids = await course(4, 7, first)
		const codes = await Promise.all(
			Array.from({ length: 20 }, async (_, turn) =>
				codeOf(
					change(ids[0] ?? '', {
						title: `Stand ${turn}`,
						starts_at: at(first, `${10 + (turn % 8)}:00`),
						ends_at: at(first, `${11 + (turn % 8)}:00`),
					}),
				),
			),
		)
		expect(codes.filter((code) => code === 'no error').length).toBeGreaterThan(0)
		expect(new Set(codes)).toEqual(
			new Set(codes.includes('edited_meanwhile') ? ['no error', 'edited_meanwhile'] : ['no error']),
		)
		const rows = await stored(ids)
		expect(new Set(rows.map(({ title, time }) => `${title} ${time}`)).size).toBe(1)
		expect(await salon.overlaps()).toBe(0)
	})
})

describe('cancelling this and all later ones', () => {
	const cancel = (event: string, who: Caller = salon.user.manager) =>
		salon.call<{ cancelled: number }>(who, 'cancel_following_events', { event, reason: 'Zu wenige' })

	test('leaves earlier ones, gives time and seats back, and sends one mail to each address', async () => {
		const first = week + 700
		const ids = (await course(4, 7, first)) as [string, string, string, string]
		const visits = []
		for (const id of ids) visits.push(await booked(id, 'ende@example.org'))
		const held = await holdSeats(salon, ids[2])
		expect(await cancel(ids[1])).toEqual({ cancelled: 3 })
		expect(await cancel(ids[1])).toEqual({ cancelled: 0 })
		const states =
			await salon.sql`select state::text from public.appointments where id = any(${visits}) order by starts_at`
		expect(states.map(({ state }) => state)).toEqual(['confirmed', 'cancelled', 'cancelled', 'cancelled'])
		const mails = (await mailsTo('ende@example.org')).filter(({ kind }) => kind === 'appointment_cancelled')
		expect(mails.map(({ payload }) => (payload.series as unknown[]).length)).toEqual([3])
		expect(mails[0]?.payload.reason).toBe('Zu wenige')
		expect(await codeOf(confirmSeats(salon, held))).not.toBe('no error')
		expect(await salon.sql`select from public.occupancies where source = any(${ids})`).toHaveLength(1)
		// The link of the mail opens all of them, but no course of another address.
		const other = await booked(ids[0], 'fremd@example.org')
		await salon.call('service_role', 'issue_booking_link', { appointment: visits[1], secret_hash: 'ab'.repeat(32) })
		const links =
			await salon.sql`select appointment_id from public.appointment_links where secret_hash = decode(${'ab'.repeat(32)}, 'hex')`
		expect(new Set(links.map(({ appointment_id }) => appointment_id))).toEqual(new Set(visits))
		expect(links.map(({ appointment_id }) => appointment_id)).not.toContain(other)
	})

	test('is for those who may cancel', async () => {
		const ids = await course(2, 7, week + 800)
		expect(await codeOf(cancel(ids[0] ?? '', salon.user.foreigner))).toBe('event_not_found')
		expect(await codeOf(cancel(ids[0] ?? '', 'anon'))).toMatch(/permission denied/)
		await salon.sql`update public.events set employee_id = ${salon.ids.ben} where id = ${ids[1] ?? ''}`
		expect(await cancel(ids[0] ?? '', salon.user.staff)).toEqual({ cancelled: 1 })
	})

	test('and booking at the same moment leave nobody with a seat of a cancelled one', async () => {
		const ids = (await course(3, 7, week + 900, { seats: 20 })) as [string, string, string]
		const guests = Array.from({ length: 15 }, async (_, turn) => {
			const held = await holdSeats(salon, ids[turn % 3] ?? '')
			return confirmSeats(salon, held)
		})
		const codes = await Promise.all([...guests, cancel(ids[0])].map(codeOf))
		expect(codes.at(-1)).toBe('no error')
		const left =
			await salon.sql`select from public.appointments visit join public.appointment_lines line on line.appointment_id = visit.id
			where line.event_id = any(${ids}) and visit.state in ('requested', 'confirmed')`
		expect(left).toHaveLength(0)
		expect(
			await salon.sql`select from public.event_seats where event_id = any(${ids}) and source is not null`,
		).toHaveLength(0)
	})
})
