import { expect, it } from 'vitest'
import { orderOf, pageQuery, readFilters } from './filters.ts'

const TODAY = '2026-11-22'

it('reads filters and leaves out invalid values', () => {
	const query = new URLSearchParams('suche= Mia &status=confirmed&person=1&von=2026-02-30&bis=2026-03-01&seite=-4')
	expect(readFilters(query, TODAY)).toEqual({
		text: 'Mia',
		state: 'confirmed',
		person: '',
		from: '',
		to: '2026-03-01',
		sort: '',
		page: 1,
	})
	expect(readFilters(new URLSearchParams('status=toString&seite=2.5'), TODAY)).toMatchObject({ state: '', page: 1 })
})

it('keeps the filters on the next page', () => {
	const filters = readFilters(new URLSearchParams('suche=Mia&status=confirmed'), TODAY)
	expect(pageQuery(filters, 2)).toMatchObject({ suche: 'Mia', status: 'confirmed', seite: '2' })
	expect(pageQuery(filters, 1).seite).toBeUndefined()
})

it('is sorted as requested, otherwise by time: latest first, or soonest first from a day on', () => {
	const order = (query: string) => orderOf(readFilters(new URLSearchParams(query), TODAY))
	expect(order('')).toBe('-time')
	expect(order('von=heute')).toBe('time')
	expect(order('von=heute&sortierung=-preis')).toBe('-price')
	for (const wrong of ['id', '--zeit', 'constructor', 'starts_at'])
		expect(readFilters(new URLSearchParams({ sortierung: wrong }), TODAY).sort).toBe('')
})

it('reads typed days; without a year they are the nearest, because the list also shows the past', () => {
	const typed = readFilters(new URLSearchParams('von=1.10.&bis=mo'), TODAY)
	expect([typed.from, typed.to]).toEqual(['2026-10-01', '2026-11-23'])
	expect(pageQuery(typed, 1)).toMatchObject({ von: '2026-10-01', bis: '2026-11-23' })
})
