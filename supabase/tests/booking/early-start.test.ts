import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { at, CONTACT, codeOf, hashOf, openSalon, type Salon } from './salon.ts'

// The customer's demand for a visit to begin before the withdrawal period ends (50_booking/80_early_start.sql).
let salon: Salon
beforeAll(async () => {
	salon = await openSalon()
})
afterAll(() => salon.close())

// A Monday well away from any holiday; the holiday tables are empty here.
const MONDAY = '2030-03-04'
const wall = (date: string, time: string) =>
	Temporal.PlainDate.from(date).toZonedDateTime({ timeZone: 'Europe/Berlin', plainTime: time }).toInstant().toString()
const after = (days: number) => Temporal.PlainDate.from(MONDAY).add({ days }).toString()
const now = wall(MONDAY, '12:00')

type Demand = {
	early_start: { text: string; hash: string | null; before: string | null; agreed_at: string | null } | null
}
type Changes = Parameters<Salon['hold']>[0]

let hour = 8
let later = 0
let day = 1
beforeEach(() => {
	hour = 8
	day++
})
const treatment = (changes: Changes = {}, present?: string) =>
	salon.hold(
		{ starts_at: at(day, `${String(hour++).padStart(2, '0')}:00`), services: [salon.ids.massage], ...changes },
		present,
	)
type Held = Awaited<ReturnType<typeof treatment>>
const confirm = ({ visit, secret }: Held, more: object = {}, present?: string) =>
	salon.call('anon', 'confirm_appointment', { appointment: visit.id, secret, contact: CONTACT, ...more }, present)
const demandOf = async ({ visit, secret }: Held, present?: string) =>
	(await salon.call<Demand>('anon', 'get_booking', { appointment: visit.id, secret }, present)).early_start
const kept = async (id: string) => [
	...(await salon.sql`select agreed_at, text_hash from public.early_starts where appointment_id = ${id}`),
]
const move = ({ visit, secret }: Held, starts_at: string, more: object = {}, present?: string) =>
	salon.call('anon', 'reschedule_appointment', { appointment: visit.id, secret, starts_at, ...more }, present)
/** Booked on MONDAY for the fifteenth day after it, when no demand is needed. */
async function bookedLater() {
	const held = await salon.hold(
		{ starts_at: wall(after(15), `${8 + later++}:00`.padStart(5, '0')), services: [salon.ids.massage] },
		now,
	)
	await confirm(held, { early_start: '' }, now)
	await salon.sql`update public.appointment_events set at = ${now} where appointment_id = ${held.visit.id}`
	return held
}

describe('confirming', () => {
	test('is refused without the demand, and keeps the time and the words of the demand', async () => {
		const held = await treatment()
		const demand = await demandOf(held)
		expect(demand).toMatchObject({ hash: salon.agreed, agreed_at: null })
		expect(demand?.text).toMatch(/verlange ausdrücklich.*vollständig erfüllt hat/)
		expect(hashOf(String(demand?.text))).toBe(salon.agreed)
		for (const early_start of ['', 'ja', hashOf('Ich stimme nichts zu.'), null])
			expect(await codeOf(confirm(held, { early_start }))).toBe('early_start_missing')
		expect(await kept(held.visit.id)).toEqual([])
		const before = Date.now()
		expect(await confirm(held, { early_start: salon.agreed })).toMatchObject({ state: 'confirmed' })
		const [row, ...more] = await kept(held.visit.id)
		expect([row?.text_hash, more]).toEqual([salon.agreed, []])
		expect(Math.abs(Number(row?.agreed_at) - before)).toBeLessThan(60_000)
		expect(await demandOf(held)).toEqual({ ...demand, hash: null, before: null, agreed_at: expect.any(String) })
		// Repeated without the words, the call finds the same booking.
		expect(await confirm(held)).toMatchObject({ state: 'confirmed' })
	})

	test('several services, an expired hold and an account need the demand as well', async () => {
		const { massage, nails, location, anna } = salon.ids
		const both = await treatment({ services: [massage, nails], employee: null })
		expect(await codeOf(confirm(both, { early_start: '' }))).toBe('early_start_missing')
		expect(await confirm(both, { early_start: salon.agreed })).toMatchObject({ state: 'confirmed' })
		expect(await kept(both.visit.id)).toHaveLength(1)
		const ended = await treatment({ starts_at: at(day, '12:00') }, at(0, '00:10'))
		const late = at(0, '01:00')
		expect(await codeOf(confirm(ended, { early_start: '' }, late))).toBe('early_start_missing')
		expect(await confirm(ended, { early_start: salon.agreed }, late)).toMatchObject({ state: 'confirmed' })
		expect(await kept(ended.visit.id)).toHaveLength(1)
		const wish = { location, services: [massage], employee: anna, starts_at: at(day, '15:00') }
		const own = await salon.call(salon.user.customer, 'hold_appointment', wish)
		const args = { appointment: own.id, contact: CONTACT }
		expect(await codeOf(salon.call(salon.user.customer, 'confirm_appointment', args))).toBe('early_start_missing')
		await salon.call(salon.user.customer, 'confirm_appointment', { ...args, early_start: salon.agreed })
		expect(await kept(own.id)).toHaveLength(1)
	})

	test('needs no demand without a right to withdraw, without a price, after the period, or when booked by hand', async () => {
		const cut = await treatment({ services: [salon.ids.cut] })
		expect(await demandOf(cut)).toBeNull()
		const free = await treatment()
		await salon.sql`update public.holds set total_cents = 0 where id = ${free.visit.id}`
		expect(await demandOf(free)).toBeNull()
		for (const held of [cut, free]) {
			// A demand that was sent although none was needed proves nothing.
			expect(await confirm(held, { early_start: salon.agreed })).toMatchObject({ state: 'confirmed' })
			expect(await kept(held.visit.id)).toEqual([])
		}
		const later = await bookedLater()
		expect(await kept(later.visit.id)).toEqual([])
		const { location, massage, anna } = salon.ids
		const wish = { location, services: [massage], employee: anna, starts_at: at(day, '18:00'), contact: CONTACT }
		const by_hand = await salon.call(salon.user.manager, 'create_appointment', wish)
		expect(by_hand.state).toBe('confirmed')
		expect(await kept(by_hand.id)).toEqual([])
	})

	test('a business that confirms by hand can confirm just before the start, so its requests need the demand for any start', async () => {
		await salon.sql`update public.locations set confirms_by_hand = true where id = ${salon.ids.location}`
		const held = await treatment({ starts_at: at(30 + day, '10:00') })
		expect(await demandOf(held)).toMatchObject({ before: null, agreed_at: null })
		expect(await codeOf(confirm(held, { early_start: '' }))).toBe('early_start_missing')
		expect(await confirm(held, { early_start: salon.agreed })).toMatchObject({ state: 'requested' })
		await salon.sql`update public.locations set confirms_by_hand = false where id = ${salon.ids.location}`
		await salon.call(salon.user.manager, 'confirm_appointment', { appointment: held.visit.id })
		expect(await kept(held.visit.id)).toHaveLength(1)
	})

	test('programs of 0.1.0, which show no demand and sign no visitor, can still book; no demand is kept', async () => {
		const old = await treatment()
		const [answer] = await salon.sql.begin(async (sql) => {
			await sql`select set_config('role', 'anon', true), set_config('request.headers', '{}', true)`
			return sql`select public.confirm_appointment(p_appointment => ${old.visit.id}, p_secret => ${old.secret},
				p_contact => ${sql.json(CONTACT)}) as visit`
		})
		expect(answer?.visit).toMatchObject({ state: 'confirmed' })
		expect(await kept(old.visit.id)).toEqual([])
		// A box that was shown but left empty is different.
		const shown = await treatment()
		const empty = salon.sql.begin(async (sql) => {
			await sql`select set_config('role', 'anon', true), set_config('request.headers', '{}', true)`
			return sql`select public.confirm_appointment(${shown.visit.id}, ${shown.secret}, ${sql.json(CONTACT)}, '')`
		})
		expect(await codeOf(empty)).toBe('early_start_missing')
	})
})

test('the period ends with the fourteenth day, and never on a day off', async () => {
	const ends = async (date: string, zone = 'Europe/Berlin') =>
		(await salon.sql`select internal.withdrawal_ends(${wall(date, '23:30')}, ${zone}) as ends`)[0]?.ends as Date
	const midnight = (date: string) => new Date(wall(date, '00:00'))
	expect(await ends('2030-03-04')).toEqual(midnight('2030-03-19'))
	// The clocks change on 31 March, so midnight is an hour earlier.
	expect(await ends('2030-03-18')).toEqual(midnight('2030-04-02'))
	// The period would end on a Saturday or Sunday.
	expect(await ends('2030-03-09')).toEqual(midnight('2030-03-26'))
	expect(await ends('2030-03-10')).toEqual(midnight('2030-03-26'))
	// In this zone it is still the day before, at half past ten.
	expect(await ends('2030-03-05', 'Pacific/Honolulu')).toEqual(new Date('2030-03-20T10:00:00Z'))
	await salon.sql`insert into public.public_holidays values ('BE', '2030-03-25', 'Feiertag')`
	expect(await ends('2030-03-09')).toEqual(midnight('2030-03-27'))
	await salon.sql`delete from public.public_holidays`
})

describe('moving', () => {
	test('into the period needs the demand, once; later starts need none', async () => {
		const held = await bookedLater()
		const [inside, outside] = [wall(after(14), '18:00'), wall(after(16), '10:00')]
		expect(await demandOf(held, now)).toMatchObject({ hash: salon.agreed, before: expect.any(String) })
		expect(Date.parse(String((await demandOf(held, now))?.before))).toBe(Date.parse(wall(after(15), '00:00')))
		expect(await codeOf(move(held, inside, {}, now))).toBe('early_start_missing')
		expect(await codeOf(move(held, inside, { early_start: '' }, now))).toBe('early_start_missing')
		expect(await move(held, outside, { early_start: '' }, now)).toMatchObject({ sequence: 1 })
		expect(await kept(held.visit.id)).toEqual([])
		expect(await move(held, inside, { early_start: salon.agreed }, now)).toMatchObject({ sequence: 2 })
		expect(await kept(held.visit.id)).toEqual([{ agreed_at: new Date(now), text_hash: salon.agreed }])
		expect(await move(held, wall(after(13), '10:00'), { early_start: '' }, now)).toMatchObject({ sequence: 3 })
	})

	test('by the business needs no demand', async () => {
		const held = await bookedLater()
		const args = { appointment: held.visit.id, starts_at: wall(after(12), '10:00') }
		expect(await salon.call(salon.user.manager, 'reschedule_appointment', args, now)).toMatchObject({ sequence: 1 })
		expect(await kept(held.visit.id)).toEqual([])
	})
})

test('new words make the old ones outdated; an earlier demand stays proven', async () => {
	const [before, open] = [await treatment(), await treatment()]
	await confirm(before, { early_start: salon.agreed })
	const words = 'Ich verlange es. (Fassung zwei)'
	await salon.sql`insert into public.consent_texts values (${hashOf(words)}, 'early_start', 2, ${words})`
	expect(await codeOf(confirm(open, { early_start: salon.agreed }))).toBe('early_start_missing')
	expect(await demandOf(open)).toMatchObject({ text: words, hash: hashOf(words) })
	await confirm(open, { early_start: hashOf(words) })
	expect((await demandOf(before))?.text).toContain('vollständig erfüllt hat')
	expect((await demandOf(open))?.text).toBe(words)
	const [mail] =
		await salon.sql`select (internal.composed_messages(${open.visit.id}, 'appointment_confirmed', 'customer', '{}', now())).*`
	expect(mail).toMatchObject({ audience: 'customer', payload: { early_start: { text: words } } })
	const wrong = salon.sql`insert into public.consent_texts values (${hashOf('x')}, 'early_start', 3, 'y')`
	expect(await codeOf(wrong)).toMatch(/consent_texts_hash/)
})

test('proofs are deleted three years after the end of their year, whoever made them', async () => {
	const forget = async (present: string) => {
		const [one, other] = [{ rule: 'withdrawals' }, { rule: 'early_starts' }]
		return (
			(await salon.call<number>('service_role', 'forget_due', one, present)) +
			(await salon.call<number>('service_role', 'forget_due', other, present))
		)
	}
	const visits = await Promise.all([50, 51].map((day) => salon.book({ starts_at: at(day, '10:00') })))
	await salon.sql`delete from public.early_starts`
	await salon.sql`delete from public.withdrawals`
	for (const [index, { visit }] of visits.entries()) {
		await salon.sql`insert into public.early_starts values (${visit.id}, '2030-12-30', ${salon.agreed})`
		// The second visit is in the new year, so its claims belong to that year.
		const starts = ['2030-12-31T10:00Z', '2031-01-02T10:00Z'][index] ?? ''
		await salon.sql`update public.appointments set starts_at = ${starts}, ends_at = ${starts}::timestamptz + interval '1 hour'
			where id = ${visit.id}`
	}
	for (const declared_at of [wall('2030-12-31', '23:59'), wall('2031-01-01', '00:01')])
		await salon.sql`insert into public.withdrawals (name, email, booking_number, declared_at)
			values ('Kim', ${`${randomUUID()}@example.org`}, 'x', ${declared_at})`
	const left = async () =>
		(
			await salon.sql`select (select count(*) from public.withdrawals)::int as withdrawals,
				(select count(*) from public.early_starts)::int as early_starts`
		)[0]
	expect(await forget(wall('2033-12-31', '23:59'))).toBe(0)
	expect(await left()).toEqual({ withdrawals: 2, early_starts: 2 })
	expect(await forget(wall('2034-01-01', '00:01'))).toBe(2)
	expect(await left()).toEqual({ withdrawals: 1, early_starts: 1 })
	expect(await forget(wall('2035-01-01', '00:01'))).toBe(2)
	expect(await left()).toEqual({ withdrawals: 0, early_starts: 0 })
})
