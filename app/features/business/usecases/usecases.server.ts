import { loadCounts, loadReference } from '#app/features/catalogue/reference.server.ts'
import { loadTemplates } from '#app/features/services/service-templates.server.ts'
import type { AppServices } from '#app/lib/context.server.ts'
import { invariantResponse } from '#app/lib/invariant.ts'
import { anonymousClient } from '#app/lib/supabase.server.ts'
import { DAYS } from './days.ts'

/** The trades that have a page of their own: categories without a parent. */
export async function loadTrades(services: AppServices) {
	const { categories } = await loadReference(services)
	return categories
		.filter(({ parent_id, slug }) => parent_id === null && DAYS[slug])
		.toSorted((a, b) => a.position - b.position)
		.map(({ id, slug, name, icon, hue }) => ({ id, slug, name, icon, hue }))
}

/** A trade with its template services and how many businesses of it can be booked here. @throws Response 404 for an unknown one */
export async function loadTrade(services: AppServices, slug: string | undefined) {
	const trade = (await loadTrades(services)).find((one) => one.slug === slug)
	invariantResponse(trade)
	const [groups, counts] = await Promise.all([loadTemplates(anonymousClient(services), trade.id), loadCounts(services)])
	return { trade, day: DAYS[trade.slug] ?? [], groups, businesses: counts.get(trade.id)?.get(0) ?? 0 }
}
