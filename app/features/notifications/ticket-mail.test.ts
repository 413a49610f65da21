import { expect, it } from 'vitest'
import { composeTicket } from './ticket-mail.ts'

const compose = (payload: Partial<{ name: string; text: string }>) =>
	composeTicket(
		{
			...{ id: 'm1', kind: 'ticket_received', recipient: 'gitta@example.org' },
			payload: { number: 'ZP-2026-000123', subject: 'privacy', name: '', text: '', ...payload },
		},
		'https://zeitplatz.example',
	)

it('says the number and what it is about', () => {
	const mail = compose({ name: 'Gitta <b>' })
	expect(mail.subject).toBe('Ihre Nachricht ZP-2026-000123')
	expect(mail.text).toContain('Guten Tag Gitta <b>,')
	expect(mail.text).toContain('Thema: Datenschutz')
	expect(mail.html).toContain('Gitta &lt;b&gt;')
	expect(mail.text).not.toContain('Ihre Nachricht:')
})

it('repeats the words where they may be repeated', () => {
	expect(compose({ text: 'Wo ist mein Termin?' }).text).toContain('Ihre Nachricht: Wo ist mein Termin?')
	expect(compose({}).text).toContain('Guten Tag,')
})
