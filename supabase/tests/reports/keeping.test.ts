import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { patience, runs } from '#backend/testing/property-runs.ts'
import { at, CONTACT, openSalon, type Salon } from '../booking/salon.ts'
import { dayAt, type Figures, keepReports, putCustomer, putVisit } from './rows.ts'

let salon: Salon
beforeAll(async () => {
	salon = await openSalon()
	await keepReports(salon)
})
afterAll(() => salon.close())

const CLASSES = [1, 2, 4, 8, 15, 31]
type Sum = {
	visits: number
	cents: number
	fresh: number
	again: number
	missed: number
	leads: number[]
	sources: Record<string, number>
}

/** Counts every day anew, by other means than the database. */
async function counted(): Promise<Record<string, Sum>> {
	const visits = await salon.sql`select visit.*, facts.first_visit_at from public.appointments visit
		left join public.customer_facts facts on facts.customer_id = visit.customer_id
		where location_id = ${salon.ids.location} and state in ('confirmed', 'completed', 'no_show')`
	const days: Record<string, Sum> = {}
	const dateOf = (at: Date) => at.toTemporalInstant().toZonedDateTimeISO('Europe/Berlin').toPlainDate()
	for (const visit of visits) {
		const date = dateOf(visit.starts_at)
		const day = (days[date.toString()] ??= {
			...{ visits: 0, cents: 0, fresh: 0, again: 0, missed: 0, leads: CLASSES.map(() => 0).concat(0), sources: {} },
		})
		if (visit.state === 'no_show') {
			day.missed++
			continue
		}
		day.visits++
		day.cents += visit.total_cents
		if (visit.customer_id) day[!visit.first_visit_at || visit.first_visit_at >= visit.starts_at ? 'fresh' : 'again']++
		const ahead = dateOf(visit.created_at).until(date).days
		const lead = CLASSES.filter((least) => ahead >= least).length
		if (visit.source !== 'import') day.leads[lead] = (day.leads[lead] ?? 0) + 1
		const door = `${visit.source} ${visit.origin}`
		day.sources[door] = (day.sources[door] ?? 0) + 1
	}
	return days
}

async function kept(): Promise<Record<string, Sum>> {
	const rows = await salon.sql`select day::text, visits, cents::integer, fresh, again, missed, leads, sources
		from internal.report_days where location_id = ${salon.ids.location}`
	return Object.fromEntries(rows.map(({ day, ...row }) => [day, row as Sum]))
}

const pick = async (condition: string, turn: number): Promise<string | undefined> => {
	const found = await salon.sql.unsafe(`select id from ${condition} order by id`)
	return found[turn % Math.max(found.length, 1)]?.id
}
/** A change that may be refused, which changes nothing. */
const tried = (call: Promise<unknown>) => call.catch(() => undefined)
const CHANGES: Record<string, (turn: number) => Promise<unknown>> = {
	book: (turn) =>
		tried(
			salon.book(
				{ starts_at: at(1 + (turn % 9), `${9 + (turn % 10)}:00`.padStart(5, '0')), employee: salon.ids.ben },
				{ ...CONTACT, email: `kunde${turn % 4}@example.org` },
			),
		),
	cancel: async (turn) => {
		const id = await pick(`public.appointments where state = 'confirmed' and starts_at > now()`, turn)
		if (id)
			await tried(salon.call(salon.user.owner, 'cancel_appointment', { appointment: id, secret: null, reason: '' }))
	},
	move: async (turn) => {
		const id = await pick(`public.appointments where state = 'confirmed' and starts_at > now()`, turn)
		const starts_at = at(1 + (turn % 12), '19:00')
		if (id) await tried(salon.call(salon.user.owner, 'reschedule_appointment', { appointment: id, starts_at }))
	},
	// The first visit of somebody may be this one or another, as it ends or is taken back.
	settle: async (turn) => {
		const id = await pick(`public.appointments where starts_at < now()`, turn)
		const verb = ['complete_appointment', 'mark_no_show', 'reopen_appointment'][turn % 3] ?? ''
		if (id) await tried(salon.call(salon.user.owner, verb, { appointment: id }))
	},
	merge: async (turn) => {
		const [one, other] = [await pick('public.customers', turn), await pick('public.customers', turn + 1)]
		await salon.sql`update public.appointments set customer_id = ${other ?? null} where customer_id = ${one ?? null}`
	},
	erase: async (turn) => {
		const id = await pick('public.customers', turn)
		if (id && turn % 5 === 0) await salon.sql`delete from public.customers where id = ${id}`
	},
	facts: () => salon.sql`select public.compute_all_customer_facts()`,
	keep: () => keepReports(salon),
}

test(
	'the sums kept equal a fresh count after any changes, also of days long past',
	{ timeout: patience(60_000) },
	async () => {
		const people = [
			await putCustomer(salon, 'Eins'),
			await putCustomer(salon, 'Zwei'),
			await putCustomer(salon, 'Drei'),
		]
		for (let index = 0; index < 24; index++)
			await putVisit(salon, at(-index * 17 - 1, '10:00'), {
				...{ customer_id: people[index % 4] ?? null, state: index % 3 === 0 ? 'completed' : 'confirmed' },
				...{ source: ['web', 'admin', 'import'][index % 3], created_at: at(-index * 18 - 1, '23:30') },
			})
		await salon.sql`select public.compute_all_customer_facts()`
		await salon.call('service_role', 'mark_reports')
		await keepReports(salon)
		expect(await kept()).toEqual(await counted())
		const change = fc.tuple(fc.constantFrom(...Object.keys(CHANGES)), fc.nat(1000))
		await fc.assert(
			fc.asyncProperty(fc.array(change, { minLength: 3, maxLength: 12 }), async (changes) => {
				for (const [name, turn] of changes) await CHANGES[name]?.(turn)
				await salon.sql`select public.compute_all_customer_facts()`
				await keepReports(salon)
				expect(await kept()).toEqual(await counted())
			}),
			runs(25),
		)
		// As many as there are, and not an empty comparison.
		expect(Object.keys(await kept()).length).toBeGreaterThan(10)
	},
)

test('a location whose days cannot be summed holds nobody up', async () => {
	const { sql, ids } = salon
	await sql`create function internal.refuse() returns trigger language plpgsql as 'begin raise exception ''broken''; end'`
	await sql.unsafe(`create trigger refuse before insert on internal.report_days for each row
		when (new.location_id = '${ids.foreignLocation}') execute function internal.refuse()`)
	await putVisit(salon, at(-3, '15:00'))
	for (const location of [ids.foreignLocation, ids.location])
		await sql`insert into internal.report_due (location_id, first, last) values (${location}, ${dayAt(-3)}, ${dayAt(5)})`
	await keepReports(salon)
	expect(await sql`select from internal.report_due`).toHaveLength(0)
	expect(await kept()).toEqual(await counted())
	await sql`drop trigger refuse on internal.report_days`
})

test('a business whose first visit lies ahead holds nobody up', async () => {
	const { sql, ids } = salon
	await sql`insert into public.appointments (company_id, location_id, state, starts_at, ends_at, contact_name, total_cents)
		values (${ids.other}, ${ids.foreignLocation}, 'confirmed', ${at(5, '10:00')}, ${at(5, '11:00')}, 'Mia', 100)`
	await sql`delete from internal.report_use where location_id = ${ids.foreignLocation}`
	await sql`insert into internal.report_due (location_id, first, last) values (${ids.foreignLocation}, ${dayAt(5)}, ${dayAt(5)})`
	await keepReports(salon)
	expect(await sql`select visits from internal.report_days where location_id = ${ids.foreignLocation}`).toEqual([
		{ visits: 1 },
	])
	await sql`delete from public.appointments where location_id = ${ids.foreignLocation}`
})

test('a visit at the edge of a day with a clock change or of a month counts on its local day', async () => {
	const { sql, ids } = salon
	await sql`delete from public.appointments where location_id = ${ids.location}`
	// 25 October 2026 has 25 hours, 29 March 2026 has 23; local midnights are 22:00 and 23:00 UTC.
	for (const time of ['10-24T22:00', '10-25T22:59', '03-28T23:00', '03-29T21:59', '10-31T22:59', '10-31T23:00'])
		await putVisit(salon, `2026-${time}:00Z`)
	await salon.call('service_role', 'mark_reports')
	const now = '2026-11-20T10:00:00Z'
	for (let more = true; more;) ({ more } = await salon.call<{ more: boolean }>('service_role', 'keep_reports', {}, now))
	const days = Object.entries(await kept()).map(([day, { visits }]) => [day, visits])
	expect(days.toSorted(([one], [other]) => String(one).localeCompare(String(other)))).toEqual([
		['2026-03-29', 2],
		['2026-10-25', 2],
		['2026-10-31', 1],
		['2026-11-01', 1],
	])
})

test('a restored or unknown place in the feed, another zone, and the night mark days; what is older than two years goes', async () => {
	const { sql, ids } = salon
	await sql`insert into internal.report_days values (${ids.location}, '2019-01-01', 1, 1, 1, 1, 1, '{0,0,0,0,0,0,0}', '{}')`
	await sql`update internal.report_days set visits = 99 where day > '2020-01-01'`
	await sql`select internal.renew_feed()`
	await keepReports(salon)
	expect(Object.values(await kept()).reduce((sum, { visits }) => sum + visits, 0)).toBe(6)
	expect(Object.keys(await kept())).not.toContain('2019-01-01')
	await sql`update public.locations set time_zone = 'Asia/Tokyo' where id = ${ids.location}`
	await keepReports(salon)
	expect(Object.keys(await kept())).toContain('2026-10-26')
	await sql`update public.locations set time_zone = 'Europe/Berlin' where id = ${ids.location}`
	await putVisit(salon, at(-3, '10:00'))
	await keepReports(salon)
	expect(await kept()).toEqual(await counted())
	await putVisit(salon, at(-2, '10:00'))
	await salon.call('service_role', 'mark_reports', { first: dayAt(-5) })
	await keepReports(salon)
	expect(await kept()).toEqual(await counted())
})

test('what people worked is kept as it was when the day had passed', async () => {
	const { sql, ids, user } = salon
	const people = async () =>
		(
			await salon.call<Figures>(user.owner, 'report_figures', { location: ids.location, last: dayAt(0), days: 90 })
		).people.map(({ name, working }) => [name, working])
	const before = await people()
	expect(before[0]?.[0]).toBe('Anna')
	await sql`update public.working_hours set ends = '14:00' where employee_id = ${ids.anna}`
	await sql`update public.employees set active = false where id = ${ids.ben}`
	await salon.call('service_role', 'mark_reports')
	await keepReports(salon)
	const after = await people()
	// Six of twelve hours on the 36 days that are looked at every night, and not before; who has left has worked.
	expect(after).toEqual([['Anna', Number(before[0]?.[1]) - 36 * 360], before[1]])
})

test('a company that is deleted leaves nothing', async () => {
	await salon.sql`update public.appointments set customer_id = ${await putCustomer(salon, 'Vier')} where location_id = ${salon.ids.location}`
	await salon.sql`delete from public.appointments where location_id = ${salon.ids.location}`
	await salon.sql`delete from public.companies where id = ${salon.ids.company}`
	await keepReports(salon)
	for (const table of ['report_days', 'report_use', 'report_due'])
		expect(
			await salon.sql.unsafe(`select * from internal.${table} where location_id = '${salon.ids.location}'`),
		).toEqual([])
})
