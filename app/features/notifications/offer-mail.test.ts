import { expect, test } from 'vitest'
import { composeOfferMail, type OfferMessage } from './offer-mail.ts'

const message = (kind: OfferMessage['kind'], changes: Partial<OfferMessage['payload']> = {}): OfferMessage => ({
	...{ id: 'x', kind, recipient: 'petra@example.org' },
	payload: {
		...{ offer_id: 'o', order_id: 'w', title: 'Neuer Schnitt', location: 'Salon Löwe', time_zone: 'Europe/Berlin' },
		...{ price_cents: 4500, appointment_id: null, starts_at: '2026-12-01T09:00:00Z', ...changes },
	},
})
const compose = (...args: Parameters<typeof message>) => composeOfferMail(message(...args), 'https://zeitplatz.example')

test('says what has become of an offer, and leads to the appointment or the list', () => {
	const accepted = compose('offer_accepted', { appointment_id: 'a1' })
	expect(accepted.subject).toBe('Angenommen: Ihr Angebot für „Neuer Schnitt“')
	expect(accepted.text).toContain('https://zeitplatz.example/admin/appointment/a1')
	expect(accepted.text).toContain('10:00 Uhr')
	expect(compose('offer_lapsed').text).toContain('/admin/offers?ansicht=gesendet')
})

test('names nothing of an order on health', () => {
	const { subject, text } = compose('offer_declined', { title: '' })
	expect(subject).toBe('Nicht angenommen: Ihr Angebot für einen Suchauftrag')
	expect(text).not.toContain('Gesucht')
})
