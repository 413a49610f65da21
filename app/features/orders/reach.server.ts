import type { RouterContextProvider } from 'react-router'
import { countSearch, understand } from '#app/features/catalogue/catalogue.queries.server.ts'
import { NO_FILTERS } from '#app/features/catalogue/filters.ts'
import { loadReference } from '#app/features/catalogue/reference.server.ts'
import { servicesContext } from '#app/lib/context.server.ts'
import { sessionOf } from '#app/lib/session.server.ts'
import { RADII } from './radii.ts'
import type { Reached } from './reach.ts'
import { namedCategory } from './suggest-categories.ts'

type Asked = { was: string; kategorie: string; wo: string; umkreis: string }

/** How many businesses do this around there, by the counts of the search; null as long as the category or the place is not known. */
export async function loadReach(context: Readonly<RouterContextProvider>, asked: Asked): Promise<Reached | null> {
	const services = context.get(servicesContext)
	const { client } = sessionOf(context)
	const radius = RADII.find((km) => String(km) === asked.umkreis)
	if (!radius || !asked.wo.trim() || !(asked.kategorie || asked.was.trim())) return null
	const { categories } = await loadReference(services)
	const category = asked.kategorie
		? categories.find(({ slug }) => slug === asked.kategorie)
		: namedCategory(asked.was.slice(0, 80), categories)
	if (!category) return null
	const filters = { ...NO_FILTERS, where: asked.wo.slice(0, 80), radiusKm: radius }
	const search = { ...(await understand(client, services, filters)), category, text: '' }
	if (!search.place) return null
	return { count: await countSearch(client, services, search, new Date()), radius, place: search.place.label }
}
