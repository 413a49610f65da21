import type { AppServices } from '#app/lib/context.server.ts'
import { addDays, HOME_ZONE, localDate } from '#app/lib/dates.ts'
import { paths } from '#app/lib/paths.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { type Card } from './card.ts'
import { countSearch, type Search, searchCards } from './catalogue.queries.server.ts'
import { dateWindow, filterQuery, type Filters, isNarrowed, minuteWindow, onlyWhatAndWhere } from './filters.ts'
import { loadReference } from './reference.server.ts'
import { dayWords } from './when.ts'

export type Alternatives = {
	/** Why there are no results, in one sentence. */
	reason: string
	links: { words: string; href: string }[]
	/** A search order for the same, and hearing of it when something is free. */
	order?: string
	alert?: string
	/** Other days on which the same search has results, with their number. */
	days: { words: string; href: string }[]
	/** Results for looser searches, closest to the original one first. */
	groups: { title: string; cards: Card[] }[]
}

/** Alternatives when nothing fits: looser searches as links, and businesses that fit those. */
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
		cursor: '',
	}
	const href = (changes: Partial<Filters>): string => `${paths.listings()}${filterQuery({ ...filters, ...changes })}`
	if (search.unknown) {
		return {
			reason: `Den Ort „${search.unknown}“ kennen wir nicht. Bitte geben Sie eine Stadt, einen Stadtteil oder eine Postleitzahl an.`,
			links: [{ words: 'In ganz Deutschland suchen', href: href({ where: '' }) }],
			days: [],
			groups: [],
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
	const same = { ...search, filters }
	const [days, groups] = await Promise.all([
		otherDays(client, services, same, now),
		loosened(client, services, same, now),
	])
	const wanted = dateWindow(filters, localDate(now, HOME_ZONE))
	const asked = {
		was: category?.name ?? search.text,
		wo: place?.kind === 'point' ? place.cityName : place?.label,
		umkreis: filters.radiusKm ? String(filters.radiusKm) : undefined,
		datum: wanted?.from,
		'datum-bis': wanted?.to,
		tageszeit: filters.dayPart || undefined,
		preis: filters.maxPriceCents ? String(filters.maxPriceCents / 100) : undefined,
	}
	return {
		reason: 'Zu diesen Wünschen haben wir gerade nichts Freies gefunden.',
		links,
		order: paths.createOrder(asked),
		alert: paths.alert(asked),
		days: days.map(({ date, count }) => ({
			words: `${dayWords({ day: date, dayTo: '' })}: ${count} frei`,
			href: href({ day: date, dayTo: '' }),
		})),
		groups,
	}
}

const DAYS_AROUND = 4

// The days around the wanted ones on which the same search has results, nearest first.
async function otherDays(
	client: Client,
	services: AppServices,
	search: Search,
	now: Date,
): Promise<{ date: string; count: number }[]> {
	const today = localDate(now, HOME_ZONE)
	const wanted = dateWindow(search.filters, today)
	if (!wanted) return []
	const near = Array.from({ length: DAYS_AROUND }, (_, index) => [
		addDays(wanted.to, index + 1),
		addDays(wanted.from, -index - 1),
	]).flat()
	const counted = await Promise.all(
		near
			.filter((date) => date >= today)
			.map(async (date) => {
				const filters = { ...search.filters, day: date, dayTo: '' }
				return { date, count: await countSearch(client, services, { ...search, filters }, now) }
			}),
	)
	return counted.filter((day) => day.count > 0).slice(0, DAYS_AROUND)
}

// Results for the same search at its next free times, then for the same time at the nearest place, then for anything
// near.
async function loosened(
	client: Client,
	services: AppServices,
	search: Search,
	now: Date,
): Promise<Alternatives['groups']> {
	const { filters, place } = search
	const find = (changes: Partial<Search>): Promise<Card[]> =>
		searchCards(client, services, { ...search, ...changes }, now, 3)
	const anyTime: Filters = { ...filters, day: '', dayTo: '', dayPart: '', from: null, to: null, sort: 'next' }
	const timed = filters.day !== '' || minuteWindow(filters) !== null
	const [later, farther] = await Promise.all([
		timed ? find({ filters: anyTime }) : [],
		place ? find({ filters: { ...filters, sort: 'distance', radiusKm: null }, anywhere: true }) : [],
	])
	const free = later.filter((card) => card.starts.length)
	const groups = [
		{ title: 'Die nächsten freien Zeiten', cards: free },
		{ title: timed ? 'Am nächsten gelegen, zur gewünschten Zeit' : 'Am nächsten gelegen', cards: farther },
	].filter((group) => group.cards.length)
	if (groups.length) return groups
	const plain: Filters = { ...onlyWhatAndWhere(filters), sort: place ? 'distance' : 'next' }
	const fitting = await find({ filters: plain, anywhere: true })
	if (fitting.length) return [{ title: place ? 'Am nächsten gelegen' : 'Das könnte passen', cards: fitting }]
	const other = await find({ filters: plain, category: undefined, text: '', anywhere: true })
	return other.length ? [{ title: 'Andere Angebote', cards: other }] : []
}
