import { call } from '#app/lib/contracts.server.ts'
import { invariantData } from '#app/lib/invariant.ts'
import { phoneText } from '#app/lib/phone.server.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { type FoundCustomer, foundCustomersContract } from './find-customers.contracts.ts'

/** Customers that this member can book for again, by parts of name, mail or phone; at most eight. */
export async function findCustomers(client: Client, location: string, text: string): Promise<FoundCustomer[]> {
	const args = { p_location: location, p_text: text.slice(0, 120) }
	const found = invariantData(await call(client, 'find_customers', foundCustomersContract, args))
	return found.map((customer) => ({ ...customer, phone: phoneText(customer.phone) }))
}
