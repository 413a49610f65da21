import { readPage } from '#app/lib/page-number.ts'

/** What a member did with a card, by its word in the database. */
export const LOOKS = {
	card: 'Karte geöffnet',
	health: 'Angaben zur Gesundheit geöffnet',
	health_changed: 'Angaben zur Gesundheit gespeichert',
	export: 'Als Datei mitgenommen',
	merged: 'Mit einer anderen Karte zusammengeführt',
	parted: 'Von einer anderen Karte getrennt',
} as const

export const lookText = (what: string): string =>
	Object.hasOwn(LOOKS, what) ? LOOKS[what as keyof typeof LOOKS] : what

export const LOOKS_PAGE = 50

/** `who`: a part of the name or address of the member. */
export type LookFilters = { who: string; what: keyof typeof LOOKS | ''; page: number }

export function readLookFilters(query: URLSearchParams): LookFilters {
	const what = query.get('was') ?? ''
	return {
		who: (query.get('suche') ?? '').trim().slice(0, 80),
		what: Object.hasOwn(LOOKS, what) ? (what as keyof typeof LOOKS) : '',
		page: readPage(query.get('seite')),
	}
}

export const lookQuery = ({ who, what }: LookFilters, page: number) => ({
	suche: who || undefined,
	was: what || undefined,
	seite: page > 1 ? String(page) : undefined,
})
