import type { z } from 'zod'
import { call } from '#app/lib/contracts.server.ts'
import type { CodedError } from '#app/lib/errors.ts'
import { invariantData } from '#app/lib/invariant.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { type DayPrice, dayPricesContract } from './day-prices.contracts.ts'
import type { dayPriceSchema } from './day-price.form.ts'

/** The day prices of a location that have not ended. */
export async function loadDayPrices(client: Client, locationId: string): Promise<DayPrice[]> {
	return invariantData(await call(client, 'listed_day_prices', dayPricesContract, { p_location: locationId }))
}

/** Adds a day price to a service. */
export function addDayPrice(
	client: Client,
	location_id: string,
	{ id, cheaper, percent, ...rest }: z.output<ReturnType<typeof dayPriceSchema>>,
): PromiseLike<{ error: CodedError | null }> {
	return client
		.from('day_prices')
		.insert({ ...rest, service_id: id, location_id, percent: cheaper === 'cheaper' ? -percent : percent })
}

/** Removes a day price; what was booked with it keeps its price. */
export function removeDayPrice(
	client: Client,
	locationId: string,
	id: string,
): PromiseLike<{ error: CodedError | null }> {
	return client.from('day_prices').delete().eq('id', id).eq('location_id', locationId)
}
