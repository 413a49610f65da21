import { adminPaths } from '#app/lib/admin-paths.ts'
import { readPage } from '#app/lib/page-number.ts'

export const PAGE_SIZE = 20

/** What the list of reviews can be narrowed to by their stars, by its word in the address. */
export const STARS = {
	5: { label: '5 Sterne', from: 5, to: 5 },
	4: { label: '4 Sterne', from: 4, to: 4 },
	3: { label: '3 Sterne', from: 3, to: 3 },
	'bis-2': { label: '1 oder 2 Sterne', from: 1, to: 2 },
} as const
/** Numbers come first in an object; the best come first for people. */
export const STAR_WORDS = ['5', '4', '3', 'bis-2'] as const
export type Stars = (typeof STAR_WORDS)[number]

export type ReviewFilters = { text: string; stars: Stars | ''; open: boolean; page: number }

const OPEN = 'ohne-antwort'

/** Reads the filters of the list from the address; unreadable values are left out. */
export function readReviewFilters(query: URLSearchParams): ReviewFilters {
	return {
		text: (query.get('suche') ?? '').trim().slice(0, 80),
		stars: STAR_WORDS.find((word) => word === query.get('sterne')) ?? '',
		open: query.get('nur') === OPEN,
		page: readPage(query.get('seite')),
	}
}

/** The address of another page of the same list. */
export function reviewsHref({ text, stars, open }: Omit<ReviewFilters, 'page'>, page = 1): string {
	return adminPaths.reviews({
		suche: text || undefined,
		sterne: stars || undefined,
		nur: open ? OPEN : undefined,
		seite: page > 1 ? String(page) : undefined,
	})
}
