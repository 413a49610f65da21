import { formatPrice } from '#app/lib/money.ts'
import { formatNumber } from '#app/lib/numbers.ts'
import type { Card, SearchRow } from './card.ts'
import type { Category } from './category.ts'
import type { GeoPlace } from './places.ts'

/** What the text of a page is made of: what its first page of results shows, so that every word of it is true. */
export type Found = {
	total: number
	districts: string[]
	services: { name: string; price_cents: number }[]
	/** The first free start in words, and whose it is. */
	next?: { label: string; name: string }
}

const MOST = 4

/** What a page of results shows, for its text. */
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
 * Our own text for a city's page: how many there are and where, what typical services cost, and when something is free. Empty when
 * there is nothing to say, because such a page is not for search engines.
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

// The services that most have, each with the least and the most it costs.
function typical(services: Found['services']): string[] {
	const names = ranked(services.map((service) => service.name)).slice(0, 3)
	return names.map((name) => {
		const cents = services.filter((service) => service.name === name).map((service) => service.price_cents)
		const [least, most] = [Math.min(...cents), Math.max(...cents)]
		return `${name} ${least === most ? formatPrice(least) : `${formatPrice(least)} bis ${formatPrice(most)}`}`
	})
}

// Each once, the most frequent first; ties in the order in which they came.
function ranked(names: string[]): string[] {
	const counts = new Map<string, number>()
	for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
	return [...counts.entries()].sort((one, other) => other[1] - one[1]).map(([name]) => name)
}

function listed(names: string[]): string {
	return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} und ${names.at(-1)}`
}
