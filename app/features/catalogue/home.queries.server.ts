import type { AppServices } from '#app/lib/context.server.ts'
import { HOME_ZONE, localDate } from '#app/lib/dates.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { type Card } from './card.ts'
import { childrenOf } from './category.ts'
import { searchCards } from './catalogue.queries.server.ts'
import { NO_FILTERS } from './filters.ts'
import { type Counts, loadCounts, loadReference } from './reference.server.ts'

const CITIES_SHOWN = 12

/** All data of the home page. */
export async function loadHome(client: Client, services: AppServices, now: Date) {
	const [soon, { cities, categories }, counts] = await Promise.all([
		freeSoon(client, services, now),
		loadReference(services),
		loadCounts(services),
	])
	const byCity: ReadonlyMap<number, number> = counts.get(0) ?? new Map()
	const ranked = cities
		.filter((city) => byCity.has(city.id))
		.sort((one, other) => (byCity.get(other.id) ?? 0) - (byCity.get(one.id) ?? 0))
	return {
		soon,
		today: localDate(now, HOME_ZONE),
		categories: childrenOf(null, categories).map(({ slug, name, icon, hue, id }) => ({
			slug,
			name,
			icon,
			hue,
			count: countOf(counts, id),
		})),
		cities: (ranked.length ? ranked : cities)
			.slice(0, CITIES_SHOWN)
			.map(({ slug, name, id }) => ({ slug, name, count: byCity.get(id) ?? 0 })),
	}
}

export type HomeData = Awaited<ReturnType<typeof loadHome>>

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
