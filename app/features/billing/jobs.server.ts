import { z } from 'zod'
import type { AppServices } from '#app/lib/context.server.ts'
import { call } from '#app/lib/contracts.server.ts'
import { invariantData } from '#app/lib/invariant.ts'
import { serverClient } from '#app/lib/supabase.server.ts'
import { writeInvoices } from './invoice-files.server.ts'

/** Decides about commission, closes the month that is due, writes its invoices, and takes the next step with late ones. Returns how much there was. */
export async function runBilling(services: AppServices): Promise<number> {
	const client = serverClient(services)
	const decided = invariantData(await client.rpc('settle_commission', { p_limit: 200 }))
	const billed = invariantData(await client.rpc('close_billing_month', { p_limit: 20 }))
	const written = await writeInvoices(services)
	const reminded = invariantData(await client.rpc('run_dunning', { p_limit: 50 }))
	return decided + billed + written + reminded
}

/** Compares invoices with the books; what differs is an alert, and reported. */
export async function checkBilling(services: AppServices): Promise<number> {
	const found = invariantData(await call(serverClient(services), 'check_billing', z.array(z.unknown()), {}))
	if (found.length > 0) services.report(new Error(`the invoices differ: ${JSON.stringify(found).slice(0, 1000)}`))
	return 0
}
