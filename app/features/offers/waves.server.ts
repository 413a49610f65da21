import type { AppServices } from '#app/lib/context.server.ts'
import { invariantData } from '#app/lib/invariant.ts'
import { serverClient } from '#app/lib/supabase.server.ts'

/** Tells businesses of search orders that fit (supabase/schemas/75_orders/92_waves.sql); how many waves and mails there were. */
export async function runWaves(services: AppServices): Promise<number> {
	return invariantData(await serverClient(services).rpc('run_waves', { p_limit: 20 }))
}
