import { describe, expect, it } from 'vitest'
import { openingHoursSpecification, openState, weekOf } from './hours.ts'

const ZONE = 'Europe/Berlin'
const SHOP = [1, 2, 3, 4, 5].flatMap((weekday) => [
	{ weekday, starts: '09:00:00', ends: '12:30:00' },
	{ weekday, starts: '14:00:00', ends: '18:00:00' },
])
// 2026-11-23 is a Monday; Berlin is one hour ahead of UTC.
const at = (time: string, day = 23) => new Date(`2026-11-${day}T${time}:00Z`)

describe('openState', () => {
	it('handles shops with a lunch break', () => {
		const words = (time: string, day?: number) => openState(SHOP, ZONE, at(time, day))?.words
		expect(words('08:00')).toBe('Jetzt geöffnet bis 12:30')
		expect(words('11:30')).toBe('Geschlossen, öffnet heute um 14:00')
		expect(words('17:00')).toBe('Geschlossen, öffnet morgen um 09:00')
		expect(words('17:00', 27)).toBe('Geschlossen, öffnet am Montag um 09:00')
		expect(words('06:00', 29)).toBe('Geschlossen, öffnet morgen um 09:00')
	})

	it('handles shops that are open past midnight or never close', () => {
		const bar = [{ weekday: 7, starts: '20:00:00', ends: '03:00:00' }]
		expect(openState(bar, ZONE, at('00:30'))?.words).toBe('Jetzt geöffnet bis 03:00')
		expect(openState(bar, ZONE, at('03:00'))?.open).toBe(false)
		const always = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, starts: '00:00:00', ends: '24:00:00' }))
		expect(openState(always, ZONE, at('03:00'))?.words).toBe('Rund um die Uhr geöffnet')
		const monday = [
			{ weekday: 7, starts: '20:00:00', ends: '24:00:00' },
			{ weekday: 1, starts: '00:00:00', ends: '02:00:00' },
		]
		expect(openState(monday, ZONE, at('20:00', 29))?.words).toBe('Jetzt geöffnet bis 02:00')
		expect(openState([], ZONE, at('03:00'))).toBeNull()
	})
})

describe('weekOf', () => {
	it('lists all days and marks today', () => {
		const week = weekOf(SHOP, ZONE, at('23:30', 22))
		expect(week[0]).toEqual({ name: 'Montag', today: true, times: ['09:00–12:30', '14:00–18:00'] })
		expect(week[6]).toEqual({ name: 'Sonntag', today: false, times: [] })
	})

	it('is written for search engines', () => {
		expect(openingHoursSpecification(SHOP.slice(0, 1))).toEqual([
			{ '@type': 'OpeningHoursSpecification', dayOfWeek: 'https://schema.org/Monday', opens: '09:00', closes: '12:30' },
		])
	})
})
