import type { Sql } from 'postgres'
import postgres from '#backend/postgres/driver.ts'
import { seedReference } from '../reference.ts'
import { settleSuggestions } from '../suggestions.ts'
import { batchesOf } from './batches.ts'
import { type Lane, openLane } from './copy.ts'
import {
	forgetDefinitions,
	leftDefinitions,
	putBack,
	putBackReferences,
	putBackKeys,
	runTwo,
	takeDown,
} from './definitions.ts'
import { buildIndex, INDEX_TABLES } from './index-build.ts'
import type { LargeWish } from './wish.ts'

/** In the order of their references. */
export const TABLES = [
	...[
		'companies',
		'locations',
		'employees',
		'services',
		'employee_services',
		'working_hours',
		'exceptions',
		'resources',
	],
	...['customers', 'appointments', 'appointment_lines', 'occupancies', 'appointment_events', 'reviews'],
].map((table) => `public.${table}`)

/** These tables have most of the rows and one connection each; all other tables share one. */
const LARGE = ['public.appointments', 'public.appointment_lines', 'public.occupancies', 'public.appointment_events']

export type LoadOptions = {
	wish: LargeWish
	threads: number
	/** Adds to existing data, slowly, because no definitions are removed. Without it, a database with companies is refused. */
	addTo: boolean
	progress: (message: string) => void
}

/** The database has companies of its own. */
export class HasDataError extends Error {}

/**
 * Fills a migrated database with a large data set. An empty database is filled without keys and indexes, which are restored
 * at the end and check all rows; an error removes all rows again. Row triggers do not run, because the rows already have the
 * form that triggers would give them.
 * @throws HasDataError, or the database's error when the rows break a rule.
 */
export async function loadLarge(url: string, { wish, threads, addTo, progress }: LoadOptions): Promise<void> {
	// Plans are the same for all locations, so they are made once.
	const connection = { maintenance_work_mem: '512MB', plan_cache_mode: 'force_generic_plan' }
	const sql = postgres(url, { max: LARGE.length + 1, onnotice: () => undefined, connection })
	try {
		await undoBrokenLoad(sql, progress)
		const [found] = await sql<{ companies: boolean }[]>`select exists (select from public.companies) as companies`
		if (found?.companies && !addTo) throw new HasDataError('Die Datenbank enthält schon Unternehmen.')
		await seedReference(sql)
		if (found?.companies) {
			await copyAll(sql, [[]], { wish, threads, progress })
		} else {
			await loadEmpty(sql, { wish, threads, progress })
		}
		progress('Suchvorschläge werden gesammelt …')
		await settleSuggestions(sql)
		progress('Statistik wird erhoben …')
		const tables = [...TABLES, ...INDEX_TABLES, 'internal.suggestions']
		await runTwo(tables.map((table) => async () => void (await sql.unsafe(`vacuum (analyze) ${table}`))))
	} finally {
		await sql.end({ timeout: 5 })
	}
}

/** Empties tables and all that hangs on them, also what must never be removed otherwise. */
export async function emptyTables(sql: Sql, tables: string[]): Promise<void> {
	await sql.begin(async (step) => {
		await step`set local session_replication_role = replica`
		await step.unsafe(`truncate ${tables.join(', ')} cascade`)
	})
}

/** A killed load leaves rows without keys. */
async function undoBrokenLoad(sql: Sql, progress: (message: string) => void): Promise<void> {
	const left = await leftDefinitions(sql)
	if (!left) return
	progress('Ein abgebrochener Lauf wird rückgängig gemacht …')
	await emptyTables(sql, [...TABLES, ...INDEX_TABLES])
	await putBack(sql, left)
	await forgetDefinitions(sql)
}

type Work = Pick<LoadOptions, 'wish' | 'threads' | 'progress'>

async function loadEmpty(sql: Sql, work: Work): Promise<void> {
	const definitions = await takeDown(sql, TABLES)
	try {
		const rest = TABLES.filter((table) => !LARGE.includes(table))
		await copyAll(sql, [rest, ...LARGE.map((table) => [table])], work)
		await putBackKeys(sql, definitions, work.progress)
		await sql.unsafe(`analyze ${TABLES.join(', ')}`)
		await buildIndex(sql, work.wish.locations, work.progress)
		work.progress('Verweise werden geprüft …')
		await putBackReferences(sql, definitions)
		// The server's job does the rest, as after an upgrade.
		await sql`delete from internal.words_to_fill`
		await sql`insert into internal.words_to_fill values ('00000000-0000-0000-0000-000000000000')`
		await forgetDefinitions(sql)
	} catch (error) {
		await undoBrokenLoad(sql, work.progress)
		throw error
	}
}

/** Copies all rows, through one connection for each list of tables; a table in no list goes through the first. */
async function copyAll(sql: Sql, lists: string[][], { wish, threads, progress }: Work): Promise<void> {
	const lanes: Lane[] = []
	const counts = { locations: 0, appointments: 0 }
	let reported = performance.now()
	try {
		for (const list of lists) lanes.push(await openLane(sql, list))
		for await (const { tables } of batchesOf(wish, threads)) {
			// Waits for all, because a lane cannot be closed while another batch is being copied.
			const copied = await Promise.allSettled(
				lanes.map(async (lane, number) => {
					for (const table of tables) {
						const home = Math.max(
							0,
							lists.findIndex((list) => list.includes(table.name)),
						)
						if (home === number) await lane.copy(table)
					}
				}),
			)
			for (const result of copied) if (result.status === 'rejected') throw result.reason
			for (const { name, rows } of tables) {
				if (name === 'public.locations') counts.locations += rows
				if (name === 'public.appointments') counts.appointments += rows
			}
			if (performance.now() - reported < 5000 && counts.locations < wish.locations) continue
			reported = performance.now()
			progress(`${counts.locations} von ${wish.locations} Standorten, ${counts.appointments} Termine`)
		}
		for (const lane of lanes) await lane.commit()
	} finally {
		await Promise.all(lanes.map((lane) => lane.close()))
	}
}
