import { expect, it } from 'vitest'
import { composeBookingLinks } from './booking-links-mail.ts'

const visit = (appointment_id: string, starts_at: string) => ({
	...{ appointment_id, starts_at, time_zone: 'Europe/Berlin' },
	...{ location: 'Salon <Löwe>', city: 'Berlin' },
})
const compose = (...appointments: ReturnType<typeof visit>[]) =>
	composeBookingLinks(
		{ id: 'm1', kind: 'booking_links', recipient: 'gitta@example.org', payload: { appointments } },
		{ siteUrl: 'https://zeitplatz.example', secret: 'geheim' },
	)

it('has a link for each visit, with its wall time and place', () => {
	// The second lies behind the night in which the clocks go back.
	const mail = compose(visit('a1', '2026-10-24T08:00:00Z'), visit('a2', '2026-10-26T09:00:00Z'))
	expect(mail.subject).toBe('Ihre Links zu den Terminen')
	expect(mail.text).toContain(
		'Sa., 24. Okt. 2026, 10:00 Uhr: Salon <Löwe>, Berlin:\nhttps://zeitplatz.example/booking/a1?s=geheim',
	)
	expect(mail.text).toContain('Mo., 26. Okt. 2026, 10:00 Uhr')
	expect(mail.html).toContain('href="https://zeitplatz.example/booking/a2?s=geheim"')
	expect(mail.html).toContain('Salon &lt;Löwe&gt;')
})

it('speaks of one visit in the singular', () => {
	expect(compose(visit('a1', '2026-10-24T08:00:00Z')).subject).toBe('Ihr Link zum Termin')
})
