import type { AppServices } from '#app/lib/context.server.ts'
import { call } from '#app/lib/contracts.server.ts'
import { invariantData } from '#app/lib/invariant.ts'
import { anonymousClient, type Client } from '#app/lib/supabase.server.ts'
import { allRows } from '#app/lib/whole-answers.ts'
import { countsContract } from './catalogue.contracts.ts'
import type { Category } from './category.ts'
import type { City, District } from './places.ts'

export type Reference = { cities: City[]; districts: District[]; categories: Category[] }
/** Published locations by category and municipality; 0 stands for "all". */
export type Counts = ReadonlyMap<number, ReadonlyMap<number, number>>

const MINUTE = 60_000

/** Cities (largest first), districts and categories; loaded once and kept for an hour. */
export const loadReference = kept(60 * MINUTE, async (client: Client): Promise<Reference> => {
	const [cities, districts, categories] = await Promise.all([
		allRows<City>((from, to) =>
			client
				.from('cities')
				.select('id, name, slug, latitude, longitude, population')
				.order('population', { ascending: false })
				.order('id')
				.range(from, to),
		),
		allRows<District>((from, to) =>
			client.from('districts').select('name, slug, city_id, latitude, longitude').order('id').range(from, to),
		),
		allRows<Category>((from, to) =>
			client
				.from('categories')
				.select('id, parent_id, slug, name, synonyms, icon, description, hue, position')
				.order('id')
				.range(from, to),
		),
	])
	return { cities, districts, categories }
})

/** The number of locations; kept for five minutes. */
export const loadCounts = kept(5 * MINUTE, async (client: Client): Promise<Counts> => {
	const counted = invariantData(await call(client, 'catalogue_counts', countsContract, {}))
	const counts = new Map<number, Map<number, number>>()
	for (const [category, city, locations] of counted) {
		const cities = counts.get(category) ?? new Map<number, number>()
		counts.set(category, cities.set(city, locations))
	}
	return counts
})

// Keeps a loaded value for some time. The first caller after that waits, and a failure is not kept. Loads as a visitor, so that the
// value is the same for everybody.
export function kept<Value>(
	milliseconds: number,
	read: (client: Client, services: AppServices) => Promise<Value>,
): (services: AppServices) => Promise<Value> {
	const entries = new WeakMap<AppServices, { value: Promise<Value>; until: number }>()
	return (services) => {
		const current = entries.get(services)
		if (current && current.until > Date.now()) return current.value
		const value = read(anonymousClient(services), services)
		entries.set(services, { value, until: Date.now() + milliseconds })
		value.catch(() => entries.delete(services))
		return value
	}
}
