import type { AppServices } from '#app/lib/context.server.ts'
import { invariantData } from '#app/lib/invariant.ts'
import { isQuietHour } from '#app/lib/quiet-hour.ts'
import { type Client, serverClient } from '#app/lib/supabase.server.ts'

/** How long which data are kept, and why, in words. */
export async function loadRetentionRules(client: Client) {
	return invariantData(
		await client.from('retention_rules').select('name, what, how_long, why, fate').order('position').limit(200),
	)
}

export type RetentionRule = Awaited<ReturnType<typeof loadRetentionRules>>[number]

/** Once a night deletes, in small steps, what is due by the rules of retention. Called every hour. */
export async function forgetDue(services: AppServices, _senders: unknown, stopping: AbortSignal): Promise<number> {
	if (!isQuietHour()) return 0
	const client = serverClient(services)
	const rules = invariantData(
		await client.from('retention_rules').select('name').not('job', 'is', null).order('position').limit(200),
	)
	for (const { name } of rules)
		while (!stopping.aborted && invariantData(await client.rpc('forget_due', { p_rule: name, p_limit: 200 })) > 0);
	return 0
}
