import { expect, it } from 'vitest'
import { readReviewFilters, reviewsHref } from './filters.ts'

it('keeps what it can read, and nothing else', () => {
	const read = (query: string) => readReviewFilters(new URLSearchParams(query))
	for (const query of ['', '?suche=Farbe&sterne=bis-2&nur=ohne-antwort', '?sterne=5&seite=3'])
		expect(reviewsHref(read(query), read(query).page)).toBe(`/admin/reviews${query}`)
	expect(reviewsHref(read('sterne=6&nur=alle&fremd=1'))).toBe('/admin/reviews')
})
