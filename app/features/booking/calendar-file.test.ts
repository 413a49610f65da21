import { describe, expect, it } from 'vitest'
import { appointmentCalendarFile, type CalendarFileInput } from './calendar-file.ts'

const INPUT: CalendarFileInput = {
	appointmentId: '6a0d1f8e-0000-4000-8000-000000000001',
	sequence: 2,
	state: 'confirmed',
	startsAt: '2026-11-23T08:00:00+00:00',
	endsAt: '2026-11-23T08:45:00+00:00',
	stamp: '2026-11-21T09:00:00Z',
	method: 'PUBLISH',
	services: ['Färben; Tönen, Föhnen'],
	business: {
		name: 'Salon "Löwe", Köln: Mitte',
		street: 'Gürtelstraße 1',
		postalCode: '50667',
		city: 'Köln',
		phone: '+49 221 1234',
		email: 'salon@loewe.example',
	},
	url: 'https://zeitplatz.example/booking/6a0d1f8e-0000-4000-8000-000000000001',
}

/** The properties of a file, unfolded as RFC 5545 § 3.1 says. */
function properties(file: string): string[] {
	return file.replaceAll('\r\n ', '').split('\r\n')
}

describe('appointmentCalendarFile', () => {
	it('says what, when and where, in UTC', () => {
		const lines = properties(appointmentCalendarFile(INPUT))
		expect(lines).toContain('METHOD:PUBLISH')
		expect(lines).toContain('UID:6a0d1f8e-0000-4000-8000-000000000001@zeitplatz')
		expect(lines).toContain('SEQUENCE:2')
		expect(lines).toContain('DTSTAMP:20261121T090000Z')
		expect(lines).toContain('DTSTART:20261123T080000Z')
		expect(lines).toContain('DTEND:20261123T084500Z')
		expect(lines).toContain('STATUS:CONFIRMED')
		expect(lines).toContain(`URL:${INPUT.url}`)
		expect(lines.at(-1) || lines.at(-2)).toBe('END:VCALENDAR')
	})

	it('escapes texts and quotes parameters', () => {
		const lines = properties(appointmentCalendarFile(INPUT))
		expect(lines).toContain('SUMMARY:Färben\\; Tönen\\, Föhnen · Salon "Löwe"\\, Köln: Mitte')
		expect(lines).toContain('LOCATION:Salon "Löwe"\\, Köln: Mitte\\, Gürtelstraße 1\\, 50667 Köln')
		expect(lines).toContain(`ORGANIZER;CN="Salon 'Löwe', Köln: Mitte":MAILTO:salon@loewe.example`)
		expect(lines.find((line) => line.startsWith('DESCRIPTION:'))).toContain('Föhnen\\nTelefon: +49 221 1234\\nAnsehen')
	})

	it('ends lines with CRLF and folds after 75 octets without cutting a character', () => {
		const file = appointmentCalendarFile({ ...INPUT, services: ['Ä'.repeat(200), '😀'.repeat(60)] })
		expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
		for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
		expect(file).not.toContain('\uFFFD')
		expect(properties(file).find((line) => line.startsWith('SUMMARY:'))).toContain('Ä'.repeat(200))
	})

	it('no text can add a line', () => {
		const file = appointmentCalendarFile({ ...INPUT, services: ['Schnitt\r\nSTATUS:CANCELLED', 'a\u0000b'] })
		expect(properties(file).filter((line) => line.startsWith('STATUS:'))).toEqual(['STATUS:CONFIRMED'])
	})

	it('marks requests and cancellations', () => {
		expect(appointmentCalendarFile({ ...INPUT, state: 'requested' })).toContain('STATUS:TENTATIVE')
		expect(appointmentCalendarFile({ ...INPUT, state: 'cancelled' })).toContain('STATUS:CANCELLED')
		const mail = appointmentCalendarFile({
			...INPUT,
			method: 'CANCEL',
			attendee: { name: 'Jörg Weiß', email: 'joerg@example.org' },
		})
		expect(mail).toContain('METHOD:CANCEL')
		expect(mail).toContain('STATUS:CANCELLED')
		expect(properties(mail).find((line) => line.startsWith('ATTENDEE'))).toMatch(
			/CN="Jörg Weiß".*:mailto:joerg@example.org/i,
		)
	})

	it('names no service when it must not, and stands without a mail address of the business', () => {
		const lines = properties(
			appointmentCalendarFile({ ...INPUT, services: [], business: { ...INPUT.business, email: '' } }),
		)
		expect(lines).toContain('SUMMARY:Termin · Salon "Löwe"\\, Köln: Mitte')
		expect(lines.find((line) => line.startsWith('ORGANIZER'))).toContain('MAILTO:noreply@zeitplatz.example')
	})
})
