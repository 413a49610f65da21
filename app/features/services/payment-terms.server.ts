import { call } from '#app/lib/contracts.server.ts'
import { invariantData } from '#app/lib/invariant.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { paymentTermsContract, termsNote } from './payment-terms.ts'

/** What is paid when the services of a location are booked, in words by service; what is not here is paid on site. */
export async function loadTermsNotes(client: Client, locationId: string): Promise<Map<string, string>> {
	const terms = invariantData(
		await call(client, 'list_payment_terms', paymentTermsContract, { p_location: locationId }),
	)
	return new Map(terms.map((one) => [one.service_id, termsNote(one)]))
}
