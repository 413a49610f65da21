import { describe, expect, it } from 'vitest'
import { messageText } from './texts.ts'
import { effectText } from './withdrawal-texts.ts'

describe('messageText', () => {
	it('distinguishes the receipt of the customer from the notice of the business', () => {
		const kind = 'appointment_withdrawn'
		expect(messageText({ kind, audience: 'customer', recipient: 'mia@kundin.example' })).toBe(
			'Eingangsbestätigung des Widerrufs an mia@kundin.example',
		)
		expect(messageText({ kind, audience: 'business', recipient: 'anna@salon.example' })).toBe(
			'Mitteilung über den Widerruf an anna@salon.example',
		)
		expect(messageText({ kind: 'appointment_confirmed', audience: 'business', recipient: 'anna@salon.example' })).toBe(
			'Mitteilung über die Buchung an anna@salon.example',
		)
	})
})

describe('effectText', () => {
	it('says only what the state beside it does not say', () => {
		expect(effectText('cancelled', true)).toBeUndefined()
		expect(effectText('confirmed', true)).toContain('steht noch')
		expect(effectText('cancelled', false)).toContain('nichts geändert')
	})
})
