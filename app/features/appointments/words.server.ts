import type { AppServices } from '#app/lib/context.server.ts'
import { invariantData } from '#app/lib/invariant.ts'
import { serverClient } from '#app/lib/supabase.server.ts'

/** Gives appointments of programs before 0.4 the words by which they are found. @returns how many more there may be; 0 once it is done. */
export async function fillAppointmentWords(services: AppServices): Promise<number> {
	return invariantData(await serverClient(services).rpc('fill_appointment_words', { p_limit: 500 }))
}
