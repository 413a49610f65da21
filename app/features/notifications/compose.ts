import { appointmentCalendarFile } from '#app/features/booking/calendar-file.ts'
import { type LegalText, withdrawalTexts } from '#app/features/legal/withdrawal.ts'
import { seatsText } from '#app/features/events/event.ts'
import { formatTime } from '#app/lib/dates.ts'
import type { OutgoingMail } from '#app/lib/mail.ts'
import { formatPrice, taxNote } from '#app/lib/money.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { phoneText } from '#app/lib/phone.server.ts'
import { paths } from '#app/lib/paths.ts'
import { type MailContent, mailHtml, mailText } from './mail-layout.ts'
import type { AppointmentMessage, AppointmentPayload, MessageKind } from './payload.ts'
import { dueFacts, paymentFacts } from './payment-mail.ts'
import { proposalParts } from './proposal-mail.ts'
import { seriesFacts, seriesLinks } from './series-mail.ts'
import { period, when, wordsFor } from './texts.ts'

export type ComposeOptions = {
	siteUrl: string
	/** Address of the services that hold the files. */
	filesUrl: string
	/** The customer's own secret for this mail; only its hash is stored. */
	secret?: string
	/** Instant of sending, for the calendar entry's DTSTAMP. */
	now: Date
}

/** Nothing is left to change or to pay. */
const OVER = new Set<MessageKind>([
	...(['appointment_cancelled', 'appointment_declined', 'appointment_withdrawn', 'appointment_not_booked'] as const),
])
/** Kinds of messages that change nothing in a calendar. */
const UNCHANGED = new Set<MessageKind>([
	...(['appointment_declined', 'appointment_requested', 'appointment_proposed', 'appointment_kept'] as const),
	...(['appointment_message', 'appointment_not_booked', 'appointment_payment_due'] as const),
])

/** Makes the mail of an outbox row, with the calendar entry attached when there is something for a calendar. */
export function composeMail(message: AppointmentMessage, options: ComposeOptions): OutgoingMail {
	const { payload, audience } = message
	const url =
		audience === 'customer'
			? `${options.siteUrl}${paths.booking(payload.appointment_id, options.secret)}`
			: `${options.siteUrl}${adminPaths.appointment(payload.appointment_id)}`
	const words = wordsFor(message)
	const asked = proposalParts(message, options)
	const content: MailContent = {
		title: words.title,
		logo: logoOf(message, options),
		greeting: audience === 'customer' && payload.customer.name ? `Guten Tag ${payload.customer.name},` : 'Guten Tag,',
		intro: words.intro,
		facts: [...(asked?.facts ?? []), ...factsOf(message)],
		button: asked?.button ?? { label: buttonLabel(message), url },
		links: asked?.links ?? seriesLinks(message, options),
		notes: [...(asked?.notes ?? []), ...notesOf(message)],
		footer: footerOf(payload),
		texts: legalTextsOf(message, options.siteUrl),
	}
	const visits = payload.series ?? [payload]
	const calendars = visits.map((visit, place) => {
		const one = { ...message, payload: { ...payload, ...visit } }
		const link =
			audience === 'customer' ? `${options.siteUrl}${paths.booking(visit.appointment_id, options.secret)}` : url
		return calendarFile(one, link, options.now, payload.series ? `termin-${place + 1}.ics` : 'termin.ics')
	})
	return {
		to: message.recipient,
		subject: words.subject,
		html: mailHtml(content),
		text: mailText(content),
		...(audience === 'customer' && payload.location.email ? { replyTo: payload.location.email } : {}),
		attachments: calendars.filter((file) => file !== undefined),
	}
}

/** The logo of the business, in mails to customers. */
function logoOf({ audience, payload }: AppointmentMessage, { filesUrl }: ComposeOptions): string | undefined {
	const path = audience === 'customer' && payload.location.logo_path
	return path ? `${filesUrl}/storage/v1/object/public/location-images/${path}` : undefined
}

function buttonLabel({ audience, kind, payload }: AppointmentMessage): string {
	if (OVER.has(kind)) return 'Termin ansehen'
	if (kind === 'appointment_payment_due') return 'Ansehen und bezahlen'
	if (kind === 'appointment_message') return 'Ansehen und antworten'
	if (payload.series) return 'Ersten Termin ansehen oder ändern'
	return audience === 'customer' ? 'Termin ansehen oder ändern' : 'Im Kalender ansehen'
}

function factsOf(message: AppointmentMessage): [string, string][] {
	const { payload, audience, kind } = message
	const { location, customer } = payload
	const several = payload.services.length > 1
	const services = payload.services
		.map(
			({ starts_at, name, seats, employee }) =>
				`${several ? `${formatTime(starts_at, payload.time_zone)} Uhr: ` : ''}${name ?? 'Termin'}${seats ? ` (${seatsText(seats)})` : ''}, bei ${employee}`,
		)
		.join('\n')
	const facts: [string, string][] = seriesFacts(message) ?? [
		[kind === 'appointment_proposed' ? 'Bisher' : 'Wann', period(payload, payload.starts_at, payload.ends_at)],
		[several ? 'Leistungen' : 'Leistung', services],
		['Wo', `${location.name}\n${location.street}, ${location.postal_code} ${location.city}`],
	]
	if (payload.package_name) facts.splice(1, 0, ['Paket', payload.package_name])
	if (payload.for_name) facts.push(['Für', payload.for_name])
	if (payload.number && !payload.series) facts.push(['Buchungsnummer', payload.number])
	if (payload.declared_at)
		facts.unshift([
			'Widerruf erklärt',
			`${when(payload, payload.declared_at)}${customer.name ? ` durch ${customer.name}` : ''}`,
		])
	if (payload.words?.length) facts.unshift(['Nachricht', payload.words.join('\n\n')])
	if (!OVER.has(kind) && kind !== 'appointment_message') {
		const total = (payload.series ?? [payload]).reduce((sum, { total_cents }) => sum + total_cents, 0)
		const onSite = payload.series ? ', jeweils zahlbar vor Ort' : ', zahlbar vor Ort'
		facts.push([
			'Gesamtpreis',
			`${formatPrice(total)} ${taxNote(payload.company)}${payload.payment || payload.due ? '' : onSite}`,
		])
	}
	if (payload.due && !OVER.has(kind)) facts.push(...dueFacts(payload.due, payload.time_zone))
	if (payload.payment) facts.push(...paymentFacts(payload.payment, OVER.has(kind)))
	if (audience === 'business') {
		facts.push(['Kontakt', [customer.name, customer.email, phoneText(customer.phone)].filter(Boolean).join('\n')])
		if (payload.note && kind !== 'appointment_message') facts.push(['Nachricht', payload.note])
	}
	if (payload.statement) facts.push(['Mitteilung', payload.statement])
	if (payload.reason) facts.push(['Grund', payload.reason])
	return facts
}

function notesOf({ payload, audience, kind }: AppointmentMessage): string[] {
	if (audience === 'business') return []
	const notes: string[] = []
	if (kind === 'appointment_confirmed' || kind === 'appointment_rescheduled') {
		// An event has one time only.
		const what = payload.services.some(({ seats }) => seats) ? 'absagen' : 'absagen oder verschieben'
		const until = payload.cancellation_hours ? when(payload, payload.cancel_until) : 'zum Beginn'
		const hours = payload.cancellation_hours
		const before = hours ? `bis ${hours === 1 ? 'eine Stunde' : `${hours} Stunden`} vorher` : 'bis zum Beginn'
		notes.push(
			payload.series
				? `Sie können jeden Termin für sich ${before} kostenlos ${what}.`
				: `Sie können bis ${until} kostenlos ${what}.`,
		)
	}
	if (payload.location.phone)
		notes.push(`Fragen zum Termin beantwortet ${payload.location.name} unter ${payload.location.phone}.`)
	return notes
}

/** The instruction about withdrawal on a durable medium (§ 312f BGB), and the text that the customer agreed to when booking or moving. */
function legalTextsOf({ payload, audience, kind }: AppointmentMessage, siteUrl: string): LegalText[] {
	if (audience !== 'customer') return []
	const concluded = kind === 'appointment_confirmed'
	const early = concluded || kind === 'appointment_rescheduled' ? payload.early_start : undefined
	return [
		...(early
			? [
					{
						title: 'Beginn vor dem Ende der Widerrufsfrist',
						paragraphs: [`Am ${when(payload, early.agreed_at)} haben Sie erklärt: „${early.text}“`],
					},
				]
			: []),
		...(concluded && payload.withdrawal ? withdrawalTexts(siteUrl, payload.company) : []),
	]
}

function footerOf({ company }: AppointmentPayload): string[] {
	const partner = company.legal_name || company.name
	return [
		`Vertragspartner: ${partner}`,
		[
			company.representative === partner ? '' : company.representative,
			company.street,
			`${company.postal_code} ${company.city}`,
		]
			.filter((part) => part.trim())
			.join(', '),
		'Vermittelt über Zeitplatz',
	].filter(Boolean)
}

function calendarFile(
	message: AppointmentMessage,
	url: string,
	now: Date,
	filename: string,
): NonNullable<OutgoingMail['attachments']>[number] | undefined {
	const { payload, kind } = message
	// An appointment that was never confirmed is in no calendar, and one that nobody has moved stays there unchanged.
	if (UNCHANGED.has(kind)) return undefined
	// A withdrawal after the deadline changes nothing in the calendar.
	if (kind === 'appointment_withdrawn' && payload.state !== 'cancelled') return undefined
	const method = kind === 'appointment_cancelled' || kind === 'appointment_withdrawn' ? 'CANCEL' : 'REQUEST'
	const { location, customer } = payload
	const content = appointmentCalendarFile({
		appointmentId: payload.appointment_id,
		sequence: payload.sequence,
		state: method === 'CANCEL' ? 'cancelled' : 'confirmed',
		startsAt: payload.starts_at,
		endsAt: payload.ends_at,
		stamp: now.toISOString(),
		method,
		services: payload.services.map((line) => line.name ?? ''),
		business: {
			...{ name: location.name, street: location.street, postalCode: location.postal_code, city: location.city },
			...{ phone: location.phone, email: location.email || payload.company.email },
		},
		url,
		attendee: { name: customer.name || 'Gast', email: customer.email },
	})
	return { filename, content, contentType: `text/calendar; charset=utf-8; method=${method}` }
}
