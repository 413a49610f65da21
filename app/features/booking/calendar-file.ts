import { generateIcsCalendar } from 'ts-ics'

/** What a calendar entry says. Instants are ISO 8601. */
export type CalendarFileInput = {
	appointmentId: string
	/** Rises with every change, so that calendars replace the older entry. */
	sequence: number
	state: string
	startsAt: string
	endsAt: string
	/** When this version was made. */
	stamp: string
	/** PUBLISH for a download, REQUEST and CANCEL for mails to the attendee. */
	method: 'PUBLISH' | 'REQUEST' | 'CANCEL'
	/** Names of the services; leave empty where they must not be named (§ 203 StGB). */
	services: string[]
	business: { name: string; street: string; postalCode: string; city: string; phone: string; email: string }
	/** Address of the booking's page. */
	url: string
	/** The page shows only. */
	readOnly?: boolean
	attendee?: { name: string; email: string }
}

/**
 * The calendar entry (RFC 5545) of an appointment. Times are in UTC, which every client shows in its own zone.
 * The same appointment keeps its UID, so that a later file moves or removes the entry.
 */
export function appointmentCalendarFile(input: CalendarFileInput): string {
	const { business } = input
	const cancelled = input.method === 'CANCEL' || ['cancelled', 'declined', 'expired'].includes(input.state)
	const services = input.services.map(oneLine).filter(Boolean).join(', ')
	const name = oneLine(business.name)
	const calendar = generateIcsCalendar({
		version: '2.0',
		prodId: '-//Zeitplatz//Termine//DE',
		method: input.method,
		events: [
			{
				uid: `${input.appointmentId}@zeitplatz`,
				sequence: input.sequence,
				stamp: { date: new Date(input.stamp) },
				start: { date: new Date(input.startsAt) },
				end: { date: new Date(input.endsAt) },
				summary: services ? `${services} · ${name}` : `Termin · ${name}`,
				description: [
					services && `Leistung: ${services}`,
					business.phone && `Telefon: ${oneLine(business.phone)}`,
					`${input.readOnly ? 'Ansehen' : 'Ansehen, verschieben oder absagen'}: ${input.url}`,
				]
					.filter(Boolean)
					.join('\n'),
				location: [name, business.street, `${business.postalCode} ${business.city}`]
					.map(oneLine)
					.filter(Boolean)
					.join(', '),
				url: input.url,
				status: cancelled
					? 'CANCELLED'
					: ['requested', 'awaiting_payment'].includes(input.state)
						? 'TENTATIVE'
						: 'CONFIRMED',
				organizer: { name: quoted(name), email: oneLine(business.email) || `noreply@${new URL(input.url).hostname}` },
				...(input.attendee
					? {
							attendees: [
								{
									name: quoted(input.attendee.name),
									email: oneLine(input.attendee.email),
									role: 'REQ-PARTICIPANT',
									partstat: 'ACCEPTED' as const,
								},
							],
						}
					: {}),
			},
		],
	})
	return folded(calendar)
}

// Parameter values are quoted, since names contain commas and colons; a quote itself can't be written.
function quoted(text: string): string {
	return `"${oneLine(text).replaceAll('"', "'")}"`
}

function oneLine(text: string): string {
	return text.replace(/[\p{Cc}\s]+/gu, ' ').trim()
}

// The library folds after 75 characters; the standard counts 75 octets, and no character may be cut.
function folded(calendar: string): string {
	const lines = calendar.replace(/\r?\n[ \t]/g, '').split(/\r?\n/)
	return lines.map(foldedLine).join('\r\n')
}

function foldedLine(line: string): string {
	const parts: string[] = []
	let part = ''
	let octets = 0
	for (const character of line) {
		const size = Buffer.byteLength(character)
		if (octets + size > 75) {
			parts.push(part)
			part = ' '
			octets = 1
		}
		part += character
		octets += size
	}
	return [...parts, part].join('\r\n')
}
