import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { at, type Caller, CONTACT, codeOf, hashOf, openSalon, type Salon, type Visit } from './salon.ts'

// Series: appointments of one customer at the same wall time every so many weeks.
let salon: Salon
beforeAll(async () => {
	salon = await openSalon()
})
afterAll(() => salon.close())

type Conflict = { turn: number; starts_at: string; code: string; against: unknown[]; next: string | null }
type Series = { series: string | null; visits: Visit[]; conflicts: Conflict[] }
const REGULAR = { name: 'Rosa Regel', email: 'rosa@example.org', phone: '' }

const usual = () => ({
	...{ location: salon.ids.location, services: [salon.ids.cut], employee: salon.ids.anna },
	...{ weeks: 3, count: 4, contact: REGULAR },
})
const series = (args: object, who: Caller = salon.user.manager, now?: string) =>
	salon.call<Series>(who, 'create_series', { ...usual(), ...args }, now)
const wallTimes = (visits: Visit[]) =>
	visits.map(({ starts_at }) =>
		Temporal.Instant.from(starts_at).toZonedDateTimeISO('Europe/Berlin').toPlainDateTime().toString().slice(0, 16),
	)
const countOf = async (email: string) =>
	(await salon.sql`select 1 from public.appointments where contact_email = ${email}`).length
const mailsTo = (recipient: string) => salon.sql<{ kind: string; state: string; payload: Record<string, unknown> }[]>`
	select kind, state, payload from public.messages where recipient = ${recipient} order by created_at, id`

describe('weeks are counted on the wall clock', () => {
	test.each([
		['summer begins', '2027-03-22', ['2027-03-22T09:00', '2027-03-29T09:00', '2027-04-05T09:00']],
		['summer ends', '2027-10-25', ['2027-10-25T09:00', '2027-11-01T09:00', '2027-11-08T09:00']],
	])('%s', async (_name, day, expected) => {
		const starts_at = Temporal.PlainDateTime.from(`${day}T09:00`)
			.toZonedDateTime('Europe/Berlin')
			.toInstant()
			.toString()
		const { visits } = await series({
			starts_at,
			weeks: 1,
			count: 3,
			contact: { ...REGULAR, email: `${day}@example.org` },
		})
		expect(wallTimes(visits)).toEqual(expected)
	})

	test('a time that the clock skips is a conflict with the time after it', async () => {
		const starts_at = '2027-03-21T02:30:00+01:00'
		const args = { starts_at, weeks: 1, count: 2, contact: { ...REGULAR, email: 'skipped@example.org' } }
		const { conflicts } = await series({ ...args, anyway: [1] })
		expect(conflicts).toMatchObject([{ turn: 2, code: 'no_such_time' }])
		expect(Date.parse(conflicts[0]?.next ?? '')).toBe(Date.parse('2027-03-28T03:30:00+02:00'))
		const made = await series({ ...args, anyway: [1, 2], moved: [2], moved_to: [conflicts[0]?.next] })
		expect(wallTimes(made.visits)).toEqual(['2027-03-21T02:30', '2027-03-28T03:30'])
	})
})

test('visits know each other, have a history each, and the customer gets one mail with links to all', async () => {
	const email = 'all@example.org'
	const made = await series({ starts_at: at(3, '10:00'), contact: { ...REGULAR, email } })
	expect(made.visits).toHaveLength(4)
	const rows = await salon.sql<{ series: string; customer_id: string; verbs: string[] }[]>`
		select series, customer_id, (select array_agg(verb) from public.appointment_events e where e.appointment_id = a.id) as verbs
		from public.appointments a where contact_email = ${email}`
	expect(rows.map((row) => row.series)).toEqual(Array(4).fill(made.series))
	expect(new Set(rows.map((row) => row.customer_id)).size).toBe(1)
	for (const { verbs } of rows) expect(verbs).toEqual(['create'])
	const mails = await mailsTo(email)
	expect(mails.map(({ kind }) => kind)).toEqual(['appointment_confirmed'])
	const dates = mails[0]?.payload.series as { appointment_id: string }[]
	expect(dates.map(({ appointment_id }) => appointment_id)).toEqual(made.visits.map(({ id }) => id))
	// The mail's secret opens all of them, but none whose address is another's by now.
	const [first, second, third] = made.visits as [Visit, Visit, Visit]
	await salon.sql`update public.appointments set contact_email = 'else@example.org' where id = ${third.id}`
	await salon.call('service_role', 'issue_booking_link', {
		appointment: first.id,
		secret_hash: hashOf('series secret'),
	})
	const open = (id: string) => codeOf(salon.call('anon', 'get_booking', { appointment: id, secret: 'series secret' }))
	expect(await open(second.id)).toBe('no error')
	const links = await salon.sql`select 1 from public.appointment_links where appointment_id = ${third.id}`
	expect(links).toHaveLength(0)
})

test('what speaks against single dates is answered one by one, and nothing is made until each is decided', async () => {
	const email = 'decide@example.org'
	const args = { starts_at: at(4, '11:00'), weeks: 1, count: 4, contact: { ...REGULAR, email } }
	await salon.book({ starts_at: at(11, '11:00') }, { ...CONTACT, name: 'Vera Vorher' })
	await salon.sql`insert into public.exceptions (location_id, employee_id, kind, starts_at, ends_at, reason)
		values (${salon.ids.location}, ${salon.ids.anna}, 'closed', ${at(18, '00:00')}, ${at(19, '00:00')}, 'Urlaub')`
	const customers = async () => (await salon.sql`select 1 from public.customers where email = ${email}`).length
	const { conflicts, visits } = await series(args)
	expect(visits).toEqual([])
	expect(conflicts).toMatchObject([
		{
			turn: 2,
			code: 'slot_taken',
			against: [{ employee_name: 'Anna', reasons: [{ reason: 'busy', customer: 'Vera Vorher' }] }],
		},
		{ turn: 3, code: 'unusual_time', against: [{ employee_name: 'Anna', reasons: [{ reason: 'closed' }] }] },
	])
	expect(Date.parse(conflicts[0]?.next ?? '')).toBe(Date.parse(at(11, '11:30')))
	// The absence takes the whole day.
	expect(Date.parse(conflicts[1]?.next ?? '')).toBe(Date.parse(at(19, '08:00')))
	expect(await countOf(email)).toBe(0)
	expect(await customers()).toBe(0)
	// What is taken stays taken, whatever is said of it.
	const insisting = await series({ ...args, anyway: [2, 3] })
	expect(insisting.conflicts.map(({ turn }) => turn)).toEqual([2])
	const made = await series({ ...args, anyway: [3], moved: [2], moved_to: [conflicts[0]?.next] })
	expect(made.visits.map(({ starts_at }) => Date.parse(starts_at))).toEqual(
		[at(4, '11:00'), at(11, '11:30'), at(18, '11:00'), at(25, '11:00')].map((start) => Date.parse(start)),
	)
	expect(await customers()).toBe(1)
	const without = await series({ ...args, starts_at: at(4, '12:00'), skipped: [3] })
	expect(without.visits).toHaveLength(3)
	expect(await salon.overlaps()).toBe(0)
})

test('the bounds of a series', async () => {
	const starts_at = at(5, '09:00')
	for (const args of [{ count: 1 }, { count: 53 }, { weeks: 0 }, { weeks: 27 }, { count: null }, { weeks: 2147483647 }])
		expect(await codeOf(series({ starts_at, ...args }))).toBe('series_range')
	expect(await codeOf(series({ starts_at, weeks: 26, count: 8 }))).toBe('series_range')
	expect(await codeOf(series({ starts_at, count: 2, skipped: [1, 2] }))).toBe('series_empty')
	expect(await codeOf(series({ starts_at, moved: [1], moved_to: ['9999-01-01T00:00:00Z'] }))).toBe('series_range')
	expect(await codeOf(series({ starts_at, services: [salon.ids.nails] }))).toBe('not_bookable')
	const most = await series({
		starts_at: at(5, '08:00'),
		weeks: 1,
		count: 52,
		contact: { ...REGULAR, email: 'most@example.org' },
	})
	expect(most.visits).toHaveLength(52)
})

test('a repeated key returns the same series', async () => {
	const args = {
		starts_at: at(6, '09:00'),
		contact: { ...REGULAR, email: 'key@example.org' },
		idempotency_key: randomUUID(),
	}
	const first = await series(args)
	expect(await series(args)).toEqual(first)
	expect(await countOf('key@example.org')).toBe(4)
	const single = { location: salon.ids.location, services: [salon.ids.cut], employee: salon.ids.anna, contact: REGULAR }
	const key = { idempotency_key: args.idempotency_key }
	const call = salon.call(salon.user.manager, 'create_appointment', {
		...{ ...single, ...key, starts_at: at(6, '15:00'), anyway: false },
	})
	expect((await call).id).toBe(first.visits[0]?.id)
})

describe('an appointment is repeated', () => {
	const repeat = (appointment: string, args: object = {}, who: Caller = salon.user.manager) =>
		salon.call<Series>(who, 'repeat_appointment', { appointment, weeks: 2, count: 3, ...args })

	test('with its people, lengths and customer; the first one counts, and a second call goes on with the series', async () => {
		const email = 'again@example.org'
		const { id } = await salon.book({ starts_at: at(7, '13:00') }, { ...REGULAR, email, note: 'Nur heute' })
		await salon.sql`update public.appointment_lines set agreed_minutes = 45, ends_at = starts_at + interval '45 minutes' where appointment_id = ${id}`
		const made = await repeat(id)
		expect(wallTimes(made.visits).map((time) => time.slice(11))).toEqual(['13:00', '13:00'])
		expect(made.visits.map(({ starts_at, ends_at }) => Date.parse(ends_at) - Date.parse(starts_at))).toEqual([
			2_700_000, 2_700_000,
		])
		const rows = await salon.sql<{ series: string; note: string; customer: boolean }[]>`
			select series, note, customer_id is not null as customer from public.appointments where contact_email = ${email} order by starts_at`
		expect(rows.map((row) => row.series)).toEqual(Array(3).fill(made.series))
		expect(rows.map(({ note }) => note)).toEqual(['Nur heute', '', ''])
		const more = await repeat(made.visits[1]?.id ?? '', { count: 2 })
		expect(more.series).toBe(made.series)
		await salon.composeMails()
		const mails = (await mailsTo(email)).filter(({ kind }) => kind === 'appointment_confirmed')
		// One for the booking, one for the series, one for the single one after it.
		expect(mails.map(({ payload }) => (payload.series as unknown[] | undefined)?.length)).toEqual([
			undefined,
			2,
			undefined,
		])
	})

	test('only by those who may book for everybody in it, and only what stands', async () => {
		const { id } = await salon.book({ starts_at: at(7, '15:00'), employee: salon.ids.ben })
		expect(await codeOf(repeat(id, {}, salon.user.staff))).toBe('appointment_not_found')
		expect(await codeOf(repeat(id, {}, salon.user.foreigner))).toBe('appointment_not_found')
		expect(await codeOf(repeat(id, {}, 'anon'))).toMatch(/permission denied/)
		await salon.call(salon.user.manager, 'cancel_appointment', { appointment: id })
		expect(await codeOf(repeat(id))).toBe('wrong_state')
		const own = await salon.book({ starts_at: at(7, '16:00') })
		expect((await repeat(own.id, {}, salon.user.staff)).visits).toHaveLength(2)
		expect(await codeOf(repeat(own.id, {}, salon.user.customer))).toBe('appointment_not_found')
	})
})

test('who must not book makes no series', async () => {
	const starts_at = at(8, '17:00')
	expect(await codeOf(series({ starts_at }, salon.user.foreigner))).toBe('location_not_found')
	expect(await codeOf(series({ starts_at }, salon.user.customer))).toBe('location_not_found')
	expect(await codeOf(series({ starts_at, employee: salon.ids.ben }, salon.user.staff))).toBe('not_allowed')
	expect(await codeOf(series({ starts_at }, 'anon'))).toMatch(/permission denied/)
})

describe('cancelling this and the following', () => {
	const cancel = (appointment: string, who: Caller = salon.user.manager) =>
		salon.call<{ cancelled: number }>(who, 'cancel_following', { appointment, reason: 'Umzug' })
	const states = async (made: Series) => {
		const rows = await salon.sql<{ state: string }[]>`select state::text from public.appointments
			where id = any(${made.visits.map(({ id }) => id)}) order by starts_at`
		return rows.map(({ state }) => state)
	}

	test('leaves the earlier ones, gives the time back and sends one mail to each address', async () => {
		const email = 'ending@example.org'
		const made = await series({ starts_at: at(9, '09:00'), contact: { ...REGULAR, email }, count: 5 })
		await salon.sql`update public.appointments set contact_email = 'heir@example.org' where id = ${made.visits[4]?.id ?? ''}`
		const second = made.visits[1]?.id ?? ''
		expect(await cancel(second)).toEqual({ cancelled: 4 })
		expect(await states(made)).toEqual(['confirmed', ...Array(4).fill('cancelled')])
		expect(await cancel(second)).toEqual({ cancelled: 0 })
		const left =
			await salon.sql`select 1 from public.occupancies where source = any(${made.visits.map(({ id }) => id)})`
		expect(left).toHaveLength(1)
		const mails = await mailsTo(email)
		expect(mails.map(({ kind }) => kind)).toEqual(['appointment_confirmed', 'appointment_cancelled'])
		const told = mails[1]?.payload.series as { appointment_id: string; sequence: number }[]
		expect(told).toHaveLength(3)
		const stored =
			await salon.sql`select id, sequence from public.appointments where id = any(${told.map((one) => one.appointment_id)})`
		// A calendar takes a cancellation only with the number that the visit has since.
		for (const { appointment_id, sequence } of told)
			expect(sequence).toBe(stored.find(({ id }) => id === appointment_id)?.sequence)
		expect((await mailsTo('heir@example.org')).map(({ kind }) => kind)).toEqual(['appointment_cancelled'])
		const events = await salon.sql`select 1 from public.appointment_events where verb = 'cancel' and reason = 'Umzug'`
		expect(events).toHaveLength(4)
	})

	test('takes only what the caller works on, and a single appointment alone', async () => {
		const made = await series({
			starts_at: at(10, '09:00'),
			contact: { ...REGULAR, email: 'two@example.org' },
			count: 3,
		})
		await salon.sql`update public.appointment_lines set employee_id = ${salon.ids.ben} where appointment_id = ${made.visits[1]?.id ?? ''}`
		expect(await cancel(made.visits[0]?.id ?? '', salon.user.staff)).toEqual({ cancelled: 2 })
		expect(await states(made)).toEqual(['cancelled', 'confirmed', 'cancelled'])
		const { id } = await salon.book({ starts_at: at(10, '13:00') })
		expect(await codeOf(cancel(id, salon.user.foreigner))).toBe('appointment_not_found')
		expect(await cancel(id)).toEqual({ cancelled: 1 })
	})
})

test('links for its mails and cancelling the rest of it at the same moment do not stop each other', async () => {
	for (let round = 0; round < 4; round++) {
		const contact = { ...REGULAR, email: `parallel-${round}@example.org` }
		const { visits } = await series({
			starts_at: at(13 + round, '18:30'),
			employee: salon.ids.ben,
			weeks: 1,
			count: 12,
			contact,
		})
		const link = ({ id }: Visit) =>
			salon.call('service_role', 'issue_booking_link', { appointment: id, secret_hash: hashOf(randomUUID()) })
		const cancelled = salon.call(salon.user.owner, 'cancel_following', { appointment: visits[0]?.id, reason: '' })
		expect(await Promise.all([...visits.map(link), cancelled].map(codeOf))).toEqual(Array(13).fill('no error'))
	}
})

test('a visit whose customer was erased is not repeated', async () => {
	const { id } = await salon.book({ starts_at: at(11, '13:00') })
	await salon.sql`update public.appointments set contact_name = 'Daten gelöscht', contact_email = '' where id = ${id}`
	const again = salon.call(salon.user.manager, 'repeat_appointment', { appointment: id, weeks: 1, count: 2 })
	expect(await codeOf(again)).toBe('customer_not_found')
})
