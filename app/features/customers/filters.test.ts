import { expect, test } from 'vitest'
import { conditionQuery, customerQuery, readCustomerFilters, wishOf } from './filters.ts'

const read = (query: string) => readCustomerFilters(new URLSearchParams(query))

test('filters are written into the address and read from it', () => {
	const query = {
		suche: 'Berg',
		merkmal: 'Farbe',
		nur: 'lange',
		ab: '250',
		da: 'seit',
		tag: '90',
		sortierung: '-zuletzt',
		seite: '3',
	}
	const filters = read(new URLSearchParams(query).toString())
	expect(filters).toEqual({
		text: 'Berg',
		tag: 'Farbe',
		only: 'lange',
		spent: 250,
		sort: '-zuletzt',
		page: 3,
		last: { way: 'seit', text: '90' },
	})
	expect(customerQuery(filters, filters.page)).toEqual(query)
	expect(wishOf(filters, 'Europe/Berlin', new Date('2026-05-10T10:00:00Z'))).toEqual({
		...{ p_text: 'Berg', p_tag: 'Farbe', p_only: 'away', p_spent: 25_000, p_sort: '-last' },
		p_last_from: '2026-02-08T23:00:00.000Z',
	})
})

test('whose birthday comes is listed by day, unless another order is wished', () => {
	expect(wishOf(read('nur=geburtstag'))).toMatchObject({ p_only: 'birthday', p_sort: 'birthday' })
	expect(customerQuery(read('nur=geburtstag'), 1)).toEqual({ nur: 'geburtstag' })
	expect(customerQuery(read('nur=geburtstag&sortierung=name'), 1)).toEqual({ nur: 'geburtstag', sortierung: 'name' })
})

test('another condition keeps the other filters and the order, but not the page', () => {
	const kept = { suche: 'Berg', merkmal: 'Farbe', ab: '100' }
	const filters = read(new URLSearchParams({ ...kept, nur: 'geburtstag', seite: '2' }).toString())
	expect(conditionQuery(filters, 'lange')).toEqual({ ...kept, nur: 'lange' })
	expect(conditionQuery(read('sortierung=-umsatz'), 'geburtstag')).toEqual({ nur: 'geburtstag', sortierung: '-umsatz' })
	expect(conditionQuery(read('ab=100'), 'geburtstag')).toEqual({ ab: '100', nur: 'geburtstag' })
})

test('unreadable values are left out', () => {
	expect(read('nur=constructor&ab=99&sortierung=--name&seite=-1&suche=%20')).toEqual(read(''))
	expect(customerQuery(read(''), 1)).toEqual({})
})
