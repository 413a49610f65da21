import { formatPrice } from '#app/lib/money.ts'
import type { PublicOrder } from './orders.contracts.ts'
import type { PublicRow } from './public-list.tsx'

const DAYS = ['Mo.', 'Di.', 'Mi.', 'Do.', 'Fr.', 'Sa.', 'So.']
const PARTS = ['Vormittag', 'Nachmittag', 'Abend']
const MOST_OFFERS = 5

/** Rows of the public list in words. */
export function publicRows(orders: PublicOrder[]): PublicRow[] {
	return orders.map((order, index) => ({
		key: String(index),
		title: order.category.name,
		place: [order.place, `bis ${order.radius_km} km`].filter(Boolean).join(', '),
		facts: [
			order.persons === 1 ? '1 Person' : `${order.persons} Personen`,
			order.budget_to_cents ? `bis ${formatPrice(order.budget_to_cents)}` : order.budget ? 'über 200,00 €' : '',
		].filter(Boolean),
		times: timesText(order.times),
		offers: `${order.offers} von ${MOST_OFFERS} Angeboten`,
		age: ageText(order.age_hours),
	}))
}

/** "Vormittag Mo., Sa. · Abend Fr."; all of them are "Zeit egal". */
export function timesText(times: [number, number][]): string {
	if (times.length === DAYS.length * PARTS.length) return 'Zeit egal'
	return PARTS.flatMap((name, part) => {
		const days = times.filter((one) => one[1] === part).map(([day]) => DAYS[day - 1])
		if (days.length === 0) return []
		return [`${name} ${days.length === DAYS.length ? 'täglich' : days.join(', ')}`]
	}).join(' · ')
}

function ageText(hours: number): string {
	if (hours < 1) return 'gerade eben'
	if (hours < 24) return hours === 1 ? 'vor 1 Stunde' : `vor ${hours} Stunden`
	const days = Math.floor(hours / 24)
	return days === 1 ? 'vor 1 Tag' : `vor ${days} Tagen`
}
