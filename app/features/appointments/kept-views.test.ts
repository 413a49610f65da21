import { expect, test } from 'vitest'
import { shownViews } from '#app/features/saved-views/shown-views.ts'
import { readFilters } from './filters.ts'
import { appointmentList, keptQuery } from './kept-views.ts'

const filters = (query: string, today: string) => readFilters(new URLSearchParams(query), today)

test('the present day is saved as "heute", any other as its date', () => {
	const kept = keptQuery(filters('von=2026-11-22&bis=2026-12-24&status=requested&seite=3', '2026-11-22'), '2026-11-22')
	expect(kept).toBe('status=requested&von=heute&bis=2026-12-24')
	const view = { id: 'x', name: 'Offen', query: kept, is_default: false }
	expect(shownViews([view], appointmentList('2026-11-23'))).toEqual([
		{
			id: 'x',
			name: 'Offen',
			isDefault: false,
			to: '/admin/appointment?status=requested&von=2026-11-23&bis=2026-12-24',
		},
	])
})

test('a saved view that cannot be read leads to the whole list, never to itself', () => {
	const view = { id: 'x', name: 'Alt', query: 'status=gibt-es-nicht&<script>', is_default: true }
	expect(shownViews([view], appointmentList('2026-11-23'))[0]?.to).toBe('/admin/appointment?ansicht=alle')
})
