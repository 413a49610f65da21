import { expect, it } from 'vitest'
import { termsNote } from './payment-terms.ts'

it('says in a few words what is paid when a service is booked', () => {
	expect(termsNote({ mode: 'full', percent: null, cents: null, after_answer: false })).toBe('Zahlung bei der Buchung')
	expect(termsNote({ mode: 'deposit', percent: 20, cents: null, after_answer: false })).toBe(
		'20\u00A0% Anzahlung bei der Buchung',
	)
	expect(termsNote({ mode: 'deposit', percent: null, cents: 1000, after_answer: false })).toBe(
		'10,00\u00A0€ Anzahlung bei der Buchung',
	)
	expect(termsNote({ mode: 'full', percent: null, cents: null, after_answer: true })).toBe('Zahlung nach der Zusage')
})
