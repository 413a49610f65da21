import type { AppServices } from '#app/lib/context.server.ts'
import { call } from '#app/lib/contracts.server.ts'
import { formatTime, HOME_ZONE, localDate } from '#app/lib/dates.ts'
import { invariantData } from '#app/lib/invariant.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import type { StoredPicture } from '#app/ui/picture.tsx'
import { type Card } from './card.ts'
import { childrenOf } from './category.ts'
import { hitsContract } from './catalogue.contracts.ts'
import { mixedCards, searchCards } from './catalogue.queries.server.ts'
import { NO_FILTERS } from './filters.ts'
import { type City, cityPlace } from './places.ts'
import { type Counts, kept, loadCounts, loadReference } from './reference.server.ts'

const CITIES_SHOWN = 12
const CARDS_SHOWN = 8
const MINUTE = 60_000

/** A picture for each trade: that of its best rated business, and none twice; kept for five minutes. */
const loadCovers = kept(5 * MINUTE, async (client, services) => {
	const trades = childrenOf(null, (await loadReference(services)).categories)
	const found = await Promise.all(
		trades.map(async ({ slug }) => {
			const best = { p_category: slug, p_sort: 'rating', p_limit: 4 }
			return invariantData(await call(client, 'search_locations', hitsContract, best))
		}),
	)
	const covers = new Map<number, StoredPicture>()
	for (const [index, { id }] of trades.entries()) {
		const pictures = (found[index] ?? []).flatMap(({ image }) => (image ? [image] : []))
		const taken = [...covers.values()].map(({ path }) => path)
		const cover = pictures.find(({ path }) => !taken.includes(path)) ?? pictures[0]
		if (cover) covers.set(id, cover)
	}
	return covers
})

/** All data of the home page. */
export async function loadHome(client: Client, services: AppServices, now: Date) {
	const [{ cities, categories }, counts, covers] = await Promise.all([
		loadReference(services),
		loadCounts(services),
		loadCovers(services),
	])
	const byCity: ReadonlyMap<number, number> = counts.get(0) ?? new Map()
	const ranked = cities
		.filter((city) => byCity.has(city.id))
		.sort((one, other) => (byCity.get(other.id) ?? 0) - (byCity.get(one.id) ?? 0))
	return {
		soon: await mixedSoon(client, services, ranked[0], now),
		today: localDate(now, HOME_ZONE),
		businesses: byCity.get(0) ?? 0,
		categories: childrenOf(null, categories).map(({ slug, name, icon, hue, id }) => ({
			...{ slug, name, icon, hue, count: countOf(counts, id), cover: covers.get(id) ?? null },
		})),
		cities: (ranked.length ? ranked : cities)
			.slice(0, CITIES_SHOWN)
			.map(({ slug, name, id }) => ({ slug, name, count: byCity.get(id) ?? 0 })),
	}
}

export type HomeData = Awaited<ReturnType<typeof loadHome>>

/**
 * Businesses of all trades that are free today or, late in the day, tomorrow: in the town with most businesses, or anywhere when that
 * has too few for a full row.
 */
async function mixedSoon(client: Client, services: AppServices, town: City | undefined, now: Date) {
	const asOf = formatTime(now, HOME_ZONE)
	for (const day of ['heute', 'morgen'] as const)
		for (const place of town ? [cityPlace(town), undefined] : [undefined]) {
			const filters = { ...NO_FILTERS, day, where: place?.label ?? '' }
			const cards = await mixedCards(client, services, { filters, place, text: '' }, now, CARDS_SHOWN)
			if (cards.length >= (place ? CARDS_SHOWN / 2 : 1))
				return { day, cards, asOf, town: place ? { name: place.cityName, slug: place.citySlug } : null }
		}
	return { day: 'heute' as const, cards: [], asOf, town: null }
}

/** Businesses that are free today or, late in the day, tomorrow. */
async function freeSoon(
	client: Client,
	services: AppServices,
	now: Date,
): Promise<{ day: 'heute' | 'morgen'; cards: Card[] }> {
	for (const day of ['heute', 'morgen'] as const) {
		const cards = await searchCards(client, services, { filters: { ...NO_FILTERS, day }, text: '' }, now, 6)
		if (cards.length) return { day, cards }
	}
	return { day: 'heute', cards: [] }
}

/** All categories with their children and the number of published locations. */
export async function loadCategories(services: AppServices) {
	const [{ categories }, counts] = await Promise.all([loadReference(services), loadCounts(services)])
	return childrenOf(null, categories).map(({ id, slug, name, icon, hue, description }) => ({
		...{ slug, name, icon, hue, description, count: countOf(counts, id) },
		children: childrenOf(id, categories).map((child) => ({
			slug: child.slug,
			name: child.name,
			count: countOf(counts, child.id),
		})),
	}))
}

export type CategoryGroup = Awaited<ReturnType<typeof loadCategories>>[number]

/** The data of /listings-not-found: the search, and businesses with free times. */
export async function loadNoListings(client: Client, services: AppServices, now: Date) {
	const soon = await freeSoon(client, services, now)
	return { cards: soon.cards.slice(0, 3), today: localDate(now, HOME_ZONE) }
}

export type NoListingsData = Awaited<ReturnType<typeof loadNoListings>>

function countOf(counts: Counts, category: number): number {
	return counts.get(category)?.get(0) ?? 0
}
