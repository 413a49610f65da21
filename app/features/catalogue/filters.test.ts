import { describe, expect, it } from 'vitest'
import {
	areaFault,
	dateWindow,
	filterQuery,
	fromToday,
	isNarrowed,
	minuteWindow,
	NO_FILTERS,
	readFilters,
	whenFaults,
} from './filters.ts'

const TODAY = '2026-11-22'
const read = (query: string) => readFilters(new URLSearchParams(query), TODAY)

describe('readFilters', () => {
	it('reads what the form sends', () => {
		const filters = read(
			'was=Massage&wo=10115&umkreis=5&datum=morgen&von=17:00&bis=20:00&preis=49,50&bewertung=4.5&merkmal=payment:card&sort=rating&seite=2',
		)
		expect(filters).toMatchObject({ what: 'Massage', where: '10115', radiusKm: 5, day: 'morgen', from: 1020, to: 1200 })
		expect(filters).toMatchObject({
			maxPriceCents: 4950,
			minRating: 4.5,
			attributes: ['payment:card'],
			sort: 'rating',
			page: 2,
		})
	})

	it('reads nothing from nothing', () => {
		expect(read('')).toEqual(NO_FILTERS)
	})

	it('reads minimum and maximum price in either order', () => {
		expect(read('preis-ab=20&preis=49,50')).toMatchObject({ minPriceCents: 2000, maxPriceCents: 4950 })
		expect(read('preis-ab=50&preis=20')).toMatchObject({ minPriceCents: 2000, maxPriceCents: 5000 })
		expect(read('preis-ab=0&preis=')).toMatchObject({ minPriceCents: null, maxPriceCents: null })
		expect(filterQuery(read('preis-ab=20'))).toBe('?preis-ab=20')
		expect(isNarrowed(read('preis-ab=20'))).toBe(true)
	})

	it('extends the list only in whole steps and up to a limit, which does not count as a filter', () => {
		expect(
			['', 'zeigen=1', 'zeigen=30', 'zeigen=96', 'zeigen=500', 'zeigen=x'].map((query) => read(query).shown),
		).toEqual([24, 24, 48, 96, 96, 24])
		expect(filterQuery(read('zeigen=48&seite=2'))).toBe('?seite=2&zeigen=48')
		expect(isNarrowed(read('zeigen=48'))).toBe(false)
	})

	it('leaves out invalid values', () => {
		const filters = read(
			`umkreis=-1&datum=2026-02-31&von=25:00&bis=spät&preis=x&bewertung=9&merkmal=';drop&sort=up&seite=0&wo=a%00b&was=${'x'.repeat(500)}`,
		)
		expect(filters).toMatchObject({
			radiusKm: null,
			day: '',
			from: null,
			to: null,
			maxPriceCents: null,
			minRating: null,
		})
		expect(filters).toMatchObject({ attributes: [], sort: '', page: 1, where: 'a b' })
		expect(filters.what).toHaveLength(80)
		expect(isNarrowed({ ...filters, what: 'Massage' })).toBe(false)
	})

	it('reads typed days and times, and keeps unreadable ones with the reason', () => {
		expect(read('tag=5.12.&tag-bis=+3&von=9&bis=24')).toMatchObject({
			...{ day: '2026-12-05', dayTo: '', from: 540, to: 1440 },
		})
		expect(read('tag=0512&tag-bis=%2B3')).toMatchObject({ day: '2026-11-25', dayTo: '2026-12-05' })
		const faults = whenFaults(new URLSearchParams('tag=31.2.&tag-bis=2.3.&datum=morgen&von=25&bis=24'), TODAY)
		expect(faults).toEqual({
			tag: { typed: '31.2.', fault: 'Dieses Datum gibt es nicht. Bitte prüfen Sie Tag, Monat und Jahr.' },
			von: { typed: '25', fault: 'Diese Uhrzeit gibt es nicht. Bitte geben Sie eine von 0:00 bis 23:59 an.' },
		})
	})

	it('reads days of a calendar in either order, and a single one', () => {
		expect(read('tag=2026-11-25&tag-bis=2026-11-20&datum=heute')).toMatchObject({
			day: '2026-11-20',
			dayTo: '2026-11-25',
		})
		expect(read('tag=&tag-bis=2026-11-20')).toMatchObject({ day: '2026-11-20', dayTo: '' })
		expect(read('tag=2026-11-20&tag-bis=2026-11-20')).toMatchObject({ day: '2026-11-20', dayTo: '' })
		expect(read('tag=2026-02-30&datum=&datum=morgen')).toMatchObject({ day: 'morgen', dayTo: '' })
		expect(read('datum=2026-11-20')).toMatchObject({ day: '2026-11-20' })
	})

	it('leaves out past days', () => {
		const days = (query: string) => {
			const { day, dayTo } = fromToday(read(query), '2026-11-20')
			return [day, dayTo]
		}
		expect(days('datum=2020-01-01')).toEqual(['', ''])
		expect(days('tag=2026-11-01&tag-bis=2026-11-19')).toEqual(['', ''])
		expect(days('tag=2026-11-01&tag-bis=2026-11-20')).toEqual(['2026-11-20', ''])
		expect(days('tag=2026-11-01&tag-bis=2026-11-25')).toEqual(['2026-11-20', '2026-11-25'])
		expect(days('tag=2026-11-20')).toEqual(['2026-11-20', ''])
		expect(days('datum=morgen')).toEqual(['morgen', ''])
	})

	it('accepts a point only with the words that need one', () => {
		const near = encodeURIComponent('In meiner Nähe')
		expect(read(`wo=${near}&punkt=52.52008,13.40495`).point).toEqual({ latitude: 52.52, longitude: 13.405 })
		expect(read(`wo=${near}&punkt=`)).toMatchObject({ where: '', point: null })
		expect(read('wo=Berlin&punkt=52.5,13.4')).toMatchObject({ where: 'Berlin', point: null })
		for (const point of ['91,0', '0,181', 'a,b', '1,2,3', '1e1,2'])
			expect(read(`wo=${near}&punkt=${point}`).point).toBeNull()
		expect(isNarrowed(read(`wo=${near}&punkt=52.5,13.4`))).toBe(false)
	})

	it('writes filters that an address gives back unchanged', () => {
		const filters = read(
			'was=Massage&wo=Berlin&datum=heute&von=09:30&preis=50&merkmal=payment:card&merkmal=access:wheelchair&seite=3',
		)
		expect(readFilters(new URLSearchParams(filterQuery(filters)), TODAY)).toEqual(filters)
		const nearby = read('wo=Kartenausschnitt&punkt=52.5,13.4&umkreis=3.2&tag=2026-11-20&tag-bis=2026-11-22')
		expect(readFilters(new URLSearchParams(filterQuery(nearby)), TODAY)).toEqual(nearby)
		expect(filterQuery(read(''))).toBe('')
	})

	it('reads a part of the map, and keeps the map while other things change', () => {
		const part = read('wo=Kartenausschnitt&ausschnitt=13.0883,52.3382,13.7611,52.6755&ansicht=karte')
		expect(part).toMatchObject({
			area: { west: 13.0883, south: 52.3382, east: 13.7611, north: 52.6755 },
			point: { latitude: 52.507, longitude: 13.425 },
			...{ onMap: true, shown: 96 },
		})
		expect(filterQuery({ ...part, what: 'Massage' })).toBe(
			'?was=Massage&wo=Kartenausschnitt&ausschnitt=13.088%2C52.338%2C13.761%2C52.676&ansicht=karte',
		)
		expect(isNarrowed(part)).toBe(false)
		expect(read('wo=Berlin&ausschnitt=13,52,14,53')).toMatchObject({ where: 'Berlin', area: null })
	})

	it('says when an address names no part of a map', () => {
		const fault = (area: string) => areaFault(new URLSearchParams({ wo: 'Kartenausschnitt', ausschnitt: area }))
		for (const area of ['13,52,14,53', '-180,-90,180,90', '']) expect([area, fault(area)]).toEqual([area, null])
		for (const area of [
			'abc',
			'14,52,13,53',
			'13,53,14,52',
			'13,52,13,53',
			'13,52,14',
			'13,52,14,53,1',
			'181,0,182,1',
			'1e1,2,30,4',
		]) {
			expect([area, fault(area)]).toEqual([area, expect.stringContaining('gibt es nicht')])
			expect(read(`wo=Kartenausschnitt&ausschnitt=${area}`)).toMatchObject({ where: '', area: null, point: null })
		}
	})

	it('lets a typed day win over a chosen one', () => {
		expect(read('datum=heute&tag=2026-12-01').day).toBe('2026-12-01')
		expect(read('datum=heute&tag=').day).toBe('heute')
	})
})

describe('dateWindow', () => {
	it('knows the days', () => {
		expect(dateWindow({ day: 'heute' }, '2026-11-23')).toEqual({ from: '2026-11-23', to: '2026-11-23' })
		expect(dateWindow({ day: 'morgen' }, '2026-12-31')).toEqual({ from: '2027-01-01', to: '2027-01-01' })
		expect(dateWindow({ day: '2026-11-20' }, '2026-11-23')).toBeNull()
		expect(dateWindow({ day: '' }, '2026-11-23')).toBeNull()
	})

	it('accepts a range, or the rest of it', () => {
		const range = { day: '2026-11-20', dayTo: '2026-11-25' }
		expect(dateWindow(range, '2026-11-18')).toEqual({ from: '2026-11-20', to: '2026-11-25' })
		expect(dateWindow(range, '2026-11-23')).toEqual({ from: '2026-11-23', to: '2026-11-25' })
		expect(dateWindow(range, '2026-11-26')).toBeNull()
	})

	it('takes the weekend as the coming one, or the rest of the present one', () => {
		expect(dateWindow({ day: 'wochenende' }, '2026-11-23')).toEqual({ from: '2026-11-28', to: '2026-11-29' })
		expect(dateWindow({ day: 'wochenende' }, '2026-11-28')).toEqual({ from: '2026-11-28', to: '2026-11-29' })
		expect(dateWindow({ day: 'wochenende' }, '2026-11-29')).toEqual({ from: '2026-11-29', to: '2026-11-29' })
	})
})

describe('minuteWindow', () => {
	it('prefers typed times', () => {
		expect(minuteWindow(read('tageszeit=abend'))).toEqual({ from: 1020, to: 1440 })
		expect(minuteWindow(read('tageszeit=abend&von=10:00'))).toEqual({ from: 600, to: 1440 })
		expect(minuteWindow(read('von=12:00&bis=10:00'))).toBeNull()
		expect(minuteWindow(read(''))).toBeNull()
	})
})
