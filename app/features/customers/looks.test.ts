import { expect, test } from 'vitest'
import { lookQuery, lookText, readLookFilters } from './looks.ts'

test('filters of the log are read from the address and written back', () => {
	const query = { suche: 'Anna', was: 'health', seite: '3' }
	const filters = readLookFilters(new URLSearchParams(query))
	expect(filters).toEqual({ who: 'Anna', what: 'health', page: 3 })
	expect(lookQuery(filters, filters.page)).toEqual(query)
	expect(readLookFilters(new URLSearchParams('was=toString&seite=x'))).toEqual({ who: '', what: '', page: 1 })
	expect(lookText('health')).toBe('Angaben zur Gesundheit geöffnet')
	expect(lookText('toString')).toBe('toString')
})
