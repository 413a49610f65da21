import type { Category } from './category.ts'
import type { DayPart, Filters, Sort } from './filters.ts'
import type { Place } from './places.ts'

/** Attributes of a location that visitors can ask for. */
export const ATTRIBUTES: Record<string, string> = {
	'payment:card': 'Kartenzahlung',
	'payment:cash': 'Barzahlung',
	'access:wheelchair': 'Barrierefrei zugänglich',
	'language:en': 'Spricht Englisch',
}

export const SORT_NAMES: Record<Sort, string> = {
	next: 'Nächster freier Termin',
	distance: 'Entfernung',
	rating: 'Bewertung',
	price: 'Preis',
}

export const DAY_PART_NAMES: Record<DayPart, string> = {
	vormittag: 'Vormittag (bis 12 Uhr)',
	nachmittag: 'Nachmittag (12 bis 17 Uhr)',
	abend: 'Abend (ab 17 Uhr)',
}

/** "1 Unternehmen gefunden", "1.204 Unternehmen gefunden" */
export function resultCount(total: number): string {
	return `${total.toLocaleString('de-DE')} Unternehmen gefunden`
}

/** "Massage in Berlin", "Freie Termine in Köln", "„Balayage“ in Deutschland" */
export function heading(category: Category | undefined, text: string, place: Place | undefined, where: string): string {
	const subject = category?.name ?? (text ? `„${text}“` : 'Freie Termine')
	return `${subject} in ${place?.label ?? (where ? `„${where}“` : 'Deutschland')}`
}

/** One sentence for search engines. */
export function description(category: Category | undefined, place: Place | undefined): string {
	const where = place ? `in ${place.label}` : 'in ganz Deutschland'
	const what = category ? `${category.name} ${where}` : `Friseur, Massage, Werkstatt und mehr ${where}`
	return `${what}: Preise, Bewertungen und wirklich freie Zeiten vergleichen und ohne Konto online buchen.`
}

/** What is narrowed, as words for the chips that take it away again. */
export function narrowedBy(filters: Filters, dayName: string): { words: string; without: Partial<Filters> }[] {
	const chips: { words: string; without: Partial<Filters> }[] = []
	if (filters.day && dayName) chips.push({ words: dayName, without: { day: '' } })
	if (filters.from !== null || filters.to !== null) chips.push({ words: 'Uhrzeit', without: { from: null, to: null } })
	else if (filters.dayPart)
		chips.push({ words: DAY_PART_NAMES[filters.dayPart].replace(/ \(.*/, ''), without: { dayPart: '' } })
	if (filters.radiusKm !== null) chips.push({ words: `Umkreis ${filters.radiusKm} km`, without: { radiusKm: null } })
	if (filters.maxPriceCents !== null)
		chips.push({ words: `bis ${filters.maxPriceCents / 100} €`, without: { maxPriceCents: null } })
	if (filters.minRating !== null) {
		chips.push({ words: `ab ${filters.minRating.toLocaleString('de-DE')} Sternen`, without: { minRating: null } })
	}
	for (const attribute of filters.attributes) {
		const rest = filters.attributes.filter((other) => other !== attribute)
		chips.push({ words: ATTRIBUTES[attribute] ?? attribute, without: { attributes: rest } })
	}
	return chips
}
