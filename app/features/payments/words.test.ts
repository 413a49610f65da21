import { expect, it } from 'vitest'
import { isFiltered, paymentQuery, readPaymentFilters, wishOf } from './filters.ts'
import { refundSchema } from './refund.form.ts'
import { eventText, standOf, transferTexts } from './words.ts'

it('says how a payment stands by what has gone back', () => {
	const paid = { state: 'paid' as const, amount_cents: 900, captured_cents: 900, refunding_cents: 0, refunded_cents: 0 }
	expect(standOf(paid).words).toBe('Bezahlt')
	expect(standOf({ ...paid, refunding_cents: 100, refunded_cents: 800 }).words).toBe('Erstattung unterwegs')
	expect(standOf({ ...paid, refunded_cents: 100 }).words).toBe('Teilweise erstattet')
	expect(standOf({ ...paid, refunded_cents: 900 }).words).toBe('Erstattet')
	expect(standOf({ ...paid, state: 'expired', captured_cents: 0 }).words).toBe('Nicht bezahlt')
})

it('tells an event with its sum, why, and which way the money went', () => {
	const transfer = { debit: 'prepaid' as const, credit: 'refunds_due' as const, amount_cents: 300 }
	const event = { at: '', verb: 'refund_asked', actor: '', reason: 'customer', transfers: [transfer] }
	expect(eventText(event)).toBe('Erstattung veranlasst: 3,00\u00A0€ (abgesagt)')
	expect(transferTexts(event)).toEqual(['vorausbezahlt → zu erstatten'])
	const two = { ...event, transfers: [transfer, { ...transfer, debit: 'revenue' as const, amount_cents: 200 }] }
	expect(eventText(two)).toContain('5,00')
	expect(transferTexts(two)).toEqual([
		'vorausbezahlt → zu erstatten: 3,00\u00A0€',
		'verdient → zu erstatten: 2,00\u00A0€',
	])
})

it('reads the filters of the address, leaves out what it does not know, and writes them again', () => {
	const query = new URLSearchParams('stand=pruefen&art=deposit&ort=x&von=1.11.2026&sortierung=betrag&seite=2')
	const filters = readPaymentFilters(query, '2026-11-27')
	expect(filters).toMatchObject({ state: 'pruefen', kind: 'deposit', place: '', from: '2026-11-01', sort: 'betrag' })
	expect(wishOf(filters)).toMatchObject({ p_state: 'check', p_kind: 'deposit', p_sort: 'amount', p_location: null })
	expect(paymentQuery(filters, 2)).toMatchObject({ stand: 'pruefen', von: '2026-11-01', seite: '2', ort: undefined })
	const none = readPaymentFilters(new URLSearchParams('stand=toString&sortierung=name'), '2026-11-27')
	expect(isFiltered(none)).toBe(false)
	expect(none.sort).toBe('-zeit')
})

it('takes amounts in euros, and no others', () => {
	const key = 'dddddddd-0000-4000-8000-000000000001'
	expect(refundSchema.parse({ key, amount: '2,5' })).toMatchObject({ amount: 250, note: '' })
	for (const amount of ['0', '-1', '1.50', 'alles', ''])
		expect(refundSchema.safeParse({ key, amount }).success).toBe(false)
})
