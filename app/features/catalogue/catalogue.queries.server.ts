import type { z } from 'zod'
import type { AppServices } from '#app/lib/context.server.ts'
import { call } from '#app/lib/contracts.server.ts'
import { HOME_ZONE, localDate } from '#app/lib/dates.ts'
import { invariantData } from '#app/lib/invariant.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import type { StoredPicture } from '#app/ui/picture.tsx'
import { type Found, foundOf } from './about.ts'
import { type Card, type SearchRow, toCard } from './card.ts'
import { facetsContract, hitsContract } from './catalogue.contracts.ts'
import type { Category } from './category.ts'
import { dateWindow, type Filters, minuteWindow, PER_PAGE } from './filters.ts'
import { keptCounts } from './kept-counts.ts'
import { apart, twinsIn } from './pictures-apart.ts'
import { type GeoPlace, pointPlace } from './places.ts'
import { loadReference } from './reference.server.ts'
import { understandWords } from './understand.ts'

// The radius when the visitor has not chosen one; a city means the city itself.
const DEFAULT_RADIUS_KM = { city: 15, district: 4, postal: 6, point: 5 }

export type Search = {
	filters: Filters
	category?: Category
	place?: GeoPlace
	text: string
	/** The place as it was typed, if it was corrected. */
	misspelt?: string
	/** A typed place that is not known. */
	unknown?: string
	/** Searches around the place without a limit. */
	anywhere?: boolean
}
/** The number of results, in total and for each further choice. */
export type Facets = z.output<typeof facetsContract>
const NO_FACETS: Facets = { total: 0, capped: false, categories: [], attributes: {}, ratings: {} }

export type Results = {
	cards: Card[]
	facets: Facets
	/** Number of pages that an address can name, limited by the rows that the search can skip. */
	pages: number
	/** The position after this page; empty at the end of the list. */
	cursor: string
	found: Found
}
const MOST_PAGES = 80
/** Businesses among which each day is counted. */
const MOST_COUNTED_BY_DAY = 250
const MOST_TWINS = 50
const MOST_PICTURES = 500

/** Interprets the search as a category or free text, and a place. An unknown place stays undefined. */
export async function understand(client: Client, services: AppServices, filters: Filters): Promise<Search> {
	const reference = await loadReference(services)
	if (filters.point) {
		const place = pointPlace(filters.point, filters.where, reference.cities)
		return { filters, ...understandWords({ what: filters.what, where: filters.where }, reference), place }
	}
	const { postalCode, ...meant } = understandWords(filters, reference)
	const place = postalCode ? await loadPostalCode(client, postalCode) : meant.place
	return { filters, ...meant, place, unknown: place ? undefined : filters.where || postalCode }
}

/** One page of results and the total; empty when the place is unknown. */
export async function searchLocations(
	client: Client,
	services: AppServices,
	search: Search,
	now: Date,
): Promise<Results> {
	const wish = toWish(search, now)
	if (!wish) return { cards: [], facets: NO_FACETS, pages: 0, cursor: '', found: foundOf([], [], 0) }
	const [{ rows, cards }, facets] = await Promise.all([
		searchRows(client, services, search, now, search.filters.shown),
		countMatches(client, services, wish),
	])
	return {
		...{ cards: await withPicturesApart(client, cards), facets, cursor: rows.at(-1)?.cursor ?? '' },
		pages: Math.min(MOST_PAGES, Math.ceil(facets.total / PER_PAGE)),
		found: foundOf(rows, cards, facets.total),
	}
}

/**
 * How many businesses have a free start on each of these local dates (YYYY-MM-DD), with everything else that was asked; null where there are
 * so many businesses that counting each day would take longer than finding them.
 */
export async function countDays(
	client: Client,
	services: AppServices,
	search: Search,
	now: Date,
	{ dates, among }: { dates: string[]; among: number },
): Promise<number[] | null> {
	if (among === 0 || among > MOST_COUNTED_BY_DAY) return null
	return Promise.all(
		dates.map((day) =>
			countSearch(client, services, { ...search, filters: { ...search.filters, day, dayTo: '' } }, now),
		),
	)
}

/** The number of results, without loading any of them. */
export async function countSearch(client: Client, services: AppServices, search: Search, now: Date): Promise<number> {
	const wish = toWish(search, now)
	return wish ? (await countMatches(client, services, wish)).total : 0
}

function countMatches(
	client: Client,
	services: AppServices,
	wish: NonNullable<ReturnType<typeof toWish>>,
): Promise<Facets> {
	return keptCounts(services, wish, async () =>
		invariantData(await call(client, 'search_facets', facetsContract, wish)),
	)
}

/** The first results, without counting all of them. */
export async function searchCards(
	client: Client,
	services: AppServices,
	search: Search,
	now: Date,
	limit = PER_PAGE,
): Promise<Card[]> {
	return withPicturesApart(client, (await searchRows(client, services, search, now, limit)).cards)
}

/** The next free cards of a search, at most two of a trade, so that no trade crowds the others out. In the order of the search. */
export async function mixedCards(
	client: Client,
	services: AppServices,
	search: Search,
	now: Date,
	wanted: number,
): Promise<Card[]> {
	const [{ rows, cards }, { categories }] = await Promise.all([
		searchRows(client, services, search, now, 6 * wanted),
		loadReference(services),
	])
	const parents = new Map(categories.map((one) => [one.id, one.parent_id ?? one.id]))
	const trades = rows.map((row) => parents.get(row.services?.[0]?.category_id ?? 0) ?? 0)
	const nth = trades.map((trade, index) => trades.slice(0, index).filter((other) => other === trade).length)
	const mixed = [0, 1]
		.flatMap((turn) => cards.filter((_, index) => nth[index] === turn))
		.slice(0, wanted)
		.sort((one, other) => cards.indexOf(one) - cards.indexOf(other))
	return withPicturesApart(client, mixed)
}

/** The same cards, so that no picture stands twice on one screen. Asks only when businesses share one. */
export async function withPicturesApart(client: Client, cards: Card[]): Promise<Card[]> {
	const twins = twinsIn(cards).slice(0, MOST_TWINS)
	if (!twins.length) return cards
	const rows = invariantData(
		await client
			.from('location_images')
			.select('location_id, path, alt, width, height, color')
			.in('location_id', twins)
			.order('position')
			.order('id')
			.limit(MOST_PICTURES),
	)
	const others = new Map<string, StoredPicture[]>()
	for (const { location_id: id, ...picture } of rows) others.set(id, [...(others.get(id) ?? []), picture])
	return apart(cards, others)
}

async function searchRows(client: Client, services: AppServices, search: Search, now: Date, limit: number) {
	const { filters, category } = search
	const wish = toWish(search, now)
	if (!wish) return { rows: [], cards: [] }
	const { categories } = await loadReference(services)
	const from = filters.cursor ? { p_cursor: filters.cursor } : { p_offset: (filters.page - 1) * PER_PAGE }
	const page = { p_sort: filters.sort || 'next', p_limit: limit, ...from }
	const rows = invariantData(await call(client, 'search_locations', hitsContract, { ...wish, ...page }))
	const cards = rows.map((row) => toCard(row, signOf(row, category, categories), now))
	const { place } = search
	// Where all are in one city, it need not stand on each card.
	if (place?.kind !== 'city' || filters.radiusKm !== null) return { rows, cards }
	return { rows, cards: cards.map((card) => ({ ...card, place: card.place.replace(`, ${place.cityName}`, '') })) }
}

/** Cards of these locations, in their order; those that are not public are left out. At most a hundred. */
export async function cardsOf(client: Client, services: AppServices, ids: string[], now: Date): Promise<Card[]> {
	if (ids.length === 0) return []
	const { categories } = await loadReference(services)
	const rows = invariantData(await call(client, 'listing_cards', hitsContract, { p_locations: ids }))
	return rows.map((row) => toCard(row, signOf(row, undefined, categories), now))
}

/** The conditions of a search in the form that the database expects; undefined when the place is unknown. */
function toWish({ filters, category, place, text, unknown, anywhere = false }: Search, now: Date) {
	if (unknown) return undefined
	const days = dateWindow(filters, localDate(now, HOME_ZONE))
	const minutes = minuteWindow(filters)
	const whole = place?.kind === 'city' && filters.radiusKm === null && !anywhere
	return {
		p_category: category?.slug,
		p_text: text || undefined,
		p_latitude: place?.latitude,
		p_longitude: place?.longitude,
		...(filters.area && !anywhere
			? { p_bounds: [filters.area.west, filters.area.south, filters.area.east, filters.area.north] }
			: {
					p_radius_km: place && !whole && !anywhere ? (filters.radiusKm ?? DEFAULT_RADIUS_KM[place.kind]) : undefined,
				}),
		p_city_id: whole ? place.cityId : undefined,
		p_date: days?.from,
		p_date_to: days?.to,
		p_from_minute: minutes?.from,
		p_to_minute: minutes?.to,
		p_min_price_cents: filters.minPriceCents ?? undefined,
		p_max_price_cents: filters.maxPriceCents ?? undefined,
		p_min_rating: filters.minRating ?? undefined,
		p_attributes: filters.attributes.length ? filters.attributes : undefined,
		p_languages: filters.language ? [filters.language] : undefined,
		p_open_now: filters.openNow,
	}
}

type Sign = { icon: string; hue: number }
const NO_SIGN: Sign = { icon: 'sparkle', hue: 210 }

// A card without a picture is drawn in the colour of the first category it offers.
function signOf(row: SearchRow, category: Category | undefined, categories: Category[]): Sign {
	if (category || row.image) return category ?? NO_SIGN
	return categories.find((one) => one.id === row.services?.[0]?.category_id) ?? NO_SIGN
}

async function loadPostalCode(client: Client, code: string): Promise<GeoPlace | undefined> {
	const found = invariantData(
		await client
			.from('postal_codes')
			.select('code, latitude, longitude, city_id, cities(name, slug)')
			.eq('code', code)
			.limit(1),
	) as { code: string; latitude: number; longitude: number; city_id: number; cities: { name: string; slug: string } }[]
	const row = found[0]
	if (!row) return undefined
	return {
		...{ kind: 'postal', label: `${code} ${row.cities.name}`, cityId: row.city_id, citySlug: row.cities.slug },
		...{ cityName: row.cities.name, latitude: row.latitude, longitude: row.longitude },
	}
}
