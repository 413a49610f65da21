import type { AppServices } from '#app/lib/context.server.ts'
import { paths } from '#app/lib/paths.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import type { Card } from './card.ts'
import { type Search, searchCards } from './catalogue.queries.server.ts'
import { filterQuery, type Filters, isNarrowed, onlyWhatAndWhere } from './filters.ts'
import { loadReference } from './reference.server.ts'

export type Alternatives = {
	/** What is in the way, in a sentence. */
	reason: string
	links: { words: string; href: string }[]
	/** What fits when the wishes are loosened. */
	cards: Card[]
	cardsTitle: string
}

/** What to offer when nothing fits: looser wishes as links, and businesses that fit those. */
export async function loadAlternatives(
	client: Client,
	services: AppServices,
	search: Search,
	now: Date,
): Promise<Alternatives> {
	const { categories } = await loadReference(services)
	const { category, place } = search
	const filters: Filters = {
		...search.filters,
		what: category?.name ?? search.text,
		where: place?.label ?? search.filters.where,
		page: 1,
	}
	const href = (changes: Partial<Filters>): string => `${paths.listings()}${filterQuery({ ...filters, ...changes })}`
	if (search.unknown) {
		return {
			reason: `Den Ort „${search.unknown}“ kennen wir nicht. Bitte geben Sie eine Stadt, einen Stadtteil oder eine Postleitzahl an.`,
			links: [{ words: 'In ganz Deutschland suchen', href: href({ where: '' }) }],
			cards: [],
			cardsTitle: '',
		}
	}
	const links: Alternatives['links'] = []
	const timed = filters.dayPart !== '' || filters.from !== null || filters.to !== null
	if (timed) links.push({ words: 'Zu jeder Uhrzeit', href: href({ dayPart: '', from: null, to: null }) })
	if (filters.day)
		links.push({ words: 'An jedem Tag', href: href({ day: '', dayTo: '', dayPart: '', from: null, to: null }) })
	if (place && (filters.radiusKm ?? 0) < 50) {
		const wider = (filters.radiusKm ?? 0) < 10 ? 25 : 50
		links.push({ words: `Im Umkreis von ${wider} km`, href: href({ radiusKm: wider }) })
	}
	const top = categories.find((one) => one.id === category?.parent_id)
	if (top) links.push({ words: `Alles aus ${top.name}`, href: href({ what: top.name }) })
	if (isNarrowed(filters))
		links.push({ words: 'Alle Filter entfernen', href: `${paths.listings()}${filterQuery(onlyWhatAndWhere(filters))}` })
	if (place) links.push({ words: 'In ganz Deutschland', href: href({ where: '', point: null, radiusKm: null }) })
	if (!links.length || search.text) links.push({ words: 'Alle Kategorien ansehen', href: paths.categories() })
	const { cards, cardsTitle } = await loosened(client, services, search, now)
	return { reason: 'Zu diesen Wünschen haben wir gerade nichts Freies gefunden.', links, cards, cardsTitle }
}

async function loosened(
	client: Client,
	services: AppServices,
	search: Search,
	now: Date,
): Promise<Pick<Alternatives, 'cards' | 'cardsTitle'>> {
	const filters: Filters = { ...onlyWhatAndWhere(search.filters), sort: search.place ? 'distance' : 'next' }
	const fitting = await searchCards(client, services, { ...search, filters, anywhere: true }, now, 3)
	if (fitting.length) return { cards: fitting, cardsTitle: search.place ? 'Am nächsten gelegen' : 'Das könnte passen' }
	const other = await searchCards(client, services, { filters, place: search.place, text: '', anywhere: true }, now, 3)
	return { cards: other, cardsTitle: 'Andere Angebote' }
}
