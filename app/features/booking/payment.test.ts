import { describe, expect, it } from 'vitest'
import { dueOf, feeOf, paymentRows, stageOf } from './payment.ts'

const payment = {
	...{ mode: 'deposit' as const, due_cents: 900, later_cents: 3600, no_show_cents: 900, test: false, pay_until: null },
	...{ late_cents: null, cancel_cents: null, kept_cents: null, after_answer: false },
	payments: [],
}
const made = (changes: object) => ({
	...{ id: 'p', kind: 'deposit', state: 'paid' as const, amount_cents: 900, captured_cents: 900, refunding_cents: 0 },
	...{ refunded_cents: 0, created_at: '', paid_at: '', refunds: [] },
	...changes,
})

describe('payment', () => {
	it('says what is due now and later, and what the business keeps', () => {
		const { now, later, words } = dueOf(payment)
		expect([now, later]).toEqual(['9,00\u00A0€', '36,00\u00A0€'])
		expect(words.join(' ')).toContain('behält der Betrieb 9,00\u00A0€')
		expect(words.join(' ')).not.toContain('Testzahlung')
		const full = dueOf({ ...payment, later_cents: 0, no_show_cents: 0, test: true })
		expect(full.later).toBeUndefined()
		expect(full.words.join(' ')).toContain('Testzahlung')
		expect(full.words.join(' ')).not.toContain('behält')
	})

	it('says that a request is paid when the business has said yes', () => {
		const asked = { ...payment, after_answer: true }
		expect(dueOf(asked).label).toBe('Nach der Zusage zu zahlen')
		expect(dueOf(asked).words[0]).toContain('24 Stunden')
		expect(paymentRows(asked, 'requested')).toEqual([['Nach der Zusage zu zahlen', '9,00\u00A0€']])
		const said = { ...payment, pay_until: '2026-11-27T12:00:00Z' }
		expect(paymentRows(said, 'awaiting_payment')).toEqual([['Noch zu zahlen', '9,00\u00A0€']])
	})

	it('names what was paid, what is left, and what goes back', () => {
		expect(paymentRows(payment, 'held')).toEqual([])
		expect(paymentRows({ ...payment, payments: [made({})] }, 'confirmed')).toEqual([
			['Online bezahlt', '9,00\u00A0€'],
			['Vor Ort zu zahlen', '36,00\u00A0€'],
		])
		expect(
			paymentRows(
				{ ...payment, test: true, payments: [made({ refunding_cents: 300, refunded_cents: 600 })] },
				'cancelled',
			),
		).toEqual([
			['Online bezahlt', '9,00\u00A0€ (Testzahlung)'],
			['Erstattung unterwegs', '3,00\u00A0€'],
			['Erstattet', '6,00\u00A0€'],
		])
	})

	it('says what cancelling late costs, before and after', () => {
		expect(dueOf(payment).words.join(' ')).not.toContain('Nach der Frist')
		expect(dueOf({ ...payment, late_cents: 450 }).words.join(' ')).toContain('dann behält der Betrieb 4,50\u00A0€')
		const paid = { ...payment, late_cents: 450, payments: [made({})] }
		expect(feeOf({ ...paid, cancel_cents: 0 })).toBeUndefined()
		expect(feeOf(paid)).toBeUndefined()
		expect(feeOf({ ...paid, cancel_cents: 450 })).toEqual({ cents: 450, fee: '4,50\u00A0€', back: '4,50\u00A0€' })
		expect(feeOf({ ...paid, cancel_cents: 900 })?.back).toBe('')
		expect(paymentRows({ ...paid, kept_cents: 450, payments: [made({ refunding_cents: 450 })] }, 'cancelled')).toEqual([
			['Online bezahlt', '9,00\u00A0€'],
			['Erstattung unterwegs', '4,50\u00A0€'],
			['Für die späte Absage einbehalten', '4,50\u00A0€'],
		])
	})

	it('knows where a payment stands', () => {
		const stage = (state: 'awaiting_payment' | 'confirmed' | 'expired', changes?: object) =>
			stageOf({ state, payment: { ...payment, payments: changes ? [made(changes)] : [] } })
		expect(stage('awaiting_payment', { state: 'open', captured_cents: 0 })).toBe('open')
		expect(stage('awaiting_payment', { state: 'processing', captured_cents: 0 })).toBe('checking')
		expect(stage('awaiting_payment', { state: 'failed', captured_cents: 0 })).toBe('failed')
		expect(stage('confirmed', {})).toBe('paid')
		expect(stage('expired', { state: 'expired', captured_cents: 0 })).toBe('over')
		expect(stage('expired', {})).toBe('returned')
	})
})
