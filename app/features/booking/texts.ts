import { formatDate, formatTime } from '#app/lib/dates.ts'
import type { BookingEvent, BookingState } from './booking.ts'
import type { Step } from './choice.ts'

export const STEP_NAMES: Record<Step, string> = {
	service: 'Leistung',
	time: 'Zeit',
	contact: 'Daten und Buchung',
}

type StateText = { name: string; meaning: string }

const STATES: Record<BookingState, StateText> = {
	held: { name: 'Reserviert', meaning: 'Diese Zeit ist für Sie reserviert, aber noch nicht gebucht.' },
	requested: {
		name: 'Angefragt',
		meaning: 'Der Betrieb bestätigt Ihren Termin von Hand. Sie bekommen dann eine E-Mail.',
	},
	awaiting_payment: {
		name: 'Zahlung offen',
		meaning: 'Diese Zeit ist für Sie reserviert. Gebucht ist sie, sobald Ihre Zahlung eingegangen ist.',
	},
	confirmed: { name: 'Bestätigt', meaning: 'Ihr Termin ist fest gebucht.' },
	completed: { name: 'Wahrgenommen', meaning: 'Dieser Termin hat stattgefunden.' },
	no_show: { name: 'Nicht erschienen', meaning: 'Der Betrieb hat vermerkt, dass Sie nicht erschienen sind.' },
	cancelled: { name: 'Abgesagt', meaning: 'Dieser Termin wurde abgesagt und findet nicht statt.' },
	declined: { name: 'Abgelehnt', meaning: 'Der Betrieb konnte Ihre Anfrage nicht annehmen.' },
	expired: { name: 'Abgelaufen', meaning: 'Diese Reservierung ist abgelaufen.' },
}

/** The state of an appointment in words. */
export function stateText(state: BookingState): StateText {
	return STATES[state]
}

/** The same once the contract was withdrawn from, which leaves the state as it is after the deadline for cancelling. */
export function withdrawnText(state: BookingState): StateText {
	if (state === 'cancelled')
		return { name: 'Widerrufen', meaning: 'Dieser Termin wurde widerrufen und findet nicht statt.' }
	if (state !== 'confirmed' && state !== 'requested') return STATES[state]
	return { ...STATES[state], meaning: 'Sie haben den Vertrag widerrufen. Der Betrieb prüft, was daraus folgt.' }
}

/** What the final button says, § 312j BGB. */
export function orderButton(cents: number): string {
	return cents === 0 ? 'kostenlos buchen' : 'zahlungspflichtig buchen'
}

/** "Wir halten diese Zeit bis 14:35 Uhr für Sie frei." */
export function holdText(expiresAt: string, zone: string, now: Date): string {
	const time = formatTime(expiresAt, zone)
	return Date.parse(expiresAt) > now.getTime()
		? `Wir halten diese Zeit bis ${time} Uhr für Sie frei.`
		: `Die Reservierung ist um ${time} Uhr abgelaufen. Solange die Zeit frei ist, können Sie trotzdem buchen.`
}

/** The cancellation policy of a booking. @param until the last moment, an instant @param movable false for seats of an event, which has one time only */
export function policyText(hours: number, until: string, zone: string, now: Date, movable = true): string {
	if (Date.parse(until) <= now.getTime()) {
		return `Dieser Termin liegt so nah, dass er nach der Buchung nicht mehr kostenlos online abgesagt${movable ? ' oder verschoben' : ''} werden kann.`
	}
	const before = hours === 0 ? 'bis zum Beginn' : `bis ${formatHours(hours)} vorher`
	return `Kostenlos absagen${movable ? ' oder verschieben' : ''}: ${before}, also bis ${formatDate(until, zone)}, ${formatTime(until, zone)} Uhr.`
}

/** "24 Stunden", "1 Stunde", "3 Tage" */
export function formatHours(hours: number): string {
	if (hours >= 48 && hours % 24 === 0) return `${hours / 24} Tage`
	return hours === 1 ? '1 Stunde' : `${hours} Stunden`
}

/** A line of the history: what happened and who did it. */
export function eventText(event: BookingEvent, zone: string): string {
	const who = { customer: 'Sie', business: 'Der Betrieb', system: 'Zeitplatz' }[event.actor]
	const haveHas = event.actor === 'customer' ? 'haben' : 'hat'
	if (event.verb === 'confirm' && event.to_state === 'awaiting_payment' && event.actor === 'business')
		return 'Der Betrieb hat zugesagt. Gebucht ist der Termin, sobald Ihre Zahlung eingegangen ist.'
	if (event.verb === 'confirm' && event.to_state === 'awaiting_payment')
		return `${who} ${haveHas} den Termin ausgewählt und die Zahlung begonnen.`
	if (event.verb === 'paid') return 'Ihre Zahlung ist eingegangen. Der Termin ist gebucht.'
	if (event.verb === 'abandon') return `${who} ${haveHas} die Zahlung abgebrochen.`
	if (event.verb === 'confirm' && event.to_state === 'requested') return `${who} ${haveHas} den Termin angefragt.`
	if (event.verb === 'confirm' && event.actor === 'business') return `${who} ${haveHas} den Termin bestätigt.`
	if (event.verb === 'confirm' || event.verb === 'create') return `${who} ${haveHas} den Termin gebucht.`
	if (event.verb === 'cancel') return `${who} ${haveHas} den Termin abgesagt.`
	if (event.verb === 'withdraw') return `${who} ${haveHas} den Widerruf erklärt.`
	if (event.verb === 'decline') return `${who} ${haveHas} die Anfrage abgelehnt.`
	if (event.verb === 'reschedule' && event.old_starts_at && event.new_starts_at) {
		const old = `${formatDate(event.old_starts_at, zone)}, ${formatTime(event.old_starts_at, zone)} Uhr`
		const moved = `${formatDate(event.new_starts_at, zone)}, ${formatTime(event.new_starts_at, zone)} Uhr`
		return `${who} ${haveHas} den Termin verschoben: von ${old} auf ${moved}.`
	}
	return `Neuer Stand: ${stateText(event.to_state).name}.`
}
