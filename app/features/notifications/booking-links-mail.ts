import { formatDate, formatTime } from '#app/lib/dates.ts'
import type { OutgoingMail } from '#app/lib/mail.ts'
import { paths } from '#app/lib/paths.ts'
import { mailHtml, mailText } from './mail-layout.ts'

type Coming = {
	appointment_id: string
	starts_at: string
	time_zone: string
	location: string
	city: string
}

/** What `request_booking_links` puts into a message (supabase/schemas/55_guests/30_booking_links.sql). */
export type BookingLinksMessage = {
	id: string
	kind: 'booking_links'
	recipient: string
	payload: { appointments: Coming[] }
}

/** The links to what somebody has booked without an account, which one secret opens. */
export function composeBookingLinks(
	{ recipient, payload }: BookingLinksMessage,
	{ siteUrl, secret }: { siteUrl: string; secret: string },
): OutgoingMail {
	const one = payload.appointments.length === 1
	const content = {
		title: one ? 'Ihr Termin' : 'Ihre Termine',
		greeting: 'Guten Tag,',
		intro: one
			? 'hier ist der Link zu Ihrem Termin. Dort sehen Sie alles, verschieben ihn oder sagen ihn ab.'
			: 'hier sind die Links zu Ihren kommenden Terminen. Dort sehen Sie alles, verschieben sie oder sagen sie ab.',
		facts: [] as [string, string][],
		links: payload.appointments.map(({ appointment_id, starts_at, time_zone, location, city }) => ({
			label: `${formatDate(starts_at, time_zone)}, ${formatTime(starts_at, time_zone)} Uhr: ${[location, city].filter(Boolean).join(', ')}`,
			url: `${siteUrl}${paths.booking(appointment_id, secret)}`,
		})),
		notes: [
			'Wer diese Links hat, kann die Termine ändern. Geben Sie sie nur weiter, wenn Sie das möchten.',
			'Haben Sie das nicht angefordert? Dann tun Sie nichts: An Ihren Terminen ändert sich nichts.',
		],
		footer: [`Diese Nachricht wurde automatisch von ${siteUrl} gesendet.`],
	}
	const subject = one ? 'Ihr Link zum Termin' : 'Ihre Links zu den Terminen'
	return { to: recipient, subject, html: mailHtml(content), text: mailText(content) }
}
