import type { AppServices } from '#app/lib/context.server.ts'
import { paths } from '#app/lib/paths.ts'
import { anonymousClient } from '#app/lib/supabase.server.ts'
import type { SitemapEntry } from '#app/lib/sitemap.ts'
import { allRows } from '#app/lib/whole-answers.ts'
import { loadCounts, loadReference } from './reference.server.ts'

/** Addresses in one file; the protocol allows 50,000. */
export const PER_SITEMAP = 10_000

/** The number of files that the published locations need; at least one. */
export async function countLocationSitemaps(services: AppServices): Promise<number> {
	const { count, error } = await anonymousClient(services)
		.from('locations')
		.select('id', { count: 'exact', head: true })
		.eq('state', 'published')
	if (error) throw new Error(error.message, { cause: error })
	return Math.max(1, Math.ceil((count ?? 0) / PER_SITEMAP))
}

/** The published locations of one file, in a stable order. @param page from 1 */
export async function locationEntries(services: AppServices, page: number): Promise<SitemapEntry[]> {
	const client = anonymousClient(services)
	const first = (page - 1) * PER_SITEMAP
	const published = (from: number, to: number) =>
		client
			.from('locations')
			.select('slug, updated_at')
			.eq('state', 'published')
			.order('published_at')
			.order('id')
			.range(first + from, first + to)
	const rows = await allRows<{ slug: string; updated_at: string }>(published, PER_SITEMAP)
	return rows.map((row) => ({ address: `${services.siteUrl}${paths.listing(row.slug)}`, changed: row.updated_at }))
}

/** Categories, cities and pairs of both that have locations; empty pages are hidden from search engines. */
export async function categoryEntries(services: AppServices): Promise<SitemapEntry[]> {
	const [counts, { categories, cities }] = await Promise.all([loadCounts(services), loadReference(services)])
	const category = new Map(categories.map((one) => [one.id, one.slug]))
	const city = new Map(cities.map((one) => [one.id, one.slug]))
	const found = [...counts].flatMap(([categoryId, byCity]) =>
		[...byCity.keys()].flatMap((cityId) => {
			const [categorySlug, citySlug] = [category.get(categoryId), city.get(cityId)]
			if (citySlug) return [paths.catalogue(citySlug, categorySlug)]
			return categorySlug ? [paths.category(categorySlug)] : []
		}),
	)
	return [...new Set(found)].slice(0, 50_000).map((path) => ({ address: `${services.siteUrl}${path}` }))
}
