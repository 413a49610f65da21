import { expect, it } from 'vitest'
import { pageQuery, readDate, readFilters, searchCondition } from './filters.ts'

it('reads filters and leaves out what makes no sense', () => {
	const query = new URLSearchParams('suche= Mia &status=confirmed&person=1&von=2026-02-30&bis=2026-03-01&seite=-4')
	expect(readFilters(query)).toEqual({
		text: 'Mia',
		state: 'confirmed',
		person: '',
		from: '',
		to: '2026-03-01',
		page: 1,
	})
	expect(readFilters(new URLSearchParams('status=toString&seite=2.5'))).toMatchObject({ state: '', page: 1 })
})

it('keeps the filters on the next page', () => {
	const filters = readFilters(new URLSearchParams('suche=Mia&status=confirmed'))
	expect(pageQuery(filters, 2)).toMatchObject({ suche: 'Mia', status: 'confirmed', seite: '2' })
	expect(pageQuery(filters, 1).seite).toBeUndefined()
})

it('knows dates that exist', () => {
	expect(readDate('2028-02-29')).toBe('2028-02-29')
	for (const text of ['2027-02-29', '2026-13-01', 'heute', '', null]) expect(readDate(text)).toBeUndefined()
})

it('searches without letting signs through that mean something', () => {
	expect(searchCondition('Mia "S%),or')).toBe(
		'contact_name.ilike."*Mia*S*or*",contact_email.ilike."*Mia*S*or*",contact_phone.ilike."*Mia*S*or*"',
	)
})
