import { expect, test } from 'vitest'
import { customerQuery, readCustomerFilters, wishOf } from './filters.ts'

const read = (query: string) => readCustomerFilters(new URLSearchParams(query))

test('filters are written into the address and read from it', () => {
	const query = { suche: 'Berg', merkmal: 'Farbe', nur: 'lange', sortierung: '-zuletzt', seite: '3' }
	const filters = read(new URLSearchParams(query).toString())
	expect(filters).toEqual({ text: 'Berg', tag: 'Farbe', only: 'lange', sort: '-zuletzt', page: 3 })
	expect(customerQuery(filters, filters.page)).toEqual(query)
	expect(wishOf(filters)).toEqual({ p_text: 'Berg', p_tag: 'Farbe', p_only: 'away', p_sort: '-last' })
})

test('unreadable values are left out', () => {
	expect(read('nur=constructor&sortierung=--name&seite=-1&suche=%20')).toEqual(read(''))
	expect(customerQuery(read(''), 1)).toEqual({})
})
