import type { Sql } from 'postgres'

/** The index of free time (supabase/schemas/46, 70), which has no references; undoing a load must empty it as well. */
export const INDEX_TABLES = ['calendars', 'free_days', 'listings', 'listing_services', 'search_words'].map(
	(table) => `internal.${table}`,
)

const PER_CALL = 10
/** Ids are random, so this splits them into two halves of about the same size. */
const MIDDLE = '80000000-0000-4000-8000-000000000000'
const DEADLOCK = '40P01'

type Step = { last: string | null; done: number }

/** Builds the index for all locations, over two connections, with its own rebuild function. */
export async function buildIndex(sql: Sql, total: number, progress: (message: string) => void): Promise<void> {
	let built = 0
	let reported = performance.now()
	const half = async (first: string | null, end: string | null): Promise<void> => {
		let after = first
		for (;;) {
			const step = await rebuild(sql, after)
			built += step.done
			after = step.last
			if (performance.now() - reported > 5000) {
				reported = performance.now()
				progress(`Index der freien Zeiten: ${Math.min(built, total)} von ${total} Standorten`)
			}
			if (after === null || step.done < PER_CALL || (end !== null && after > end)) return
		}
	}
	await Promise.all([half(null, MIDDLE), half(MIDDLE, null)])
}

/** Both halves write to the same table of words; the one that loses a deadlock starts again. */
async function rebuild(sql: Sql, after: string | null): Promise<Step> {
	for (;;) {
		try {
			const [row] = await sql<[{ step: Step }]>`select public.rebuild_availability(${after}, ${PER_CALL}) as step`
			return row.step
		} catch (error) {
			if ((error as { code?: string }).code !== DEADLOCK) throw error
		}
	}
}
