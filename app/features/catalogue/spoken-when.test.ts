import { describe, expect, it } from 'vitest'
import { clock } from './filters.ts'
import { spokenWhen } from './spoken-when.ts'

// A Saturday.
const TODAY = '2026-11-21'
function said(text: string): unknown[] | undefined {
	const spoken = spokenWhen(text, TODAY)
	return spoken && [spoken.text, spoken.day, spoken.dayPart || `${clock(spoken.from) ?? ''}-${clock(spoken.to) ?? ''}`]
}

describe('spokenWhen', () => {
	it.each([
		['Friseur Berlin morgen Abend', 'Friseur Berlin', 'morgen', 'abend'],
		['Massage, Berlin, morgen 17–20 Uhr', 'Massage Berlin', 'morgen', '17:00-20:00'],
		['heute Morgen Friseur', 'Friseur', 'heute', 'vormittag'],
		['Friseur morgen früh', 'Friseur', 'morgen', 'vormittag'],
		['Friseur übermorgen', 'Friseur', '2026-11-23', '-'],
		['massage am wochenende in köln', 'massage in köln', 'wochenende', '-'],
		['Friseur Samstagabend Berlin', 'Friseur Berlin', '2026-11-21', 'abend'],
		['Friseur am Montag ab 18 Uhr', 'Friseur', '2026-11-23', '18:00-'],
		['Friseur Freitag Nachmittag', 'Friseur', '2026-11-27', 'nachmittag'],
		['Fußpflege 24.12. bis 12 Uhr', 'Fußpflege', '2026-12-24', '-12:00'],
		['Fußpflege am 3.1.', 'Fußpflege', '2027-01-03', '-'],
		['Yoga um 9:30 Uhr', 'Yoga', '', '09:30-'],
		['Yoga zwischen 9 und 11 Uhr', 'Yoga', '', '09:00-11:00'],
		['heute', '', 'heute', '-'],
		['Massage 10:30-12:00', 'Massage', '', '10:30-12:00'],
		['Massage heute ab 17', 'Massage', 'heute', '17:00-'],
	])('understands "%s"', (text, rest, day, time) => {
		expect(said(text)).toEqual([rest, day, time])
	})

	it.each([
		'Friseur Berlin',
		'Salon Morgenstern',
		'Abendrot Kosmetik',
		'Studio 54',
		'10115',
		'Politur e9347919',
		'Friseur 31.2.',
		'Massage 60 Minuten',
		'Massage ab 50',
		'Malkurs ab 12 Jahren',
		'Kinder 2 bis 3 Jahre',
		'Beratung 2-3',
		'',
	])('leaves "%s" unchanged', (text) => {
		expect(said(text)).toBeUndefined()
	})

	it('says when a word may be part of a name', () => {
		expect(spokenWhen('Salon Freitag', TODAY)?.maybeName).toBe(true)
		expect(spokenWhen('Salon Freitag abends', TODAY)?.maybeName).toBe(false)
	})
})
