import type { Offer } from './request.contracts.ts'

/** How offers can be ordered: as it stands in the address, and in words. */
export const SORTS = {
	fit: 'passt am besten',
	price: 'Preis',
	time: 'Uhrzeit',
	distance: 'Weg',
	rating: 'Bewertung',
} as const

export type Sort = keyof typeof SORTS

export function readSort(value: string | null): Sort {
	return value !== null && Object.hasOwn(SORTS, value) ? (value as Sort) : 'fit'
}

const first = ({ starts }: Offer): number => Math.min(...starts.map(({ starts_at }) => Date.parse(starts_at)))
const KEYS: Record<Sort, (offer: Offer) => number> = {
	fit: ({ points }) => -points,
	price: ({ price_cents }) => price_cents,
	time: first,
	distance: ({ distance_km }) => distance_km ?? Number.MAX_SAFE_INTEGER,
	rating: ({ location }) => -location.rating_average,
}

/** Offers in an order; those that can be accepted first, ties by what fits best, never by when they came. */
export function sorted(offers: Offer[], sort: Sort): Offer[] {
	const key = KEYS[sort]
	return offers.toSorted(
		(one, other) =>
			Number(other.state === 'live') - Number(one.state === 'live') ||
			key(one) - key(other) ||
			other.points - one.points ||
			one.id.localeCompare(other.id),
	)
}
