import type { AppServices } from '#app/lib/context.server.ts'
import { invariantData } from '#app/lib/invariant.ts'
import { type Client, serverClient } from '#app/lib/supabase.server.ts'

/** A suggestion of the search fields. `slug` leads to a business; it is empty for words and places. */
export type Suggestion = { kind: string; label: string; detail: string; slug: string }

/** Suggestions for a typed text in the field "was" or "wo", best first. */
export async function loadSuggestions(client: Client, field: 'was' | 'wo', text: string): Promise<Suggestion[]> {
	const asked = { p_text: text.slice(0, 60), p_field: field === 'wo' ? 'where' : 'what', p_limit: 8 }
	return invariantData(await client.rpc('suggest', asked)).map((row) => ({
		...{ kind: row.kind, label: row.label, detail: row.detail, slug: row.kind === 'business' ? row.slug : '' },
	}))
}

/** One step of bringing suggestions and counts of the catalogue up to date, for the job. @returns 0 when nothing was left to do. */
export async function advanceSuggestions(services: AppServices): Promise<number> {
	return invariantData(await serverClient(services).rpc('advance_suggestions'))
}
