import type { Enums } from '#app/database.types.ts'
import { formatDate, formatTime } from '#app/lib/dates.ts'
import type { State, Step } from './appointment.ts'

export const STATE_NAMES: Record<State, string> = {
	held: 'Reserviert',
	requested: 'Angefragt',
	awaiting_payment: 'Zahlung offen',
	confirmed: 'Bestätigt',
	completed: 'Wahrgenommen',
	no_show: 'Nicht erschienen',
	cancelled: 'Abgesagt',
	declined: 'Abgelehnt',
	expired: 'Verfallen',
}

export const ACTION_NAMES: Record<Step, string> = {
	confirm: 'Bestätigen',
	decline: 'Ablehnen',
	arrive: 'Angekommen',
	complete: 'Wahrgenommen',
	no_show: 'Nicht erschienen',
	reschedule: 'Verschieben',
	cancel: 'Absagen',
	reopen: 'Ergebnis zurücknehmen',
	restore: 'Absage zurücknehmen',
}

/** After a request for which something is paid first. */
export const PAYMENT_ASKED =
	'Zugesagt: Gebucht ist der Termin, sobald die Zahlung eingegangen ist. Die E-Mail mit der Bitte darum ist unterwegs.'

/** Messages after an action has succeeded. */
export const DONE_TEXTS: Record<Step, string> = {
	confirm: 'Der Termin ist bestätigt.',
	decline: 'Die Anfrage ist abgelehnt.',
	arrive: 'Vermerkt: angekommen.',
	complete: 'Vermerkt: wahrgenommen.',
	no_show: 'Vermerkt: nicht erschienen.',
	reschedule: 'Der Termin ist verschoben.',
	cancel: 'Der Termin ist abgesagt.',
	reopen: 'Das Ergebnis ist zurückgenommen; der Termin ist wieder bestätigt.',
	restore: 'Die Absage ist zurückgenommen; der Termin ist wieder bestätigt.',
}

/** As in the answer of `reschedule_appointment`. */
export const NOTICES = ['waiting', 'untold', 'none'] as const
export type Notice = (typeof NOTICES)[number]

/** What happens to the mail to the customer after a move. */
export const NOTICE_TEXTS: Record<Notice, string> = {
	waiting: ' Die E-Mail darüber geht gleich hinaus.',
	untold: ' Darüber ging keine E-Mail hinaus.',
	none: '',
}

// At today's price it would come back.
export const PRICE_GONE =
	'Eine Leistung wurde ersetzt; ihr vereinbarter Preis käme nicht zurück. Bitte ändern Sie den Termin unter „Bearbeiten“.'

export const SOURCE_NAMES: Record<string, string> = {
	web: 'Zeitplatz',
	admin: 'von Hand eingetragen',
	widget: 'eigene Webseite',
	offer: 'Angebot',
	assistant: 'Assistent',
	api: 'Schnittstelle',
	import: 'übernommen',
}

/** Who brought the customer; SOURCE_NAMES says through which channel they booked. */
export const ORIGIN_NAMES: Record<string, string> = {
	marketplace: 'Suche auf Zeitplatz',
	offer: 'Angebot',
	own_link: 'Ihr eigener Link',
	qr: 'QR-Code',
	unknown: 'nicht bekannt',
}

const MESSAGE_KINDS: Record<string, string> = {
	appointment_confirmed: 'Bestätigung',
	appointment_requested: 'Eingang der Anfrage',
	appointment_cancelled: 'Absage',
	appointment_declined: 'Ablehnung',
	appointment_rescheduled: 'Verschiebung',
	appointment_proposed: 'Vorschlag einer anderen Zeit',
	appointment_kept: 'Mitteilung, dass der Termin bleibt',
	appointment_not_booked: 'Mitteilung, dass die Zahlung zu spät kam',
	appointment_payment_due: 'Bitte um Zahlung nach der Zusage',
	appointment_withdrawn: 'Eingangsbestätigung des Widerrufs',
	appointment_message: 'Nachricht zum Termin',
	event_wait_confirm: 'Bitte, den Wartelistenplatz zu bestätigen',
	event_waiting: 'Bestätigung des Wartelistenplatzes',
	event_seat_free: 'Angebot eines frei gewordenen Platzes',
	event_seat_open: 'Mitteilung über freie Plätze',
	event_cancelled: 'Absage eines Kurses',
	order_confirm: 'Bitte, den Suchauftrag zu bestätigen',
	order_open: 'Bestätigung des Suchauftrags',
	order_closed: 'Ende des Suchauftrags',
	offer_received: 'Mitteilung über ein Angebot',
	offers_digest: 'Überblick über Angebote',
	offer_expiring: 'Erinnerung an Angebote',
	order_still_wanted: 'Frage, ob der Suchauftrag noch gilt',
	question: 'Frage zum Suchauftrag',
	waitlist_joined: 'Bestätigung des Platzes auf der Warteliste',
	waitlist_offer: 'Mitteilung über eine freie Zeit',
	waitlist_missed: 'Mitteilung über die Pause auf der Warteliste',
	alert_found: 'Mitteilung über freie Termine',
	own_data_link: 'Link zu den eigenen Daten',
	booking_links: 'Links zu den Terminen',
	erasure_answered: 'Antwort auf den Wunsch nach Löschung',
	report_received: 'Eingangsbestätigung einer Meldung',
	decision: 'Entscheidung mit Gründen',
	appeal_decided: 'Entscheidung über eine Beschwerde',
	referral_earned: 'Nachricht über eine verdiente Belohnung',
	referral_rejected: 'Nachricht über eine abgelehnte Empfehlung',
	referral_paid: 'Nachricht über eine ausgezahlte Belohnung',
	partner_suspended: 'Nachricht über die Sperre als Partner',
	plan_booked: 'Bestätigung des Team-Plans',
	plan_cancelled: 'Bestätigung der Kündigung',
	invoice_issued: 'Rechnung von Zeitplatz',
	invoice_reversed: 'Storno einer Rechnung',
	invoice_reminder: 'Erinnerung an eine Rechnung',
	listing_unpaid: 'Mitteilung über die Pause wegen einer Rechnung',
	invoice_data_missing: 'Bitte um Angaben für Rechnungen',
	objection_decided: 'Antwort auf einen Einspruch',
	member_invited: 'Einladung ins Team',
}

const BUSINESS_KINDS: Record<string, string> = {
	appointment_confirmed: 'Mitteilung über die Buchung',
	appointment_requested: 'Mitteilung über die Anfrage',
	appointment_cancelled: 'Mitteilung über die Absage',
	appointment_declined: 'Mitteilung über die verfallene Anfrage',
	appointment_rescheduled: 'Mitteilung über die Verschiebung',
	appointment_withdrawn: 'Mitteilung über den Widerruf',
	appointment_message: 'Mitteilung über eine Nachricht',
	offer_accepted: 'Mitteilung über ein angenommenes Angebot',
	offer_declined: 'Mitteilung über ein abgelehntes Angebot',
	offer_lapsed: 'Mitteilung über ein abgelaufenes Angebot',
	order_matching: 'Mitteilung über neue Suchaufträge',
	question: 'Mitteilung über eine Antwort zum Suchauftrag',
	member_invited: 'Einladung ins Team',
}

export type Message = {
	id: string
	kind: string
	audience: Enums<'actor_kind'>
	recipient: string
	state: Enums<'message_state'>
	sent_at: string | null
	attempts: number
	/** For a skipped message, the reason (80_messages/20_mail_limits.sql, 80_messages/60_outbox.sql). */
	last_error: string
}

/** Why a message was skipped, as the end of a sentence. */
export const SKIP_REASONS: Record<string, string> = {
	company_inactive: 'weil das Unternehmen gesperrt oder geschlossen ist',
	location_unpublished: 'weil der Standort nicht veröffentlicht ist',
	not_wanted: 'weil das Mitglied mit dieser Adresse sie nicht möchte',
	too_many_mails: 'weil schon sehr viele Nachrichten an diese Adresse gingen oder auf derselben Seite ausgelöst wurden',
	replaced: 'weil eine spätere Nachricht sie ersetzt',
	together: 'weil alles zusammen in einer E-Mail steht',
	expired: 'weil sie zu spät gekommen wäre',
	suppressed: 'weil an diese Adresse keine Nachrichten gehen sollen',
	unsubscribed: 'weil die Person Werbung abbestellt hat',
	no_consent: 'weil keine Einwilligung in Werbung vorliegt',
	sandbox: 'weil aus der Demo nichts hinausgeht',
}

/** What a message is: "Bestätigung"; the business's own notices: "Mitteilung über die Buchung". */
export function messageName(kind: string, audience: Message['audience'] = 'customer'): string {
	const kinds = audience === 'business' ? BUSINESS_KINDS : MESSAGE_KINDS
	return kinds[kind] ?? 'Nachricht'
}

/** "Bestätigung an mia@kundin.example"; the business's own notices: "Mitteilung über die Buchung an anna@salon.example" */
export function messageText({ kind, audience, recipient }: Pick<Message, 'kind' | 'audience' | 'recipient'>): string {
	return `${messageName(kind, audience)} an ${recipient}`
}

/** The state of a message in words. */
export function messageState(message: Message, zone: string): string {
	if (message.state === 'sent' && message.sent_at) {
		return `gesendet ${formatDate(message.sent_at, zone)}, ${formatTime(message.sent_at, zone)}`
	}
	if (message.state === 'delivered') return 'zugestellt'
	if (message.state === 'failed' || message.state === 'bounced') return 'nicht zustellbar'
	if (message.state === 'unknown') return 'unklar, ob sie angekommen ist'
	if (message.state === 'skipped')
		return ['nicht gesendet', SKIP_REASONS[message.last_error]].filter(Boolean).join(', ')
	return message.attempts > 1 ? `${message.attempts} Versuche, wird wiederholt` : 'wird gesendet'
}
