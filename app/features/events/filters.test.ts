import { expect, it } from 'vitest'
import { eventQuery, orderOf, readEventFilters } from './filters.ts'

const read = (query: string) => readEventFilters(new URLSearchParams(query), '2026-11-26')

it('leaves out what it cannot read', () => {
	expect(read('stand=constructor&zeit=bald&von=31.2.&sortierung=toString&seite=-3')).toEqual(read(''))
})

it('writes what it has read', () => {
	const query = {
		suche: 'yoga',
		stand: 'voll',
		zeit: 'alle',
		von: '2026-12-01',
		bis: '2026-12-31',
		sortierung: '-preis',
	}
	expect(eventQuery(read(String(new URLSearchParams(query))))).toEqual({ ...query, seite: undefined })
	expect(eventQuery(read('seite=4'), 4).seite).toBe('4')
})

it('shows the next ones first, and of past ones the latest', () => {
	expect(['', 'zeit=vorbei', 'zeit=alle', 'zeit=vorbei&sortierung=name'].map((query) => orderOf(read(query)))).toEqual([
		...['time', '-time', '-time', 'name'],
	])
})
