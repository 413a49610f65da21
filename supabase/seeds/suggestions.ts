import type { Sql } from 'postgres'

/** Brings suggestions and the counts of the catalogue up to date at once, when nobody can wait for the job. */
export async function settleSuggestions(sql: Sql): Promise<void> {
	for (;;) {
		const [step] = await sql<[{ done: number }]>`select public.advance_suggestions() as done`
		if (step.done === 0) return
	}
}
