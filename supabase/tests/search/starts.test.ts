import fc from 'fast-check'
import { patience, runs } from '#backend/testing/property-runs.ts'
import type { TransactionSql } from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Case, nightCases, shopCases } from '../availability/cases.ts'
import { type Ids, insertWorld } from '../availability/world.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'

// The search reads free time from its index, computed_starts from the tables that people edit; both must give the same
// result.
const { seed, numRuns } = runs(60)

let database: TestDatabase
beforeAll(async () => {
	database = await createTestDatabase()
})
afterAll(() => database.drop())

/** `dated`: with a window. Without one, the starts of the next 14 days are shown, the same in every order. */
type Asked = Case & { minutes: [number, number] | null; dated: boolean; sort: string }
type Start = { starts_at: number; service: number; employee: number }

/** Windows over the hour of a clock change as well as common ones. */
const minutes = fc.option(
	fc
		.tuple(fc.constantFrom(0, 60, 90, 120, 150, 180, 540, 720, 1020), fc.constantFrom(30, 60, 180, 240, 600))
		.map(([from, lasts]): [number, number] => [from, Math.min(1440, from + lasts)]),
	{ nil: null, freq: 1 },
)

const orders = fc.constantFrom('next', 'next', 'relevance', 'price')

test.each([
	['shop hours', shopCases],
	['nights and changes of the clock', nightCases],
])(
	'%s: the starts on a card equal the free starts of its service',
	{ timeout: patience(120_000) },
	async (profile, cases) => {
		let some = 0
		await fc.assert(
			fc.asyncProperty(cases, minutes, fc.boolean(), orders, async (one, window, dated, sort) => {
				await inWorld(one, async (sql, ids) => {
					expect(await sql`select * from internal.index_differences(${ids.location})`).toEqual([])
					const asked = { ...one, dated, sort, minutes: dated ? window : null }
					const expected = await freeStarts(sql, ids, asked)
					some += expected.length > 0 ? 1 : 0
					expect(await shownStarts(sql, ids, asked)).toEqual(expected)
				})
			}),
			{ seed, numRuns },
		)
		expect(some, `${profile}: seed ${seed}`).toBeGreaterThan(numRuns * 0.2)
	},
)

class Undo extends Error {}

async function inWorld({ world, wish }: Case, run: (sql: TransactionSql, ids: Ids) => Promise<void>): Promise<void> {
	await database.sql
		.begin(async (sql) => {
			await sql`select set_config('zeitplatz.now', ${wish.now}, true)`
			await run(sql, await insertWorld(sql, world))
			throw new Undo()
		})
		.catch((error: unknown) => {
			if (!(error instanceof Undo)) throw error
		})
}

/** Today in Berlin; the search knows no earlier day. */
const todayOf = ({ wish }: Case): Temporal.PlainDate =>
	Temporal.Instant.from(wish.now).toZonedDateTimeISO('Europe/Berlin').toPlainDate()

/** The requested dates. */
function datesOf(asked: Asked): [string, string] {
	const today = todayOf(asked)
	if (!asked.dated) return [today.toString(), today.add({ days: 13 }).toString()]
	const from = asked.wish.from > today.toString() ? asked.wish.from : today.toString()
	return [from, asked.wish.to > from ? asked.wish.to : from]
}

/** Last days, counted from today, by which a service must have a start to be shown if another service has one. */
const SPANS = [1, 3, 6, 13]

/**
 * The first three starts of the first service that has any, as the booking page would show them. Without a window, of the first
 * service that has some soon: today or tomorrow, otherwise in the next two days, and so on.
 */
async function freeStarts(sql: TransactionSql, ids: Ids, asked: Asked): Promise<Start[]> {
	const { world } = asked
	const offered = ids.services.filter(
		(_, index) =>
			(world.services[index]?.active ?? true) &&
			world.employees.some(({ active = true, offers }) => active && offers.some(({ service }) => service === index)),
	)
	const found: Start[][] = []
	for (const service of offered.slice(0, 3)) found.push(await startsOf(sql, ids, asked, service))
	if (asked.dated) return found.find(({ length }) => length > 0) ?? []
	for (const span of SPANS) {
		const end = todayOf(asked)
			.add({ days: span + 1 })
			.toZonedDateTime(world.zone).epochMilliseconds
		const soon = found.find(([first]) => first && first.starts_at < end)
		if (soon) return soon
	}
	return []
}

async function startsOf(sql: TransactionSql, ids: Ids, asked: Asked, service: string): Promise<Start[]> {
	const [from, to] = datesOf(asked)
	const [first, end] = asked.minutes ?? [0, 1440]
	const rows = await sql<{ starts_at: Date; employee_ids: string[] }[]>`
		select free.* from internal.computed_starts(${ids.location}, ${[service]}, null, ${from}, ${to}, ${asked.wish.now}, true) free
		where exists (
			select from generate_series(0, ${to}::date - ${from}::date) as day
			where free.starts_at >= internal.instant(${from}::date + day + make_interval(mins => ${first}), ${asked.world.zone})
				and free.starts_at < internal.instant(${from}::date + day + make_interval(mins => ${end}), ${asked.world.zone}))
		limit 3`
	return rows.map((row) => ({
		starts_at: row.starts_at.getTime(),
		service: ids.services.indexOf(service),
		employee: ids.employees.indexOf(row.employee_ids[0] ?? ''),
	}))
}

async function shownStarts(sql: TransactionSql, ids: Ids, asked: Asked): Promise<Start[]> {
	const [from, to] = asked.dated ? datesOf(asked) : [null, null]
	const [first, end] = asked.minutes ?? [null, null]
	const found = await sql<{ next_starts: { starts_at: string; service_id: string; employee_id: string }[] }[]>`
		select next_starts from public.search_locations(p_date => ${from}, p_date_to => ${to}, p_from_minute => ${first},
			p_to_minute => ${end}, p_sort => ${asked.sort})`
	return (found[0]?.next_starts ?? []).map((start) => ({
		starts_at: Date.parse(start.starts_at),
		service: ids.services.indexOf(start.service_id),
		employee: ids.employees.indexOf(start.employee_id),
	}))
}
