import { expect, test } from 'vitest'
import { createDemand, hoursOf, isPerson, weekdaysOf } from './search-demand.ts'

const wanted = { city: 1, category: 2, weekdays: [6, 7], hours: [17, 18], found: false }

test('each hour of each wanted weekday is counted, and what could not be stored is counted again', () => {
	const demand = createDemand()
	demand.count(wanted)
	demand.count({ ...wanted, weekdays: [6], found: true })
	const rows = demand.take()
	const brief = () =>
		demand.take().map(({ weekday, hour, searched, found }) => [weekday, hour, searched, found].join(' '))
	expect(brief()).toEqual([])
	demand.count({ ...wanted, weekdays: [7], hours: [18] })
	demand.giveBack(rows)
	expect(brief()).toEqual(['7 18 2 0', '6 17 2 1', '6 18 2 1', '7 17 1 0'])
})

test('however much is searched, memory is bounded', () => {
	const demand = createDemand(3)
	for (let city = 0; city < 100; city++) demand.count({ ...wanted, city, weekdays: [1], hours: [9] })
	demand.count({ ...wanted, city: 2, weekdays: [1], hours: [9] })
	expect(demand.take().map(({ city, searched }) => [city, searched])).toEqual([
		[0, 1],
		[1, 1],
		[2, 2],
	])
})

test('days and hours of a search', () => {
	expect(weekdaysOf({ from: '2026-11-28', to: '2026-11-29' })).toEqual([6, 7])
	expect(weekdaysOf({ from: '2026-11-01', to: '2026-11-30' })).toHaveLength(7)
	expect(weekdaysOf(null)).toEqual([0])
	expect(hoursOf({ from: 17 * 60, to: 19 * 60 + 15 })).toEqual([17, 18, 19])
	expect(hoursOf({ from: 1020, to: 1440 }).at(-1)).toBe(23)
	expect(hoursOf(null)).toEqual([-1])
})

test('robots and pages loaded ahead are no demand', () => {
	const person = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
	const from = (headers: Record<string, string>) => isPerson((name) => headers[name])
	expect(from({ 'user-agent': person })).toBe(true)
	expect(from({ 'user-agent': person, 'sec-purpose': 'prefetch;prerender' })).toBe(false)
	expect(from({ 'user-agent': person, purpose: 'prefetch' })).toBe(false)
	expect(from({})).toBe(false)
	for (const agent of [
		'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
		'Mozilla/5.0 (compatible; bingbot/2.0)',
		'Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (Applebot/0.1)',
		'facebookexternalhit/1.1',
		'curl/8.0',
	])
		expect(from({ 'user-agent': agent })).toBe(false)
})
