import { formatPrice } from '#app/lib/money.ts'
import { formatNumber } from '#app/lib/numbers.ts'
import type { Card, SearchRow } from './card.ts'
import type { Category } from './category.ts'
import type { GeoPlace } from './places.ts'

/** The facts for the text of a page. They come from its first page of results, so that every word of the text is true. */
export type Found = {
	total: number
	districts: string[]
	services: { name: string; price_cents: number }[]
	/** The label of the first free start, and the name of its business. */
	next?: { label: string; name: string }
}

const MOST = 4

/** The facts that a page of results shows, for its text. */
export function foundOf(rows: SearchRow[], cards: Card[], total: number): Found {
	const first = rows
		.flatMap((row, index) => {
			const [start] = row.next_starts ?? []
			const label = cards[index]?.starts[0]?.label
			return start && label ? [{ at: Date.parse(start.starts_at), label, name: row.name }] : []
		})
		.sort((one, other) => one.at - other.at)[0]
	return {
		total,
		districts: rows.map((row) => row.district),
		services: rows.flatMap((row) => row.services ?? []),
		...(first ? { next: { label: first.label, name: first.name } } : {}),
	}
}

/**
 * The text of a city's page: how many businesses there are and where, what typical services cost, and when something is free.
 * Empty without results, because such a page is hidden from search engines.
 */
export function aboutResults(found: Found, place: GeoPlace, category: Category | undefined): string[] {
	if (!found.total) return []
	const businesses = found.total === 1 ? 'ein Unternehmen' : `${formatNumber(found.total)} Unternehmen`
	const what = category ? `Termine für ${category.name}` : 'Termine'
	const districts = ranked(found.districts.filter((name) => name && name !== place.cityName)).slice(0, MOST)
	const where = districts.length
		? `, ${found.total > districts.length ? 'unter anderem ' : ''}in ${listed(districts)}`
		: ''
	const sentences = [
		`In ${place.cityName} ${found.total === 1 ? 'bietet' : 'bieten'} ${businesses} ${what} online an${where}.`,
	]
	const prices = typical(found.services)
	if (prices.length) sentences.push(`Typische Leistungen und Preise: ${prices.join('; ')}.`)
	if (found.next) sentences.push(`Der nächste freie Termin: ${found.next.label} bei ${found.next.name}.`)
	return sentences
}

// The most common services, each with its lowest and highest price.
function typical(services: Found['services']): string[] {
	const names = ranked(services.map((service) => service.name)).slice(0, 3)
	return names.map((name) => {
		const cents = services.filter((service) => service.name === name).map((service) => service.price_cents)
		const [least, most] = [Math.min(...cents), Math.max(...cents)]
		return `${name} ${least === most ? formatPrice(least) : `${formatPrice(least)} bis ${formatPrice(most)}`}`
	})
}

// Each name once, the most frequent first; ties in the order in which they came.
function ranked(names: string[]): string[] {
	const counts = new Map<string, number>()
	for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
	return [...counts.entries()].sort((one, other) => other[1] - one[1]).map(([name]) => name)
}

function listed(names: string[]): string {
	return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} und ${names.at(-1)}`
}
