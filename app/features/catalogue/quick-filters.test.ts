import { expect, test } from 'vitest'
import { NO_FILTERS } from './filters.ts'
import { quickFilters } from './quick-filters.ts'

const href = (changes: object): string => JSON.stringify(changes)
const FRIDAY = '2026-11-27'

test('today and tomorrow are words, so that the address stays true, and later days are dates', () => {
	const { days } = quickFilters({ ...NO_FILTERS, day: '2026-11-30' }, FRIDAY, href)
	expect(days.map(({ words, date, chosen }) => `${words} ${date}${chosen ? ' *' : ''}`)).toEqual([
		'Jeder Tag ',
		'Heute 27.',
		'Sa 28.',
		'So 29.',
		'Mo 30. *',
		'Di 1.',
		'Mi 2.',
		'Do 3.',
	])
	expect(days.slice(0, 4).map((day) => JSON.parse(day.href).day)).toEqual(['', 'heute', 'morgen', '2026-11-29'])
})

test('a range of days is none of them, and an hour none of the parts of the day', () => {
	const range = quickFilters({ ...NO_FILTERS, day: FRIDAY, dayTo: '2026-11-29', from: 600 }, FRIDAY, href)
	expect([...range.days, ...range.parts].filter(({ chosen }) => chosen)).toEqual([])
})

test('radius and price unfold; what is chosen stands on the button, and a radius needs a place', () => {
	const { menus } = quickFilters({ ...NO_FILTERS, maxPriceCents: 5000 }, FRIDAY, href, { hasPlace: true })
	expect(menus.map(({ words, chosen }) => [words, chosen])).toEqual([
		['Umkreis', false],
		['Preis bis 50 €', true],
	])
	expect(menus[0]?.options.map(({ words }) => words)).toEqual([
		'Nur der gesuchte Ort',
		'2 km',
		'5 km',
		'10 km',
		'25 km',
		'50 km',
	])
	expect(JSON.parse(menus[1]?.options[0]?.href ?? '')).toEqual({ minPriceCents: null, maxPriceCents: null })
	expect(quickFilters(NO_FILTERS, FRIDAY, href).menus.map(({ words }) => words)).toEqual(['Preis'])
})

test('each day says how many are free, where that was counted', () => {
	const { days } = quickFilters(NO_FILTERS, FRIDAY, href, { free: [3, 0, 1, 2, 3, 4, 5] })
	expect(days.slice(0, 3).map(({ free }) => free)).toEqual([null, 3, 0])
})

test('a filter that is set leads to the search without it', () => {
	const { more } = quickFilters({ ...NO_FILTERS, minRating: 4, attributes: ['access:wheelchair'] }, FRIDAY, href)
	const by = (words: string) => JSON.parse(more.find((one) => one.words === words)?.href ?? '')
	expect(by('ab 4 Sternen')).toEqual({ minRating: null })
	expect(by('Barrierefrei zugänglich')).toEqual({ attributes: [] })
	expect(by('Kartenzahlung')).toEqual({ attributes: ['access:wheelchair', 'payment:card'] })
})
