import type { Appointment } from '#app/features/appointments/appointment.ts'
import { customerName, personNames, serviceNames } from '#app/features/appointments/appointment.ts'
import { STATE_NAMES } from '#app/features/appointments/texts.ts'
import { type Block, blockName } from '#app/features/blocks/block.ts'
import { type Event, eventName, takenText } from '#app/features/events/event.ts'
import { formatSoon, formatTime } from '#app/lib/dates.ts'
import { formatPrice } from '#app/lib/money.ts'
import type { Facts } from './hover-card.tsx'

type Named = { id: string; name: string }
type Names = { people: Named[]; rooms: Named[]; zone: string }

function nameOf(all: Named[], wanted: string | null): string {
	return all.find(({ id }) => id === wanted)?.name ?? ''
}

/** The text of an appointment's card: facts that its entry shows only in part or not at all. */
export function factsOf(appointment: Appointment, { people, rooms, zone }: Names): Facts {
	const { starts_at, ends_at, lines, contact_phone, note, total_cents } = appointment
	const rows = {
		Zeit: `${formatTime(starts_at, zone)}–${formatTime(ends_at, zone)}`,
		Leistung: serviceNames(lines),
		Bei: personNames(lines, people),
		Raum: [...new Set(lines.map(({ resource_id }) => nameOf(rooms, resource_id ?? null)))].filter(Boolean).join(', '),
		Telefon: contact_phone,
		Preis: formatPrice(total_cents),
		Stand: standOf(appointment, zone),
		Wiederholung: appointment.series ? 'ja' : '',
		Nachricht: note.length > 160 ? `${note.slice(0, 159)}…` : note,
	}
	return {
		title: customerName(appointment),
		card: appointment.card ?? undefined,
		lines: Object.entries(rows).flatMap(([name, text]) => (text ? [{ name, text }] : [])),
	}
}

function standOf({ state, arrived_at, proposal, offer }: Appointment, zone: string): string {
	if (offer) return `Angeboten, reserviert bis ${offer.until}`
	if (!proposal) return arrived_at ? `${STATE_NAMES[state]}, angekommen` : STATE_NAMES[state]
	const by = proposal.answerBy ? `, Antwort bis ${formatSoon(proposal.answerBy, zone, new Date())} Uhr` : ''
	return `Vorgeschlagen${by}`
}

/** The text of the card of blocked time. */
export function blockFacts(block: Block, { people, rooms, zone }: Names): Facts {
	const [name, text] = block.resource_id
		? ['Raum', nameOf(rooms, block.resource_id)]
		: ['Bei', nameOf(people, block.employee_id)]
	const lines = [
		{ name: 'Zeit', text: `${formatTime(block.starts_at, zone)}–${formatTime(block.ends_at, zone)}` },
		{ name, text },
		...(block.series === null ? [] : [{ name: 'Wiederholung', text: 'ja' }]),
	]
	return { title: blockName(block), lines }
}

/** The text of the card of an event. */
export function eventFacts(event: Event, { people, rooms, zone }: Names): Facts {
	const rows = {
		Zeit: `${formatTime(event.starts_at, zone)}–${formatTime(event.ends_at, zone)}`,
		Bei: nameOf(people, event.employee_id),
		Raum: nameOf(rooms, event.resource_id),
		Plätze: takenText(event),
		Warteliste: event.waiting > 0 ? String(event.waiting) : '',
		Preis: formatPrice(event.price_cents),
	}
	return {
		title: eventName(event),
		lines: Object.entries(rows).flatMap(([name, text]) => (text ? [{ name, text }] : [])),
	}
}
