import { formatNumber } from '#app/lib/numbers.ts'
import type { Category } from './category.ts'
import { type DayPart, type Filters, MAP_AREA, NEARBY, type Sort } from './filters.ts'
import { LANGUAGES } from './languages.ts'
import type { GeoPlace } from './places.ts'
import { dayWords, timeWords } from './when.ts'

/** Attributes of a location that visitors can filter by. */
export const ATTRIBUTES: Record<string, string> = {
	'payment:card': 'Kartenzahlung',
	'payment:cash': 'Barzahlung',
	'access:wheelchair': 'Barrierefrei zugänglich',
}

export const SORT_NAMES: Record<Sort, string> = {
	next: 'Nächster freier Termin',
	distance: 'Entfernung',
	rating: 'Bewertung',
	price: 'Preis',
	relevance: 'Relevanz',
}

/** Choices for the day without a calendar. */
export const DAY_NAMES: Record<string, string> = {
	'': 'Jederzeit',
	heute: 'Heute',
	morgen: 'Morgen',
	wochenende: 'Am Wochenende',
}

export const DAY_PART_NAMES: Record<DayPart, string> = {
	vormittag: 'Vormittag',
	nachmittag: 'Nachmittag',
	abend: 'Abend',
}

/** "1 Unternehmen gefunden", "1.204 Unternehmen gefunden" */
export function resultCount({ total, capped }: { total: number; capped: boolean }): string {
	return `${capped ? 'Mehr als ' : ''}${formatNumber(total)} Unternehmen gefunden`
}

/** "Massage in Berlin", "Freie Termine in Köln", "„Balayage“ in Deutschland" */
export function heading(
	category: Category | undefined,
	text: string,
	place: GeoPlace | undefined,
	where: string,
): string {
	const subject = category?.name ?? (text ? `„${text}“` : 'Freie Termine')
	if (place?.kind === 'point') return `${subject} ${POINTS[place.label] ?? ''}`
	return `${subject} in ${place?.label ?? (where ? `„${where}“` : 'Deutschland')}`
}

const POINTS: Record<string, string> = { [NEARBY]: 'in Ihrer Nähe', [MAP_AREA]: 'im Kartenausschnitt' }

/** One sentence for search engines. */
export function description(category: Category | undefined, place: GeoPlace | undefined): string {
	const where = place ? (POINTS[place.label] ?? `in ${place.label}`) : 'in ganz Deutschland'
	const what = category ? `${category.name} ${where}` : `Friseur, Massage, Werkstatt und mehr ${where}`
	return `${what}: Preise, Bewertungen und wirklich freie Zeiten vergleichen und ohne Konto online buchen.`
}

/** The filters as words for chips that remove them. */
export function narrowedBy(filters: Filters): { words: string; without: Partial<Filters> }[] {
	const chips: { words: string; without: Partial<Filters> }[] = []
	const [day, time] = [dayWords(filters), timeWords(filters)]
	if (day) chips.push({ words: day, without: { day: '', dayTo: '' } })
	if (time) chips.push({ words: upper(time), without: { from: null, to: null, dayPart: '' } })
	if (filters.radiusKm !== null && filters.where !== MAP_AREA)
		chips.push({ words: `Umkreis ${formatNumber(filters.radiusKm)} km`, without: { radiusKm: null } })
	const price = priceWords(filters)
	if (price) chips.push({ words: price, without: { minPriceCents: null, maxPriceCents: null } })
	if (filters.minRating !== null) {
		chips.push({ words: `ab ${formatNumber(filters.minRating)} Sternen`, without: { minRating: null } })
	}
	for (const attribute of filters.attributes) {
		const rest = filters.attributes.filter((other) => other !== attribute)
		chips.push({ words: ATTRIBUTES[attribute] ?? attribute, without: { attributes: rest } })
	}
	if (filters.openNow) chips.push({ words: 'Jetzt geöffnet', without: { openNow: false } })
	if (filters.language)
		chips.push({ words: `Spricht ${LANGUAGES[filters.language] ?? filters.language}`, without: { language: '' } })
	return chips
}

/** "20–50 €", "ab 20 €", "bis 49,5 €"; empty when the price does not matter. */
function priceWords({ minPriceCents: least, maxPriceCents: most }: Filters): string {
	const euros = (cents: number): string => formatNumber(cents / 100)
	if (least !== null && most !== null) return `${euros(least)}–${euros(most)} €`
	if (least !== null) return `ab ${euros(least)} €`
	return most === null ? '' : `bis ${euros(most)} €`
}

function upper(text: string): string {
	return text.charAt(0).toUpperCase() + text.slice(1)
}
