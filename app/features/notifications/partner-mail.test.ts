import { expect, test } from 'vitest'
import { composePartnerMail, isPartnerMessage, type PartnerMessage } from './partner-mail.ts'

const compose = (kind: PartnerMessage['kind'], more: Partial<PartnerMessage['payload']> = {}) =>
	composePartnerMail(
		{
			...{ id: 'm1', kind, recipient: 'ida@example.org' },
			payload: {
				name: 'Ida <Berg>',
				code: 'CDFGHJKM',
				referred_at: '2026-11-30T23:30:00Z',
				reward_cents: 5000,
				...more,
			},
		},
		'https://zeitplatz.example',
	)

test('what is earned names amount, code and day in Germany, and says that it is paid by hand', () => {
	const mail = compose('referral_earned')
	expect(mail.subject).toMatch(/^Sie haben 50,00\s€ verdient$/)
	expect(mail.text).toContain('CDFG-HJKM')
	expect(mail.text).toContain('1. Dez. 2026')
	expect(mail.text).toContain('von Hand')
	expect(mail.text).toContain('https://zeitplatz.example/profile/partnerprogramm')
	expect(mail.html).toContain('Ida &lt;Berg&gt;')
})

test('what is rejected or suspended gives the reason', () => {
	expect(compose('referral_rejected', { reason: 'ring' }).text).toContain('im Kreis')
	expect(compose('referral_rejected', { reason: 'operator', note: 'Kein echtes Haus' }).text).toContain(
		'Kein echtes Haus',
	)
	expect(compose('partner_suspended', { note: 'Werbemails' }).text).toContain('Werbemails')
	expect(compose('referral_paid').text).toContain('ausgezahlt')
})

test('messages for partners are told apart from others', () => {
	expect(isPartnerMessage({ kind: 'referral_paid' })).toBe(true)
	expect(isPartnerMessage({ kind: 'ticket_received' })).toBe(false)
})
