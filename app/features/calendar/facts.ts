import type { Appointment } from '#app/features/appointments/appointment.ts'
import { customerName, personNames, serviceNames } from '#app/features/appointments/appointment.ts'
import { STATE_NAMES } from '#app/features/appointments/texts.ts'
import { type Block, blockName } from '#app/features/blocks/block.ts'
import { type Event, eventName, takenText } from '#app/features/events/event.ts'
import { formatSoon, formatTime } from '#app/lib/dates.ts'
import { formatPrice } from '#app/lib/money.ts'
import type { Facts } from './hover-card.tsx'

/** The text of an appointment's card: facts that its entry shows only in part or not at all. */
export function factsOf(appointment: Appointment, people: { id: string; name: string }[], zone: string): Facts {
	const { starts_at, ends_at, lines, contact_phone, note, total_cents } = appointment
	const rows = {
		Zeit: `${formatTime(starts_at, zone)}–${formatTime(ends_at, zone)}`,
		Leistung: serviceNames(lines),
		Bei: personNames(lines, people),
		Telefon: contact_phone,
		Preis: formatPrice(total_cents),
		Stand: standOf(appointment, zone),
		Wiederholung: appointment.series ? 'ja' : '',
		Nachricht: note.length > 160 ? `${note.slice(0, 159)}…` : note,
	}
	return {
		title: customerName(appointment),
		lines: Object.entries(rows).flatMap(([name, text]) => (text ? [{ name, text }] : [])),
	}
}

function standOf({ state, arrived_at, proposal }: Appointment, zone: string): string {
	if (!proposal) return arrived_at ? `${STATE_NAMES[state]}, angekommen` : STATE_NAMES[state]
	const by = proposal.answerBy ? `, Antwort bis ${formatSoon(proposal.answerBy, zone, new Date())} Uhr` : ''
	return `Vorgeschlagen${by}`
}

/** The text of the card of blocked time. */
export function blockFacts(block: Block, people: { id: string; name: string }[], zone: string): Facts {
	const lines = [
		{ name: 'Zeit', text: `${formatTime(block.starts_at, zone)}–${formatTime(block.ends_at, zone)}` },
		{ name: 'Bei', text: people.find(({ id }) => id === block.employee_id)?.name ?? '' },
		...(block.series === null ? [] : [{ name: 'Wiederholung', text: 'ja' }]),
	]
	return { title: blockName(block), lines }
}

/** The text of the card of an event. */
export function eventFacts(event: Event, people: { id: string; name: string }[], zone: string): Facts {
	const rows = {
		Zeit: `${formatTime(event.starts_at, zone)}–${formatTime(event.ends_at, zone)}`,
		Bei: people.find(({ id }) => id === event.employee_id)?.name ?? '',
		Plätze: takenText(event),
		Warteliste: event.waiting > 0 ? String(event.waiting) : '',
		Preis: formatPrice(event.price_cents),
	}
	return {
		title: eventName(event),
		lines: Object.entries(rows).flatMap(([name, text]) => (text ? [{ name, text }] : [])),
	}
}
