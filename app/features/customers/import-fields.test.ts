import { expect, test } from 'vitest'
import { guessMapping, rowText } from './import-fields.ts'

test.each([
	[
		['Kundennr.', 'Vorname', 'Nachname', 'E-Mail-Adresse', 'Telefon', 'Mobil', 'Geburtsdatum', 'Bemerkung'],
		{ first: 1, last: 2, email: 3, phone: 4, mobile: 5, birthday: 6, note: 7 },
	],
	[['Full Name', 'Email', 'Mobile', 'Tags'], { name: 0, email: 1, phone: 2, tags: 3 }],
	[['Name', 'Vorname', 'Handy', 'Handy 2'], { last: 0, first: 1, phone: 2, mobile: 3 }],
	[['Kunde', 'Kunde seit', 'Adresse'], { name: 0 }],
	[['Umsatz', 'Spalte 2'], {}],
])('guesses by heads: %j', (head, mapping) => {
	expect(guessMapping(head)).toEqual(mapping)
})

test('a reason that the page does not know yet is a sentence too', () => {
	expect(rowText('refused', 'birthday_invalid')).toBe('Der Geburtstag ist kein Datum wie 24.12.1980')
	expect(rowText('refused', 'new_reason')).toBe('Nicht lesbar')
})
