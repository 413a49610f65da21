import type { AppServices } from '#app/lib/context.server.ts'
import { call } from '#app/lib/contracts.server.ts'
import { formatTime, HOME_ZONE, localDate } from '#app/lib/dates.ts'
import { invariantData } from '#app/lib/invariant.ts'
import { paths } from '#app/lib/paths.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import type { StoredPicture } from '#app/ui/picture.tsx'
import { type Card } from './card.ts'
import { childrenOf } from './category.ts'
import { hitsContract, voicesContract } from './catalogue.contracts.ts'
import { mixedCards, searchCards } from './catalogue.queries.server.ts'
import { NO_FILTERS } from './filters.ts'
import { type City, cityNamed, cityPlace } from './places.ts'
import { type Counts, kept, loadCounts, loadReference } from './reference.server.ts'

const CITIES_SHOWN = 12
const CARDS_SHOWN = 8
const AROUND_KM = 25
const LONGEST_VOICE = 220
const MINUTE = 60_000

/** Pictures of the best rated businesses of each trade; kept for five minutes. */
const loadPictures = kept(5 * MINUTE, async (client, services) => {
	const trades = childrenOf(null, (await loadReference(services)).categories)
	const found = await Promise.all(
		trades.map(async ({ slug }) => {
			const best = { p_category: slug, p_sort: 'rating', p_limit: 10 }
			return invariantData(await call(client, 'search_locations', hitsContract, best))
		}),
	)
	return trades.map(({ id }, index) => ({
		id,
		pictures: (found[index] ?? []).flatMap(({ image }) => (image ? [image] : [])),
	}))
})

/** A picture for each trade, and three that stand for none. None twice, nor one that a card shows, as long as there are others. */
function coversOf(trades: Awaited<ReturnType<typeof loadPictures>>, cards: Card[]) {
	const taken = new Set(cards.map(({ image }) => image?.path))
	const covers = new Map<number, StoredPicture>()
	for (const { id, pictures } of trades) {
		const cover = pictures.find(({ path }) => !taken.has(path)) ?? pictures[0]
		if (!cover) continue
		covers.set(id, cover)
		taken.add(cover.path)
	}
	const spare = trades.flatMap(({ pictures }) => {
		const free = pictures.find(({ path }) => !taken.has(path))
		return free ? [free] : []
	})
	return { covers, spare: [...new Map(spare.map((one) => [one.path, one])).values()].slice(0, 3) }
}

/** Words of the latest reviews; a long one ends in the middle, its whole is on the page of the business. */
const loadVoices = kept(MINUTE, async (client) => {
	const found = invariantData(await call(client, 'latest_reviews', voicesContract, { p_limit: 3 }))
	return found.map(({ name, city, text, ...voice }) => ({
		...voice,
		text: text.length > LONGEST_VOICE ? `${text.slice(0, LONGEST_VOICE).replace(/\s+\S*$/, '')} …` : text,
		place: name.includes(city) ? name : `${name}, ${city}`,
	}))
})

type Input = {
	client: Client
	services: AppServices
	now: Date
	/** Slug of the town that the visitor asked to be remembered. */
	town?: string
	/** A town that was typed and is not known. */
	unknown: string
}

/** All data of the home page. */
export async function loadHome({ client, services, now, town, unknown }: Input) {
	const [{ cities, categories }, counts, trades, voices] = await Promise.all([
		loadReference(services),
		loadCounts(services),
		loadPictures(services),
		loadVoices(services),
	])
	const own = town === undefined ? undefined : cityNamed(town, cities)
	const byCity: ReadonlyMap<number, number> = counts.get(0) ?? new Map()
	const ranked = cities
		.filter((city) => byCity.has(city.id))
		.sort((one, other) => (byCity.get(other.id) ?? 0) - (byCity.get(one.id) ?? 0))
	const soon = await mixedSoon(client, services, { own, largest: ranked[0] }, now)
	const { covers, spare } = coversOf(trades, soon.cards)
	return {
		soon,
		/** The visitor's own town. */
		town: own?.name ?? '',
		unknown,
		voices,
		spare,
		today: localDate(now, HOME_ZONE),
		businesses: byCity.get(0) ?? 0,
		categories: childrenOf(null, categories).map(({ slug, name, icon, hue, id }) => ({
			...{ slug, name, icon, hue, count: countOf(counts, id), cover: covers.get(id) ?? null },
			href: categoryHref(slug, id, own, counts),
		})),
		cities: (ranked.length ? ranked : cities)
			.slice(0, CITIES_SHOWN)
			.map(({ slug, name, id }) => ({ slug, name, count: byCity.get(id) ?? 0 })),
	}
}

export type HomeData = Awaited<ReturnType<typeof loadHome>>

/**
 * Businesses of all trades that are free today or, late in the day, tomorrow: in or around the visitor's own town, in the town with most
 * businesses, or anywhere when that has too few for a full row.
 */
async function mixedSoon(
	client: Client,
	services: AppServices,
	{ own, largest }: { own?: City; largest?: City },
	now: Date,
) {
	const asOf = formatTime(now, HOME_ZONE)
	const tries = [
		...(own
			? [
					{ city: own, radiusKm: null, least: 2 },
					{ city: own, radiusKm: AROUND_KM, least: 1 },
				]
			: []),
		...(largest ? [{ city: largest, radiusKm: null, least: CARDS_SHOWN / 2 }] : []),
		{ city: undefined, radiusKm: null, least: 1 },
	]
	for (const { city, radiusKm, least } of tries)
		for (const day of ['heute', 'morgen'] as const) {
			const place = city && cityPlace(city)
			const filters = { ...NO_FILTERS, day, radiusKm, where: place?.label ?? '' }
			const cards = await mixedCards(client, services, { filters, place, text: '' }, now, CARDS_SHOWN)
			const where = place && { words: radiusKm ? `um ${place.cityName}` : `in ${place.cityName}`, name: place.cityName }
			if (cards.length >= least) return { day, cards, asOf, radiusKm, town: where ?? null }
		}
	return { day: 'heute' as const, cards: [], asOf, radiusKm: null, town: null }
}

/** The page of a category: in the visitor's own town where somebody offers it there. */
function categoryHref(slug: string, id: number, own: City | undefined, counts: Counts): string {
	return own && counts.get(id)?.has(own.id) ? paths.catalogue(own.slug, slug) : paths.category(slug)
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
export async function loadCategories(services: AppServices, town: string | undefined) {
	const [{ categories, cities }, counts] = await Promise.all([loadReference(services), loadCounts(services)])
	const own = town === undefined ? undefined : cityNamed(town, cities)
	return childrenOf(null, categories).map(({ id, slug, name, icon, hue, description }) => ({
		...{ slug, name, icon, hue, description, count: countOf(counts, id), href: categoryHref(slug, id, own, counts) },
		children: childrenOf(id, categories).map((child) => ({
			slug: child.slug,
			name: child.name,
			count: countOf(counts, child.id),
			href: categoryHref(child.slug, child.id, own, counts),
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
