import { expect, it } from 'vitest'
import { termsNote } from './payment-terms.ts'

it('says in a few words what is paid when a service is booked', () => {
	expect(termsNote({ mode: 'full', percent: null, cents: null })).toBe('Zahlung bei der Buchung')
	expect(termsNote({ mode: 'deposit', percent: 20, cents: null })).toBe('20\u00A0% Anzahlung bei der Buchung')
	expect(termsNote({ mode: 'deposit', percent: null, cents: 1000 })).toBe('10,00\u00A0€ Anzahlung bei der Buchung')
})
