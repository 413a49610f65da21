import { redirect } from 'react-router'
import {
	type Card,
	type Chip,
	type SearchRow,
	servicePrice,
	type StartRow,
	toCard,
	toChip,
} from '#app/features/catalogue/card.ts'
import type { AppServices } from '#app/lib/context.server.ts'
import { formatDate } from '#app/lib/dates.ts'
import { invariantData, invariantResponse } from '#app/lib/invariant.ts'
import { formatMinutes } from '#app/lib/minutes.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import type { StoredPicture } from '#app/ui/picture.tsx'
import { type HoursRow, openState, weekOf } from './hours.ts'

const REVIEWS_SHOWN = 5
const REVIEWS_MOST = 100

/**
 * The check-if-exists step of everything under /listings/:id. @returns the location's id and current slug.
 * @throws 404 for an unknown or unpublished location, a 301 to the current address for an id or an old slug.
 */
export async function existingListing(client: Client, key: string, url: URL): Promise<{ id: string; slug: string }> {
	invariantResponse(/^[A-Za-z0-9-]{1,120}$/.test(key))
	const { data, error } = await client.rpc('location_by_slug', { p_key: key.toLowerCase() })
	if (error) throw new Error(error.message, { cause: error })
	const found = data as { id: string; slug: string; moved: boolean } | null
	invariantResponse(found)
	if (found.slug !== key) {
		const path = url.pathname.replace(/^\/listings\/[^/]+/, `/listings/${found.slug}`)
		throw redirect(`${path}${url.search}`, 301)
	}
	return { id: found.id, slug: found.slug }
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
	attributes: string[]
	cancellation_hours: number
	confirms_by_hand: boolean
	rating_average: number
	rating_count: number
	city_id: number | null
	cities: { name: string; slug: string } | null
	companies: Company | null
	location_images: (StoredPicture & { id: string; position: number })[]
	employees: { id: string; name: string; title: string; position: number; active: boolean }[]
	services: ServiceRow[]
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
type ServiceRow = {
	id: string
	name: string
	description: string
	duration_minutes: number
	price_cents: number
	price_from: boolean
	position: number
	active: boolean
	categories: Category
}
export type Company = {
	name: string
	legal_name: string
	representative: string
	street: string
	postal_code: string
	city: string
	email: string
	phone: string
	register_entry: string
	vat_id: string
}

const COLUMNS =
	`id, slug, name, description, street, postal_code, city, district, latitude, longitude, time_zone, phone, website,
	attributes, cancellation_hours, confirms_by_hand, rating_average, rating_count, city_id, cities(name, slug),
	companies(name, legal_name, representative, street, postal_code, city, email, phone, register_entry, vat_id),
	location_images(id, path, alt, width, height, color, position), employees(id, name, title, position, active),
	services(id, name, description, duration_minutes, price_cents, price_from, position, active,
		categories(id, parent_id, name, slug, icon, hue, position))`.replaceAll(/\s+/g, '')

type Input = { client: Client; services: AppServices; id: string; now: Date; allReviews: boolean }

/** Everything the page of a location shows, with finished texts. */
export async function loadListing({ client, services, id, now, allReviews }: Input) {
	const [row, hours, reviews, stars] = await Promise.all([
		readRow(client, id),
		client.rpc('opening_hours', { p_location: id }).then((result) => invariantData(result) as HoursRow[]),
		readReviews(client, id, allReviews ? REVIEWS_MOST : REVIEWS_SHOWN),
		readStars(client, id),
	])
	const groups = groupServices(row.services)
	const first = groups[0]?.services[0]
	const main = first?.category
	const zone = row.time_zone
	const [starts, top, similar] = await Promise.all([
		first ? nextStarts(client, id, first.id) : [],
		main ? topCategory(client, main) : null,
		main ? readSimilar(client, row, main, now) : [],
	])
	return {
		...row,
		services: undefined,
		tiles: services.tiles ?? null,
		images: row.location_images.sort(byPosition),
		location_images: undefined,
		employees: row.employees.sort(byPosition),
		rating: row.rating_count > 0 ? { average: row.rating_average, count: row.rating_count } : null,
		groups,
		sign: { icon: main?.icon ?? 'sparkle', hue: main?.hue ?? 210 },
		mainCategory: top,
		first: first ? { id: first.id, name: first.name } : null,
		hours,
		week: weekOf(hours, zone, now),
		open: openState(hours, zone, now),
		starts: starts.map((start) => toChip(row.slug, start, zone, now)) satisfies Chip[],
		stars,
		reviews: reviews.map((review) => ({ ...review, date: formatDate(review.created_at, zone) })),
		similar,
	}
}

export type ListingData = Awaited<ReturnType<typeof loadListing>>

async function readRow(client: Client, id: string): Promise<Row> {
	const { data, error } = await client.from('locations').select(COLUMNS).eq('id', id).maybeSingle()
	if (error) throw new Error(error.message, { cause: error })
	invariantResponse(data)
	const row = data as unknown as Row
	// Members see their inactive rows as well; the public page shows none.
	return {
		...row,
		employees: row.employees.filter((one) => one.active),
		services: row.services.filter((one) => one.active),
	}
}

async function nextStarts(client: Client, location: string, service: string): Promise<StartRow[]> {
	const found = invariantData(
		await client.rpc('next_starts', { p_location: location, p_services: [service], p_limit: 4 }),
	) as {
		starts_at: string
		employee_ids: string[]
	}[]
	return found.map((start) => ({
		starts_at: start.starts_at,
		service_id: service,
		employee_id: start.employee_ids[0] ?? null,
	}))
}

type Review = { id: string; author: string; rating: number; text: string; reply: string; created_at: string }

async function readReviews(client: Client, id: string, limit: number): Promise<Review[]> {
	const columns = 'id, author, rating, text, reply, created_at'
	const query = client.from('reviews').select(columns).eq('location_id', id)
	return invariantData(await query.order('created_at', { ascending: false }).order('id').limit(limit))
}

/** How many reviews gave 5, 4, 3, 2 and 1 stars. */
async function readStars(client: Client, id: string): Promise<{ stars: number; count: number }[]> {
	const rows = invariantData(await client.from('reviews').select('rating').eq('location_id', id).limit(1000)) as {
		rating: number
	}[]
	return [5, 4, 3, 2, 1].map((stars) => ({ stars, count: rows.filter((row) => row.rating === stars).length }))
}

async function topCategory(client: Client, category: Category): Promise<{ name: string; slug: string }> {
	if (category.parent_id === null) return category
	return invariantData(
		await client.from('categories').select('name, slug').eq('id', category.parent_id).single(),
	) as Category
}

async function readSimilar(client: Client, row: Row, main: Category, now: Date): Promise<Card[]> {
	if (row.latitude === null || row.longitude === null) return []
	const rows = invariantData(
		await client.rpc('search_locations', {
			p_category: main.slug,
			p_latitude: row.latitude,
			p_longitude: row.longitude,
			p_radius_km: 15,
			p_sort: 'distance',
			p_limit: 4,
		}),
	) as SearchRow[]
	return rows
		.filter((one) => one.id !== row.id)
		.slice(0, 3)
		.map((one) => toCard(one, main, now))
}

function groupServices(rows: ServiceRow[]) {
	const groups = new Map<
		number,
		{ id: number; name: string; position: number; services: ReturnType<typeof toService>[] }
	>()
	for (const row of rows.sort(byPosition)) {
		const { id, name, position, parent_id } = row.categories
		const group = groups.get(id) ?? { id, name, position: (parent_id ?? id) * 1000 + position, services: [] }
		group.services.push(toService(row))
		groups.set(id, group)
	}
	return [...groups.values()].sort(byPosition)
}

function toService(row: ServiceRow) {
	return {
		...{ id: row.id, name: row.name, description: row.description, category: row.categories },
		...{ priceCents: row.price_cents, priceFrom: row.price_from },
		duration: formatMinutes(row.duration_minutes),
		price: servicePrice(row.price_cents, row.price_from),
	}
}

function byPosition(one: { position: number }, other: { position: number }): number {
	return one.position - other.position
}
