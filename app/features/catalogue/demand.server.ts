import type { AppServices } from '#app/lib/context.server.ts'
import { HOME_ZONE, localDate } from '#app/lib/dates.ts'
import { hoursOf, type Wanted, weekdaysOf } from '#app/lib/search-demand.ts'
import { serverClient } from '#app/lib/supabase.server.ts'
import type { Results, Search } from './catalogue.queries.server.ts'
import { dateWindow, minuteWindow } from './filters.ts'

/**
 * What a search asked for, to be counted; null for further pages, and for searches by name or without a known place, which say nothing
 * of a category in a city.
 */
export function wantedOf({ filters, category, place, text }: Search, { cards }: Results, now: Date): Wanted | null {
	if (!place || (text && !category) || filters.page > 1 || filters.cursor) return null
	return {
		...{ city: place.cityId, category: category?.id ?? 0 },
		weekdays: weekdaysOf(dateWindow(filters, localDate(now, HOME_ZONE))),
		hours: hoursOf(minuteWindow(filters)),
		found: cards.some(({ starts }) => starts.length > 0),
	}
}

/** Stores the searches counted since the last time; those that cannot be stored are kept for the next. */
export async function keepDemand(services: AppServices): Promise<number> {
	const rows = services.demand?.take() ?? []
	if (rows.length === 0) return 0
	const { error } = await serverClient(services).rpc('count_demand', { p_rows: rows })
	if (!error) return 0
	services.demand?.giveBack(rows)
	throw new Error(error.message, { cause: error })
}
