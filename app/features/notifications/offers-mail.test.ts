import { expect, test } from 'vitest'
import { composeOffers, isOffersMessage, type OffersMessage } from './offers-mail.ts'

const offer = {
	...{ business: 'Salon Löwe', price_cents: 4500, time_zone: 'Europe/Berlin' },
	...{ expires_at: '2026-11-24T19:00:00Z', starts: ['2026-11-28T08:30:00Z'] },
}
const message = (kind: OffersMessage['kind'], changes: object = {}): OffersMessage => ({
	...{ id: 'm', kind, recipient: 'mia@example.org' },
	payload: { order_id: 'o', name: 'Mia', category: 'Friseur', offers: [offer], ...changes },
})
const options = { siteUrl: 'https://zeitplatz.example', secret: 'geheim' }

test('the first offer is told with business, time, price and the end of its reservation', () => {
	const mail = composeOffers(message('offer_received'), options)
	expect(mail.subject).toBe('Erstes Angebot da. Ihr Suchauftrag: Friseur')
	expect(mail.text).toContain('Salon Löwe: Sa., 28. Nov. 2026, 09:30 Uhr')
	expect(mail.text).toContain('45,00\u00a0€')
	expect(mail.text).toContain('reserviert bis Di., 24. Nov. 2026, 20:00 Uhr')
	expect(mail.text).toContain('https://zeitplatz.example/request/o?s=geheim')
})

test('a trade under § 203 StGB is named nowhere, nor is its business', () => {
	const hidden = { category: '', offers: [{ ...offer, business: null }] }
	for (const kind of ['offer_received', 'offers_digest', 'offer_expiring', 'order_still_wanted'] as const) {
		const mail = composeOffers(message(kind, hidden), options)
		expect(mail.subject).toMatch(/Ihr Suchauftrag$/)
		expect(mail.text + mail.html).not.toMatch(/Friseur|Löwe/)
	}
})

test('several offers are counted, and each kind says what to do', () => {
	const digest = composeOffers(message('offers_digest', { offers: [offer, offer] }), options)
	expect(digest.subject).toBe('2 neue Angebote. Ihr Suchauftrag: Friseur')
	expect(composeOffers(message('offer_expiring'), options).subject).toBe(
		'Nur noch bis 20:00 Uhr. Ihr Suchauftrag: Friseur',
	)
	expect(composeOffers(message('order_still_wanted'), options).text).toContain('Ja, Angebote ansehen')
	expect(isOffersMessage({ kind: 'order_still_wanted' })).toBe(true)
	expect(isOffersMessage({ kind: 'appointment_confirmed' })).toBe(false)
})
