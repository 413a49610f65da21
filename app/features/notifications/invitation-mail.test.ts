import { expect, it } from 'vitest'
import { composeInvitation } from './invitation-mail.ts'

const company = {
	...{ name: 'Salon <Anna>', legal_name: 'Anna Becker', street: 'Oranienstraße 1', postal_code: '10999' },
	...{ city: 'Berlin', email: 'anna@salon-anna.example' },
}
const payload = {
	...{ invitation_id: 'i1', role: 'staff' as const, invited_by: 'Anna Becker', expires_at: '2026-11-28T09:00:00Z' },
	company,
}

it('names inviter, company, role and deadline, with the secret link, in HTML and text', () => {
	const mail = composeInvitation(
		{ id: 'm1', kind: 'member_invited', recipient: 'neu@example.org', payload },
		{ siteUrl: 'https://zeitplatz.example', secret: 'geheim' },
	)
	expect(mail.subject).toBe('Salon <Anna> lädt Sie zur Mitarbeit ein')
	expect(mail.text).toContain('https://zeitplatz.example/auth/einladung?s=geheim')
	expect(mail.text).toContain('Gültig bis: Sa., 28. Nov. 2026, 10:00 Uhr')
	expect(mail.text).toContain('Mitarbeiter:in')
	expect(mail.html).toContain('Salon &lt;Anna&gt;')
	expect(mail.html).toContain('href="https://zeitplatz.example/auth/einladung?s=geheim"')
	expect(mail.replyTo).toBe('anna@salon-anna.example')
})
