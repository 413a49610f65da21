import { formatTime, HOME_ZONE } from '#app/lib/dates.ts'
import { invariantData } from '#app/lib/invariant.ts'
import { paths } from '#app/lib/paths.ts'
import { redirect } from '#app/lib/redirect.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import type { DemoInfo } from './demo-bar.tsx'

/** How long the visitor's demo lasts. @throws Response a redirect to the page that says so when it is over */
export async function loadDemoInfo(client: Client, slug: string | null): Promise<DemoInfo> {
	const until: string | null = invariantData(await client.rpc('sandbox_until'))
	if (!until) throw redirect(paths.demo())
	return { until: formatTime(until, HOME_ZONE), left: Date.parse(until) - Date.now(), slug }
}
