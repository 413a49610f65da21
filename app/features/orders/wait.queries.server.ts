import type { Client } from '#app/lib/supabase.server.ts'

export type WaitlistMode = 'automatic' | 'by_hand' | 'off'

/** Whether a location keeps a waiting list, and who offers the times; `off` also where nobody may see the location. */
export async function loadWaitlistMode(client: Client, location: string): Promise<WaitlistMode> {
	const { data } = await client.from('locations').select('waitlist').eq('id', location).maybeSingle()
	return data?.waitlist ?? 'off'
}
