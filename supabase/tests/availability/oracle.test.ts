import fc from 'fast-check'
import type { TransactionSql } from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { patience, runs } from '#backend/testing/property-runs.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { type Case, nightCases, shopCases } from './cases.ts'
import { bookableStarts, plannedByHand, type Start } from './oracle.ts'
import { type Ids, insertWorld } from './world.ts'

const { seed, numRuns } = runs(320)

let database: TestDatabase
beforeAll(async () => {
	database = await createTestDatabase()
	// These worlds exist only briefly, so their index is built once, after everything has been inserted.
	await database.sql`alter table public.locations disable trigger index_changed`
})
afterAll(() => database.drop())

test.each([
	['shop hours', shopCases],
	['nights', nightCases],
])('%s: free times and plans equal those of the oracle', { timeout: patience(300_000) }, async (profile, cases) => {
	let starts = 0
	let some = 0
	let known = 0
	let indexed = 0
	await fc.assert(
		fc.asyncProperty(cases, async (one) => {
			const expected = bookableStarts(one.world, one.wish)
			starts += expected.length
			some += expected.length > 0 ? 1 : 0
			await inWorld(one, async (sql, ids) => {
				expect(await startsInSql(sql, ids, one)).toEqual(expected)
				await sql`select set_config('zeitplatz.now', ${one.wish.now}, true)`
				await sql`select internal.refresh_days(${ids.location}), internal.refresh_listing(${ids.location})`
				for (const service of one.world.services.keys()) {
					const single = { ...one, wish: { ...one.wish, services: [service] } }
					if (!(await isIndexed(sql, ids, single))) continue
					const free = bookableStarts(single.world, single.wish)
					expect(await startsInSql(sql, ids, single)).toEqual(free)
					indexed += free.length > 0 ? 1 : 0
				}
				for (const minute of probes(expected, one)) {
					const wanted = expected.filter(({ start }) => start === minute)
					expect(await planInSql(sql, ids, one, minute)).toEqual(wanted)
					const quick = await quickPlanInSql(sql, ids, one, minute)
					expect(quick ?? wanted).toEqual(wanted)
					known += quick ? 1 : 0
				}
				for (const minute of probes(expected, one).slice(0, 2)) {
					const wanted = plannedByHand(one.world, one.wish, minute)
					expect(await planInSql(sql, ids, one, minute, true)).toEqual(wanted ? [wanted] : [])
				}
			})
		}),
		{ seed, numRuns },
	)
	// Cases without any start prove little, so most must have some.
	expect(known, `${profile}: seed ${seed}, quick plans`).toBeGreaterThan(numRuns * 0.1)
	expect(indexed, `${profile}: seed ${seed}, starts from the index`).toBeGreaterThan(numRuns * 0.15)
	expect(some, `${profile}: seed ${seed}, ${starts} starts`).toBeGreaterThan(numRuns * 0.3)
})

class Undo extends Error {}

async function inWorld({ world }: Case, run: (sql: TransactionSql, ids: Ids) => Promise<void>): Promise<void> {
	await database.sql
		.begin(async (sql) => {
			await run(sql, await insertWorld(sql, world))
			throw new Undo()
		})
		.catch((error: unknown) => {
			if (!(error instanceof Undo)) throw error
		})
}

const minuteOf = (instant: Date) => instant.getTime() / 60_000
const pick = (ids: string[], indexes: number[]) => indexes.map((index) => ids[index] ?? '')
const employeeId = (ids: Ids, { wish }: Case) =>
	wish.employee === null ? null : (ids.employees[wish.employee] ?? null)

async function startsInSql(sql: TransactionSql, ids: Ids, one: Case): Promise<Start[]> {
	const { wish } = one
	const rows = await sql<{ starts_at: Date; ends_at: Date; employee_ids: string[] }[]>`
		select * from public.available_starts(${ids.location}, ${pick(ids.services, wish.services)}, ${employeeId(ids, one)},
			${wish.from}, ${wish.to}, ${wish.now})`
	return rows.map((row) => ({
		start: minuteOf(row.starts_at),
		end: minuteOf(row.ends_at),
		employees: row.employee_ids.map((id) => ids.employees.indexOf(id)),
	}))
}

/**
 * Whether available_starts reads the index for this wish. Until the index is built, it computes from the tables that
 * people edit.
 */
async function isIndexed(sql: TransactionSql, ids: Ids, one: Case): Promise<boolean> {
	const { wish } = one
	const [row] = await sql`
		select internal.read_indexed_wish(${ids.location}, ${ids.services[wish.services[0] ?? 0] ?? ''}, ${employeeId(ids, one)},
			${wish.from}, ${wish.to}, ${wish.now}) is not null as indexed`
	return row?.indexed === true
}

async function planInSql(sql: TransactionSql, ids: Ids, one: Case, minute: number, byHand = false): Promise<Start[]> {
	const rows = await sql<{ starts_at: Date; ends_at: Date; employee_id: string }[]>`
		select * from internal.plan_visit(${ids.location}, ${pick(ids.services, one.wish.services)}, ${employeeId(ids, one)},
			${new Date(minute * 60_000)}, ${one.wish.now}, null, ${byHand}) order by position`
	const last = rows.at(-1)
	if (!last) return []
	return [
		{
			start: minute,
			end: minuteOf(last.ends_at),
			employees: rows.map((row) => ids.employees.indexOf(row.employee_id)),
		},
	]
}

/** The result of the quick plan and the constraint; undefined where the quick plan leaves the answer to the general one. */
async function quickPlanInSql(sql: TransactionSql, ids: Ids, one: Case, minute: number): Promise<Start[] | undefined> {
	if (one.wish.services.length > 1) return undefined
	const [row] = await sql`
		select plan.*, exists (
			select from public.occupancies one
			where one.subject = plan.employee_id and one.minutes && plan.occupied
				and (one.expires_at is null or one.expires_at > ${one.wish.now})) as kept_out
		from internal.plan_one(${ids.location}, ${ids.services[one.wish.services[0] ?? 0] ?? ''}, ${employeeId(ids, one)},
			${new Date(minute * 60_000)}, ${one.wish.now}) plan`
	if (row?.bookable === null) return undefined
	if (!row?.bookable || row.kept_out) return []
	return [{ start: minute, end: minuteOf(row.ends_at), employees: [ids.employees.indexOf(row.employee_id)] }]
}

/** Starts to plan: the first, a middle one and the last, and the minute after each, all on the requested dates. */
function probes(starts: Start[], { world, wish }: Case): number[] {
	const chosen = [starts[0], starts[Math.floor(starts.length / 2)], starts.at(-1)].flatMap((one) =>
		one ? [one.start] : [],
	)
	const noon = Temporal.ZonedDateTime.from(`${wish.from}T12:00[${world.zone}]`).epochMilliseconds / 60_000
	const isAsked = (minute: number) => {
		const instant = Temporal.Instant.fromEpochMilliseconds(minute * 60_000)
		const date = instant.toZonedDateTimeISO(world.zone).toPlainDate().toString()
		return date >= wish.from && date <= wish.to
	}
	return [...new Set([noon, ...chosen, ...chosen.map((minute) => minute + 1)])].filter(isAsked)
}
