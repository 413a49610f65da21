import type { RouterContextProvider } from 'react-router'
import { pricesContract } from '#app/features/billing/billing.contracts.ts'
import { servicesContext } from '#app/lib/context.server.ts'
import { call } from '#app/lib/contracts.server.ts'
import { HOME_ZONE, localDate } from '#app/lib/dates.ts'
import { invariantData } from '#app/lib/invariant.ts'
import { anonymousClient } from '#app/lib/supabase.server.ts'
import type { Prices } from './prices.ts'

/** The prices of today, for pages that everybody sees. */
export async function loadPrices(context: Readonly<RouterContextProvider>): Promise<Prices> {
	const client = anonymousClient(context.get(servicesContext))
	const prices = invariantData(await call(client, 'current_prices', pricesContract, {}))
	return { ...prices, billed: prices.billed_from !== null && prices.billed_from <= localDate(new Date(), HOME_ZONE) }
}
