import { call } from '#app/lib/contracts.server.ts'
import { invariantData } from '#app/lib/invariant.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { paymentTermsContract, type ServiceTerms, termsNote } from './payment-terms.ts'

/** The services of a location of which something is paid when they are booked; what is not here is paid on site. */
export async function loadTerms(client: Client, locationId: string): Promise<ServiceTerms[]> {
	return invariantData(await call(client, 'list_payment_terms', paymentTermsContract, { p_location: locationId }))
}

/** The same in words by service. */
export async function loadTermsNotes(client: Client, locationId: string): Promise<Map<string, string>> {
	return new Map((await loadTerms(client, locationId)).map((one) => [one.service_id, termsNote(one)]))
}
