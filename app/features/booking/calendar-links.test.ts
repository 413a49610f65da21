import { expect, it } from 'vitest'
import { calendarLinks } from './calendar-links.ts'

it('opens an entry in the calendars of others, in UTC', () => {
	const [google, outlook] = calendarLinks({
		...{ title: 'Schnitt & Farbe · Salon Anna', place: 'Lindenstraße 41, 10999 Berlin', details: 'Buchungsnummer: A' },
		...{ startsAt: '2026-11-26T10:30:00+01:00', endsAt: '2026-11-26T11:15:00+01:00' },
	}).map(({ href }) => new URL(href))
	expect(google?.searchParams.get('dates')).toBe('20261126T093000Z/20261126T101500Z')
	expect(google?.searchParams.get('text')).toBe('Schnitt & Farbe · Salon Anna')
	expect(outlook?.searchParams.get('startdt')).toBe('2026-11-26T09:30:00Z')
	expect(outlook?.searchParams.get('location')).toBe('Lindenstraße 41, 10999 Berlin')
})
