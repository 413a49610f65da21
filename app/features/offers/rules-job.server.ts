import type { AppServices } from '#app/lib/context.server.ts'
import { invariantData } from '#app/lib/invariant.ts'
import { serverClient } from '#app/lib/supabase.server.ts'

const MOST = 200

/** Sends the offers that rules of locations make, one after the other; the number of them. */
export async function answerByRules(services: AppServices): Promise<number> {
	const client = serverClient(services)
	for (let sent = 0; sent < MOST; sent++)
		if (!invariantData(await client.rpc('answer_by_rules', { p_limit: 50 }))) return sent
	return MOST
}
