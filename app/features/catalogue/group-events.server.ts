import { toListed } from '#app/features/events/offered.ts'
import type { AppServices } from '#app/lib/context.server.ts'
import { HOME_ZONE, localDate } from '#app/lib/dates.ts'
import { invariantData } from '#app/lib/invariant.ts'
import { paths } from '#app/lib/paths.ts'
import type { SitemapEntry } from '#app/lib/sitemap.ts'
import { type Client, serverClient } from '#app/lib/supabase.server.ts'
import type { Search } from './catalogue.queries.server.ts'
import { dateWindow } from './filters.ts'

const MOST_SHOWN = 6

/** A group event as a list of several businesses shows it, in finished words. */
export type FoundEvent = {
	id: string
	/** Its location. */
	place: string
	title: string
	business: string
	city: string
	when: string
	price: string
	left: string
	full: boolean
	href: string
}

/** The next group events that fit a search by category, municipality and day; none beyond its first page or for words. */
export async function findGroupEvents(
	client: Client,
	{ filters, category, place, text, unknown }: Search,
	now: Date,
): Promise<FoundEvent[]> {
	if (text || unknown || filters.page > 1 || filters.cursor || (place && place.kind !== 'city')) return []
	const days = dateWindow(filters, localDate(now, HOME_ZONE))
	const found = invariantData(
		await client.rpc('find_events', {
			...{ p_city_id: place?.cityId, p_category: category?.slug, p_limit: MOST_SHOWN },
			...{ p_from: days?.from, p_to: days?.to },
		}),
	)
	return found.map((row) => {
		const { when, price, left, state } = toListed(row, row.time_zone, now)
		return {
			...{ id: row.id, place: row.location_id, title: row.title, business: row.business, city: row.city },
			...{ when, price, left, full: state === 'full', href: paths.listingEvent(row.slug, row.id) },
		}
	})
}

/** The pages of the next thousand group events. */
export async function eventEntries(services: AppServices): Promise<SitemapEntry[]> {
	const rows = invariantData(await serverClient(services).rpc('find_events', { p_limit: 1000 }))
	return rows.map(({ slug, id }) => ({ address: `${services.siteUrl}${paths.listingEvent(slug, id)}` }))
}
