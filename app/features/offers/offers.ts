import type { Enums } from '#app/database.types.ts'
import { readPage } from '#app/lib/page-number.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import type { BadgeKind } from '#app/ui/badge.tsx'
import type { FittingOrder } from './offers.contracts.ts'

export const PAGE_SIZE = 25

/** The views of the page of offers, by their word in the address. */
export const VIEWS = {
	'': 'Passende',
	weggelegt: 'Weggelegte',
	warteliste: 'Warteliste',
	gesendet: 'Gesendet',
	angenommen: 'Angenommen',
	regeln: 'Regeln',
	vorlagen: 'Vorlagen',
}
export type View = keyof typeof VIEWS

export function readView(query: URLSearchParams): { view: View; page: number } {
	const asked = query.get('ansicht') ?? ''
	return { view: Object.hasOwn(VIEWS, asked) ? (asked as View) : '', page: readPage(query.get('seite')) }
}

export const viewHref = (view: View, page = 1): string =>
	adminPaths.offers({ ansicht: view || undefined, seite: page > 1 ? String(page) : undefined })

/** What is counted in a view. */
export const namesOf = (view: View): [string, string] =>
	view === 'warteliste'
		? ['Eintrag', 'Einträge']
		: view === 'gesendet' || view === 'angenommen'
			? ['Angebot', 'Angebote']
			: ['Suchauftrag', 'Suchaufträge']

/** What becomes of free times that somebody waits for. */
export const WAITLIST_WORDS: Record<Enums<'waitlist_mode'>, string> = {
	automatic:
		'Wird eine Zeit frei, ist sie von selbst für die erste Person reserviert, die darauf wartet, dann für die nächste.',
	by_hand: 'Freie Zeiten bieten Sie selbst an: Öffnen Sie einen Eintrag.',
	off: 'Ihre Warteliste ist geschlossen: Es kommt niemand dazu, und von selbst bieten wir nichts an.',
}

/** How long an offer may last, in hours. */
export const HOURS = [2, 6, 24, 48] as const

export const OFFER_STATES: Record<Enums<'offer_state'>, { label: string; kind: BadgeKind }> = {
	sent: { label: 'wartet auf Antwort', kind: 'waiting' },
	accepted: { label: 'angenommen', kind: 'good' },
	declined: { label: 'abgelehnt', kind: 'bad' },
	withdrawn: { label: 'zurückgezogen', kind: 'quiet' },
	expired: { label: 'abgelaufen', kind: 'quiet' },
}

/** What an order is called in lists. */
export const orderName = ({ title, category }: Pick<FittingOrder, 'title' | 'category'>): string =>
	title || category.name

/** "1,3 km" */
export const kilometres = (distance: number): string =>
	`${distance.toLocaleString('de-DE', { maximumFractionDigits: 1 })} km`

/** A start in the form: the instant and who would do it, with `~` in between. */
export const startValue = (start: string, person: string): string => `${start}~${person}`
