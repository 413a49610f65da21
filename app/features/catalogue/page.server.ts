import type { AppServices } from '#app/lib/context.server.ts'
import { HOME_ZONE, localDate } from '#app/lib/dates.ts'
import { invariantResponse } from '#app/lib/invariant.ts'
import { paths } from '#app/lib/paths.ts'
import { redirect } from '#app/lib/redirect.ts'
import type { Crumb } from '#app/lib/seo.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { loadAlternatives } from './alternatives.server.ts'
import { wantedOf } from './demand.server.ts'
import { aboutResults, type Found } from './about.ts'
import { type Category, childrenOf } from './category.ts'
import {
	countDays,
	countSearch,
	type Results,
	type Search,
	searchLocations,
	understand,
} from './catalogue.queries.server.ts'
import {
	areaFault,
	BEGINNING,
	filterQuery,
	type Filters,
	fromToday,
	isNarrowed,
	MORE,
	moreShown,
	PER_PAGE,
	readFilters,
	whenFaults,
} from './filters.ts'
import { findGroupEvents } from './group-events.server.ts'
import { nearbyCities } from './nearby.ts'
import { folded } from './folded.ts'
import { cityNamed, cityPlace, type GeoPlace } from './places.ts'
import { daysAhead, quickFilters } from './quick-filters.ts'
import { loadCounts, loadReference } from './reference.server.ts'
import { spokenWhen } from './spoken-when.ts'
import { description, heading, narrowedBy } from './texts.ts'
import { whenWords } from './when.ts'

type Input = {
	client: Client
	services: AppServices
	url: URL
	params: { city?: string; category?: string }
	now: Date
}

/**
 * All data of the page of results, and what to count of the search.
 * @throws 404 for a city or category in the path that does not exist, a 301 for one in another spelling ("Berlin", "münchen").
 */
export async function loadCatalogue({ client, services, url, params, now }: Input) {
	const today = localDate(now, HOME_ZONE)
	const { search, filters } = await readSearch(client, services, url, params, today)
	const { category, place, text } = search
	const [answer, reference, counts, events] = await Promise.all([
		searchLocations(client, services, search, now),
		loadReference(services),
		loadCounts(services),
		findGroupEvents(client, search, now),
	])
	const { found, ...results } = answer
	const { total } = results.facets
	if (!results.cards.length && (filters.page > 1 || filters.cursor))
		throw redirect(`${url.pathname}${filterQuery({ ...filters, ...BEGINNING })}`)
	const untimed = { ...search.filters, day: '', dayTo: '', dayPart: '' as const, from: null, to: null }
	const among = await countSearch(client, services, { ...search, filters: untimed }, now)
	const free = await countDays(client, services, search, now, { dates: daysAhead(today), among })
	const alternatives = total === 0 ? await loadAlternatives(client, services, search, now) : null
	const canonical = canonicalPath(category, place, text)
	const inPath = params.city !== undefined || params.category !== undefined
	const asked = inPath ? filters : { ...filters, what: category?.name ?? text, where: place?.label ?? filters.where }
	const href = (changes: Partial<Filters>): string =>
		`${inPath ? canonical : paths.listings()}${filterQuery({ ...asked, ...BEGINNING, ...changes })}`
	const shown = { what: category?.name ?? text, where: place?.label ?? filters.where, known: place !== undefined }
	const data = {
		filters,
		query: filterQuery({ ...filters, what: shown.what, where: shown.where, page: 1 }),
		results,
		alternatives,
		events,
		when: whenWords(filters),
		today,
		tiles: services.tiles ?? null,
		faults: whenFaults(url.searchParams, today),
		areaFault: areaFault(url.searchParams),
		quick: quickFilters(filters, today, href, { free, hasPlace: place !== undefined && !filters.area }),
		ask: params.city === undefined && category && !place ? askedTown(category.slug, url) : null,
		mapHref: href({ onMap: true }),
		listHref: href({ onMap: false }),
		misspelt: search.misspelt && place ? { typed: search.misspelt, place: place.label } : null,
		title: heading(category, text, place, search.unknown ?? ''),
		description: description(category, place),
		about: about(found, search),
		nearby: place ? nearbyCities(place, category, reference.cities, counts) : [],
		canonical: filters.page > 1 ? `${canonical}?seite=${filters.page}` : canonical,
		noindex: total === 0 || isNarrowed(filters) || text !== '' || (place !== undefined && place.kind !== 'city'),
		crumbs: crumbsFor(category, place, canonical, reference.categories),
		shown,
		narrowed: narrowedBy(filters).map(({ words, without }) => ({ words, href: href(without) })),
		moreHref: moreHref(filters, results, href),
		pageHref: href({ page: undefined }),
		categories: categoryLinks(category, place, filters, reference.categories, results.facets.categories),
	}
	return { data, wanted: wantedOf(search, answer, now) }
}

export type CatalogueData = Awaited<ReturnType<typeof loadCatalogue>>['data']

// The page's own text for search engines; a page without one shows the description of its category.
function about(found: Found, { category, place, text, filters }: Search): string[] {
	const own = place?.kind === 'city' && !text && filters.page === 1 && !isNarrowed(filters)
	if (own) return aboutResults(found, place, category)
	return category && filters.page === 1 ? [category.description] : []
}

/** A page of a category alone asks for the town; one that was typed and is not known comes back in the address. */
function askedTown(category: string, url: URL) {
	const typed = url.searchParams.get('ort')?.slice(0, 80) ?? ''
	return { category, town: typed, unknown: typed !== '' }
}

async function readSearch(
	client: Client,
	services: AppServices,
	url: URL,
	params: Input['params'],
	today: string,
): Promise<{ search: Search; filters: Filters }> {
	const read = fromToday(readFilters(url.searchParams, today), today)
	if (params.city === undefined && params.category === undefined) {
		const spoken = await readSpoken(client, services, read, today)
		if (spoken) throw redirect(`${paths.listings()}${filterQuery(spoken)}`)
		return { search: await understand(client, services, read), filters: read }
	}
	const filters = { ...read, what: '', where: '' }
	const { cities, categories } = await loadReference(services)
	const city = params.city === undefined ? undefined : cityNamed(params.city, cities)
	const category = categories.find((one) => one.slug === folded(params.category ?? ''))
	invariantResponse(params.city === undefined || city)
	invariantResponse(params.category === undefined || category)
	const otherSpelling = (city && city.slug !== params.city) || (category && category.slug !== params.category)
	if (otherSpelling) {
		const path = city ? paths.catalogue(city.slug, category?.slug) : paths.category(category?.slug ?? '')
		throw redirect(`${path}${url.search}`, 301)
	}
	return { search: { filters, category, text: '', ...(city ? { place: cityPlace(city) } : {}) }, filters }
}

// "Friseur Berlin morgen Abend" in one field: the time moves to its own field, unless that is already filled.
async function readSpoken(
	client: Client,
	services: AppServices,
	read: Filters,
	today: string,
): Promise<Filters | null> {
	if (read.day || read.dayPart || read.from !== null || read.to !== null) return null
	const spoken = spokenWhen(read.what, today)
	if (!spoken) return null
	const { text, maybeName, ...when } = spoken
	const filters = { ...read, ...when, what: text }
	if (!maybeName) return filters
	const { category, place } = await understand(client, services, { ...filters, where: '' })
	return category || place ? filters : null
}

/**
 * The link of "Weitere anzeigen": the same list, extended, at its first new business; from a list of maximum length, a new
 * list of the next businesses.
 */
function moreHref(
	filters: Filters,
	{ cards, facets, cursor }: Omit<Results, 'found'>,
	href: (changes: Partial<Filters>) => string,
): string | null {
	const before = (filters.page - 1) * PER_PAGE
	if (filters.onMap && !filters.cursor && before + cards.length >= facets.total) return null
	if (!cursor || (!filters.cursor && !facets.capped && before + cards.length >= facets.total)) return null
	const shown = moreShown(filters.shown)
	if (!shown) return href({ cursor })
	return `${href({ page: filters.page, cursor: filters.cursor, shown })}#${MORE}`
}

/** The address under which search engines list these results. */
function canonicalPath(category: Category | undefined, place: GeoPlace | undefined, text: string): string {
	if (text || (place && place.kind !== 'city')) return paths.listings({ was: category?.name ?? text, wo: place?.label })
	if (place) return paths.catalogue(place.citySlug, category?.slug)
	return category ? paths.category(category.slug) : paths.listings()
}

function crumbsFor(
	category: Category | undefined,
	place: GeoPlace | undefined,
	canonical: string,
	categories: Category[],
): Crumb[] {
	const crumbs: Crumb[] = [{ name: 'Startseite', path: paths.home() }]
	if (place) crumbs.push({ name: place.cityName, path: paths.catalogue(place.citySlug) })
	const top = category && categories.find((one) => one.id === category.parent_id)
	for (const one of [top, category]) {
		if (one)
			crumbs.push({
				name: one.name,
				path: place ? paths.catalogue(place.citySlug, one.slug) : paths.category(one.slug),
			})
	}
	if (crumbs.length === 1) crumbs.push({ name: 'Freie Termine', path: canonical })
	return crumbs
}

/** Links to narrow or change the category that keep the rest of the search. */
function categoryLinks(
	category: Category | undefined,
	place: GeoPlace | undefined,
	filters: Filters,
	categories: Category[],
	counts: { id: number; count: number }[],
) {
	const found = new Map(counts.map((row) => [row.id, row.count]))
	const parent = category ? (category.parent_id ?? category.id) : null
	const query = filterQuery({ ...filters, what: '', where: '', point: null, area: null, ...BEGINNING })
	const link = (one: Category) => ({
		name: one.name,
		current: one.id === category?.id,
		count: found.get(one.id) ?? null,
		href:
			place && place.kind !== 'city'
				? `${paths.listings()}${filterQuery({ ...filters, what: one.name, where: place.label, ...BEGINNING })}`
				: `${place ? paths.catalogue(place.citySlug, one.slug) : paths.category(one.slug)}${query}`,
	})
	const top = categories.find((one) => one.id === parent)
	return { top: top ? link(top) : null, links: childrenOf(parent, categories).map(link) }
}
