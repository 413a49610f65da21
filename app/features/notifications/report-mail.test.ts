import { expect, it } from 'vitest'
import { composeReportReceipt } from './report-mail.ts'

it('says what was reported, when and why, and leaves out what was taken out', () => {
	const payload = {
		...{
			reported_at: '2026-11-27T09:00:00Z',
			kind: 'review' as const,
			url: '/listings/salon',
			ground: 'insult' as const,
		},
		...{ name: '', explanation: 'Das <b>Wort</b> ist eine Beleidigung.' },
	}
	const message = { id: 'm1', kind: 'report_received' as const, recipient: 'ida@example.org', payload }
	const mail = composeReportReceipt(message, 'https://zeitplatz.example')
	expect(mail.subject).toBe('Eingangsbestätigung: Ihre Meldung')
	expect(mail.text).toContain('Fr., 27. Nov. 2026, 10:00 Uhr')
	expect(mail.text).toContain('https://zeitplatz.example/listings/salon')
	expect(mail.text).toContain('Beleidigung, Drohung')
	expect(mail.text).not.toContain('Name:')
	expect(mail.html).toContain('Das &lt;b&gt;Wort&lt;/b&gt;')
})
