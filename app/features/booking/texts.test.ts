import { describe, expect, it } from 'vitest'
import { eventText, holdText, orderButton, policyText, withdrawnText } from './texts.ts'

const ZONE = 'Europe/Berlin'
const NOW = new Date('2026-11-21T13:00:00Z')

describe('texts of the booking', () => {
	it('name the final button as the law requires', () => {
		expect(orderButton(4500)).toBe('zahlungspflichtig buchen')
		expect(orderButton(0)).toBe('kostenlos buchen')
	})

	it('call a withdrawn appointment withdrawn, also when it was too late to cancel it', () => {
		expect(withdrawnText('cancelled').meaning).toBe('Dieser Termin wurde widerrufen und findet nicht statt.')
		expect(withdrawnText('confirmed').meaning).toContain('Der Betrieb prüft')
		expect(withdrawnText('completed').name).toBe('Wahrgenommen')
	})

	it('say how long a time is kept', () => {
		expect(holdText('2026-11-21T13:35:00Z', ZONE, NOW)).toBe('Wir halten diese Zeit bis 14:35 Uhr für Sie frei.')
		expect(holdText('2026-11-21T12:35:00Z', ZONE, NOW)).toContain('um 13:35 Uhr abgelaufen')
	})

	it('say until when one may cancel', () => {
		expect(policyText(24, '2026-11-22T08:00:00Z', ZONE, NOW)).toContain(
			'bis 24 Stunden vorher, also bis So., 22. Nov. 2026, 09:00 Uhr',
		)
		expect(policyText(24, '2026-11-22T08:00:00Z', ZONE, NOW, false)).not.toContain('verschieben')
		expect(policyText(72, '2026-11-22T08:00:00Z', ZONE, NOW)).toContain('bis 3 Tage vorher')
		expect(policyText(24, '2026-11-21T08:00:00Z', ZONE, NOW)).toContain('nicht mehr kostenlos')
	})

	it('tell the history', () => {
		const event = { id: 1, at: '', reason: '', old_starts_at: null, new_starts_at: null }
		expect(eventText({ ...event, verb: 'cancel', actor: 'business', to_state: 'cancelled' }, ZONE)).toBe(
			'Der Betrieb hat den Termin abgesagt.',
		)
		const moved = { old_starts_at: '2026-11-23T08:00:00Z', new_starts_at: '2026-11-24T09:00:00Z' }
		expect(eventText({ ...event, ...moved, verb: 'reschedule', actor: 'customer', to_state: 'confirmed' }, ZONE)).toBe(
			'Sie haben den Termin verschoben: von Mo., 23. Nov. 2026, 09:00 Uhr auf Di., 24. Nov. 2026, 10:00 Uhr.',
		)
	})
})
