import type { Sql } from 'postgres'
import { buildDemo } from './demo.ts'
import { insertRows } from './insert.ts'

// Any fixed number: of several processes that start together one makes the demo.
const SEED_LOCK = 7_215_002

type DemoOptions = { storageDir: string; progress: (message: string) => void; now: Date }

/** Adds the demo in one transaction, so that a crash leaves none of it. */
export async function seedDemo(sql: Sql, { progress, now }: DemoOptions): Promise<void> {
	progress('Demo: Unternehmen werden erfunden …')
	const { plans, rows } = buildDemo(now)
	await sql.begin(async (transaction) => {
		await transaction`select pg_advisory_xact_lock(${SEED_LOCK})`
		const [company] = await transaction`select from public.companies limit 1`
		if (company) return
		await insertRows(transaction, rows)
	})
	progress(`Demo: ${plans.length} Unternehmen sind bereit.`)
}
