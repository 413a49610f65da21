import type { AppServices } from '#app/lib/context.server.ts'
import { invariantData } from '#app/lib/invariant.ts'
import { isQuietHour } from '#app/lib/quiet-hour.ts'
import { serverClient } from '#app/lib/supabase.server.ts'

/** Once a night deletes, in small steps, what has been archived for 30 days and was never booked. Called every hour. */
export async function deleteUnbooked(services: AppServices): Promise<number> {
	if (!isQuietHour()) return 0
	while (invariantData(await serverClient(services).rpc('delete_unbooked', { p_limit: 50 })) > 0);
	return 0
}
