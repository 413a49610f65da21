import { expect, test } from 'vitest'
import { type BillingMessage, composeBillingMail, isBillingMessage } from './billing-mail.ts'

const compose = (kind: BillingMessage['kind'], more: Partial<BillingMessage['payload']> = {}) =>
	composeBillingMail(
		{
			...{ id: 'm1', kind, recipient: 'ida@example.org' },
			payload: { name: 'Ida', at: '2027-01-20T09:00:00Z', company: 'Salon <Löwe>', ...more },
		},
		'https://zeitplatz.example',
	)

test('a cancelled plan gets a receipt with both days', () => {
	const mail = compose('plan_cancelled', { day: '2027-01-31' })
	expect(mail.text).toContain('20. Jan. 2027')
	expect(mail.text).toContain('31. Jan. 2027')
	expect(mail.html).toContain('Salon &lt;Löwe&gt;')
})

test('an invoice names number, amount and day, and no day when nothing is to be paid', () => {
	const mail = compose('invoice_issued', { number: 'ZP-2027-00001', cents: 2142, day: '2027-01-17' })
	expect(mail.subject).toBe('Rechnung ZP-2027-00001')
	expect(mail.text).toMatch(/21,42\s€/)
	expect(mail.text).toContain('17. Jan. 2027')
	expect(compose('invoice_issued', { number: 'x', cents: 0, day: '2027-01-17' }).text).not.toContain('17. Jan.')
})

test('only the second reminder warns of the pause', () => {
	const about = { number: 'ZP-2027-00001', cents: 100, day: '2027-01-17' }
	expect(compose('invoice_reminder', { ...about, level: 1 }).text).not.toContain('sechs Wochen')
	expect(compose('invoice_reminder', { ...about, level: 2 }).text).toContain('sechs Wochen')
	expect(compose('listing_unpaid', about).text).toContain('Gebuchte Termine finden statt')
})

test('an objection is answered with the reason, and missing data lead to their form', () => {
	expect(compose('objection_decided', { granted: false, day: '2027-01-02', note: 'Neu bei Ihnen' }).text).toContain(
		'Neu bei Ihnen',
	)
	expect(compose('objection_decided', { granted: true, day: '2027-01-02' }).subject).toContain('Erfolg')
	expect(compose('invoice_data_missing').text).toContain('/admin/settings/tax-data')
	expect(isBillingMessage({ kind: 'plan_booked' })).toBe(true)
	expect(isBillingMessage({ kind: 'referral_paid' })).toBe(false)
})
