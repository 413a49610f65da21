import { expect, test } from 'vitest'
import { composeOrder, type OrderMessage } from './order-mail.ts'
import { composeWaiting, isWaitingMessage, type WaitingMessage } from './waiting-mail.ts'

const offer = { price_cents: 4500, expires_at: '2026-11-24T19:00:00Z', starts: ['2026-11-28T08:30:00Z'] }
const message = (kind: WaitingMessage['kind'], changes: object = {}): WaitingMessage => ({
	...{ id: 'm', kind, recipient: 'mia@example.org' },
	payload: {
		...{ order_id: 'o', name: 'Mia', category: 'Friseur', place: 'Köln', business: 'Salon Löwe' },
		...{ services: ['Haarschnitt'], time_zone: 'Europe/Berlin', expires_at: '2026-12-24T19:00:00Z' },
		...changes,
	},
})
const options = { siteUrl: 'https://zeitplatz.example', secret: 'geheim' }

test('a time that is kept says until when, what it costs and what becomes of the place', () => {
	const mail = composeWaiting(message('waitlist_offer', { offers: [offer] }), options)
	expect(mail.subject).toBe('Für Sie frei bis 20:00 Uhr. Warteliste bei Salon Löwe')
	expect(mail.text).toContain('Frei: Sa., 28. Nov. 2026, 09:30 Uhr')
	expect(mail.text).toContain('45,00\u00a0€')
	expect(mail.text).toContain('behalten Sie Ihren Platz')
	expect(mail.text).toContain('https://zeitplatz.example/request/o?s=geheim')
})

test('a time for an appointment that moves there names that one', () => {
	const mail = composeWaiting(message('waitlist_offer', { offers: [offer], replaces: '2026-12-01T09:00:00Z' }), options)
	expect(mail.text).toContain('zieht Ihr Termin um')
	expect(mail.text).toContain('Ihr Termin jetzt: Di., 1. Dez. 2026, 10:00 Uhr')
	expect(composeWaiting(message('waitlist_joined', { replaces: '2026-12-01T09:00:00Z' }), options).text).toContain(
		'Ihr Termin bleibt, bis Sie zusagen',
	)
})

test('a time that is kept for nobody says so', () => {
	const mail = composeWaiting(message('waitlist_offer', { offers: [], free: '2026-11-24T15:00:00Z' }), options)
	expect(mail.subject).toBe('Gerade frei: Di., 24. Nov. 2026, 16:00 Uhr. Warteliste bei Salon Löwe')
	expect(mail.text).toContain('Wer zuerst bucht, hat sie')
})

test('three silences pause, and an alert lists what it has found', () => {
	expect(composeWaiting(message('waitlist_missed'), options).subject).toBe('Pause: Warteliste bei Salon Löwe')
	const start = { business: 'Salon Löwe', service: 'Haarschnitt', starts_at: '2026-11-28T08:30:00Z' }
	const mail = composeWaiting(
		message('alert_found', { business: null, services: [], starts: [{ ...start, time_zone: 'Europe/Berlin' }] }),
		options,
	)
	expect(mail.subject).toBe('Ein freier Termin: Friseur in Köln')
	expect(mail.text).toContain('Salon Löwe: Sa., 28. Nov. 2026, 09:30 Uhr')
})

test('a trade under § 203 StGB is named nowhere, nor is its business', () => {
	const hidden = { category: '', place: '', business: null, services: [] }
	const starts = [{ business: null, service: '', starts_at: '2026-11-28T08:30:00Z', time_zone: 'Europe/Berlin' }]
	for (const kind of ['waitlist_joined', 'waitlist_offer', 'waitlist_missed', 'alert_found'] as const) {
		const mail = composeWaiting(message(kind, { ...hidden, offers: [offer], starts }), options)
		expect(mail.subject).not.toMatch(/ bei /)
		expect(mail.subject + mail.text + mail.html).not.toMatch(/Friseur|Löwe|Haarschnitt|Köln/)
	}
	expect(isWaitingMessage({ kind: 'alert_found' })).toBe(true)
	expect(isWaitingMessage({ kind: 'event_waiting' })).toBe(false)
})

test('confirming and the end are told in the words of a place and of an alert', () => {
	const about = (kind: OrderMessage['kind'], changes: object) => {
		const payload = { order_id: 'o', name: 'Mia', category: 'Friseur', place: 'Köln', radius_km: 10 }
		const ends = { expires_at: '2026-12-24T19:00:00Z' }
		return composeOrder(
			{ id: 'm', kind, recipient: 'mia@example.org', payload: { ...payload, ...ends, ...changes } },
			options,
		)
	}
	const confirm = about('order_confirm', { wish: 'waitlist', business: 'Salon Löwe' })
	expect(confirm.subject).toBe('Bitte bestätigen: Warteliste bei Salon Löwe')
	expect(confirm.text).not.toContain('Umkreis')
	expect(about('order_closed', { wish: 'alert' }).subject).toBe('Abgelaufen: Benachrichtigung: Friseur')
	for (const wish of ['waitlist', 'alert'] as const)
		for (const kind of ['order_confirm', 'order_closed'] as const) {
			const mail = about(kind, { wish, business: null, category: '', place: '' })
			expect(mail.subject + mail.text + mail.html).not.toMatch(/Friseur|Löwe|Köln|Suchauftrag/)
		}
})
