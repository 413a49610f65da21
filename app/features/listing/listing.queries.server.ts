import { loadOfferedEvents } from '#app/features/events/offered.queries.server.ts'
import { toListed } from '#app/features/events/offered.ts'
import { locationBySlugContract, startsContract } from '#app/features/booking/booking.contracts.ts'
import { loadWeek } from '#app/features/booking/booking.queries.server.ts'
import { type Card, type Chip, type StartRow, toCard, toChip } from '#app/features/catalogue/card.ts'
import { withPicturesApart } from '#app/features/catalogue/catalogue.queries.server.ts'
import { hitsContract } from '#app/features/catalogue/catalogue.contracts.ts'
import { loadReference } from '#app/features/catalogue/reference.server.ts'
import type { Trader } from '#app/features/legal/withdrawal.ts'
import type { AppServices } from '#app/lib/context.server.ts'
import { call } from '#app/lib/contracts.server.ts'
import { localDate, zoneNote } from '#app/lib/dates.ts'
import { invariantData, invariantResponse } from '#app/lib/invariant.ts'
import { removedReviewsContract } from '#app/features/content-reports/content-reports.contracts.ts'
import { type Ground, GROUNDS } from '#app/features/content-reports/targets.ts'
import { type Review, shownReview } from '#app/features/reviews/shown.ts'
import type { BookingWay } from '#app/features/services/booking-way.ts'
import { loadDayPrices } from '#app/features/services/day-prices.server.ts'
import { loadPackagesOnSale } from '#app/features/services/packages.server.ts'
import { readFrom } from '#app/lib/origin.ts'
import { redirect } from '#app/lib/redirect.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { allRows, MOST_ROWS } from '#app/lib/whole-answers.ts'
import type { StoredPicture } from '#app/ui/picture.tsx'
import { openState, weekOf } from './hours.ts'
import { hoursContract } from './listing.contracts.ts'
import { listPackages } from './packages.ts'
import { loadTermsNotes } from '#app/features/services/payment-terms.server.ts'
import { groupServices } from './service-groups.ts'

const REVIEWS_SHOWN = 5
const REVIEWS_MOST = 100

/**
 * The id of the location that an address under /listings/:id means.
 * @throws 404 for an unknown or unpublished location, a 301 to the current address for an id or an old slug.
 */
async function existingListing(client: Client, key: string, url: URL): Promise<string> {
	const found = invariantData(
		await call(client, 'location_by_slug', locationBySlugContract, { p_key: key.toLowerCase() }),
	)
	invariantResponse(found)
	if (found.slug !== key) {
		const path = url.pathname.replace(/^\/listings\/[^/]+/, `/listings/${found.slug}`)
		throw redirect(`${path}${url.search}`, 301)
	}
	return found.id
}

type Row = {
	id: string
	slug: string
	name: string
	description: string
	street: string
	postal_code: string
	city: string
	district: string
	latitude: number | null
	longitude: number | null
	time_zone: string
	phone: string
	website: string
	logo_path: string
	attributes: string[]
	cancellation_hours: number
	confirms_by_hand: boolean
	waitlist: 'automatic' | 'by_hand' | 'off'
	rating_average: number
	rating_count: number
	city_id: number | null
	cities: { name: string; slug: string } | null
	companies: Company | null
	location_images: (StoredPicture & { id: string; position: number })[]
	employees: { id: string; name: string; title: string; image_path: string; position: number; active: boolean }[]
	services: ServiceRow[]
	service_addons: { addon_id: string; service_id: string }[]
	service_tests: ListedTest[]
	reviews: Review[]
}
type Category = {
	id: number
	parent_id: number | null
	name: string
	slug: string
	icon: string
	hue: number
	position: number
}
/** A service needs another so many hours before. */
export type ListedTest = { service_id: string; test_service_id: string; hours: number }
/** A service as it is read for the page of its location. */
export type ServiceRow = {
	id: string
	name: string
	description: string
	duration_minutes: number
	price_cents: number
	price_from: boolean
	position: number
	active: boolean
	booking_way: BookingWay
	new_by_request: boolean
	heading: string
	family: string
	variant: string
	addon: boolean
	/** The greatest percent of its day prices; null without any. */
	day_percent: number | null
	categories: Category
	/** The people who perform the service; their own price and duration replace the service's. */
	employee_services: { employee_id: string; price_cents: number | null; duration_minutes: number | null }[]
}
export type Company = Trader & { register_entry: string; vat_id: string }

const LISTS = {
	location_images: 'id,path,alt,width,height,color,position',
	employees: 'id,name,title,image_path,position,active',
	services:
		'id,name,description,duration_minutes,price_cents,price_from,position,active,booking_way,new_by_request,heading,family,variant,addon,day_percent,categories(id,parent_id,name,slug,icon,hue,position),employee_services(employee_id,price_cents,duration_minutes)',
	service_addons: 'addon_id,service_id',
	service_tests: 'service_id,test_service_id,hours',
}
const KEYS: Record<string, string[]> = { service_addons: ['addon_id', 'service_id'], service_tests: ['service_id'] }
const COLUMNS =
	`id, slug, name, description, street, postal_code, city, district, latitude, longitude, time_zone, phone, website, logo_path,
	attributes, cancellation_hours, confirms_by_hand, waitlist, rating_average, rating_count, city_id, cities(name, slug),
	companies(name, legal_name, representative, street, postal_code, city, email, phone, register_entry, vat_id),
	location_images(${LISTS.location_images}), employees(${LISTS.employees}), services(${LISTS.services}), service_addons(${LISTS.service_addons}),
	service_tests(${LISTS.service_tests}),
	reviews(id, author, rating, text, reply, state, created_at, edited_at, services, employee_id, additions, punctual, as_priced, clean, again)`.replaceAll(
		/\s+/g,
		'',
	)

type Input = {
	client: Client
	services: AppServices
	/** The part of the address that names the location: a current or earlier slug, or an id. */
	key: string
	url: URL
	now: Date
	allReviews: boolean
	/** Whether the visitor is not signed in. */
	stranger: boolean
}

/**
 * Everything the page of a location shows, with finished texts.
 * @throws 404 for an unknown or unpublished location, a 301 to the current address for an id or an old slug.
 */
export async function loadListing({ client, services, key, url, now, allReviews, stranger }: Input) {
	invariantResponse(/^[A-Za-z0-9-]{1,120}$/.test(key))
	const shown = allReviews ? REVIEWS_MOST : REVIEWS_SHOWN
	// Visitors who are not signed in see published locations only, so one found by its slug exists for them; members also see their drafts.
	const row =
		(stranger ? await loadRow(client, { slug: key }, shown) : null) ??
		(await loadRow(client, { id: await existingListing(client, key, url) }, shown))
	invariantResponse(row)
	return composeListing(row, { client, services, now, from: readFrom(url.searchParams) })
}

/** The same of a location that its members alone can see so far. @throws 404 for everybody else */
export async function loadListingPreview(
	{ client, services, now }: Pick<Input, 'client' | 'services' | 'now'>,
	id: string,
) {
	const row = await loadRow(client, { id }, REVIEWS_SHOWN)
	invariantResponse(row)
	return composeListing(row, { client, services, now, from: undefined })
}

type Shown = Pick<Input, 'client' | 'services' | 'now'> & { from: ReturnType<typeof readFrom> }

/** What a page of this location shows, with finished texts. */
async function composeListing(row: Row, { client, services, now, from }: Shown) {
	const { id, time_zone: zone } = row
	const dayPrices = row.services.some((service) => service.day_percent !== null) ? await loadDayPrices(client, id) : []
	const terms = await loadTermsNotes(client, id)
	const groups = groupServices({ ...row, terms }, dayPrices, localDate(now, zone))
	const offered = groups.flatMap((group) => group.services).flatMap((service) => service.variants ?? [service])
	const first = offered.find((service) => !service.byPhone && !service.addonTo)
	const main = row.services.find((service) => service.id === (first ?? offered[0])?.id)?.categories
	const [{ categories }, hours, starts, days, similar, counted, removed, events, packages] = await Promise.all([
		loadReference(services),
		call(client, 'opening_hours', hoursContract, { p_location: id }).then(invariantData),
		first ? nextStarts(client, id, first.id) : [],
		first ? loadWeek(client, { location: id, services: [first.id] }, zone, now) : [],
		main ? loadSimilar(client, row, main, now) : [],
		row.rating_count > 0 ? client.rpc('count_stars', { p_location: id }).then(invariantData) : [],
		call(client, 'removed_reviews', removedReviewsContract, { p_location: id }).then(invariantData),
		loadOfferedEvents(client, id),
		loadPackagesOnSale(client, id),
	])
	const top = main && (categories.find((category) => category.id === main.parent_id) ?? main)
	return {
		...row,
		/** Everything that can be booked, each variant by itself. */
		services: offered,
		service_addons: undefined,
		service_tests: undefined,
		tiles: services.tiles ?? null,
		images: row.location_images.sort(byPosition),
		location_images: undefined,
		employees: row.employees.sort(byPosition),
		rating: row.rating_count > 0 ? { average: row.rating_average, count: row.rating_count } : null,
		groups,
		bundles: packages.map(({ services: ids, cents }) => ({ services: ids, cents })),
		packages: listPackages(packages, offered),
		sign: { icon: main?.icon ?? 'sparkle', hue: main?.hue ?? 210 },
		mainCategory: top ? { name: top.name, slug: top.slug } : null,
		first: first ? { id: first.id, name: first.name } : null,
		hours,
		week: weekOf(hours, zone, now),
		open: openState(hours, zone, now),
		zone: zoneNote(now, zone),
		starts: starts.map((start) => toChip(row.slug, start, zone, now, from)) satisfies Chip[],
		/** The next seven days for the same service. */
		days,
		stars: [5, 4, 3, 2, 1].map((stars, at) => ({ stars, count: counted[at] ?? 0 })),
		reviews: row.reviews.map((review) => shownReview(review, row.employees, zone)),
		removed: removed.map(
			({ reason, total }) => `${GROUNDS[reason as Ground] ?? 'Verstoß gegen unsere Regeln'} (${total})`,
		),
		removedCount: removed.reduce((sum, { total }) => sum + total, 0),
		similar,
		events: events.map((event) => toListed(event, zone, now)),
		from,
	}
}

export type ListingData = Awaited<ReturnType<typeof composeListing>>

async function loadRow(client: Client, which: { id: string } | { slug: string }, reviews: number): Promise<Row | null> {
	const latest = { referencedTable: 'reviews' }
	const { data, error } = await client
		.from('locations')
		.select(COLUMNS)
		.match(which)
		.order('created_at', { ascending: false, ...latest })
		.order('id', latest)
		.limit(reviews, latest)
		.maybeSingle()
	if (error) throw new Error(error.message, { cause: error })
	if (!data) return null
	const row = await withWholeLists(client, data as unknown as Row)
	// Members see their inactive rows as well; the public page shows none.
	return {
		...row,
		employees: row.employees.filter((one) => one.active),
		services: row.services.filter((one) => one.active),
	}
}

/** Reads a list again with its own query when it is as long as an answer can be, because it may have been cut. */
async function withWholeLists(client: Client, row: Row): Promise<Row> {
	const lists: Partial<Record<keyof typeof LISTS, unknown[]>> = {}
	for (const name of ['location_images', 'employees', 'services', 'service_addons', 'service_tests'] as const) {
		if (row[name].length < MOST_ROWS) continue
		lists[name] = await allRows<unknown>((from, to) => {
			const found = client.from(name).select(LISTS[name]).eq('location_id', row.id)
			for (const key of KEYS[name] ?? ['id']) found.order(key)
			return found.range(from, to)
		})
	}
	return { ...row, ...lists } as Row
}

async function nextStarts(client: Client, location: string, service: string): Promise<StartRow[]> {
	const found = invariantData(
		await call(client, 'next_starts', startsContract, { p_location: location, p_services: [service], p_limit: 4 }),
	)
	return found.map((start) => ({
		starts_at: start.starts_at,
		service_id: service,
		employee_id: start.employee_ids[0] ?? null,
	}))
}

async function loadSimilar(client: Client, row: Row, main: Category, now: Date): Promise<Card[]> {
	if (row.latitude === null || row.longitude === null) return []
	const rows = invariantData(
		await call(client, 'search_locations', hitsContract, {
			p_category: main.slug,
			p_latitude: row.latitude,
			p_longitude: row.longitude,
			p_radius_km: 15,
			p_sort: 'distance',
			p_limit: 4,
		}),
	)
	const cards = rows
		.filter((one) => one.id !== row.id)
		.slice(0, 3)
		.map((one) => toCard(one, main, now))
	return withPicturesApart(client, cards)
}

function byPosition(one: { position: number }, other: { position: number }): number {
	return one.position - other.position
}
