import { Fragment } from 'react'
import { formatTime, formatDate } from '#app/lib/dates.ts'
import { customerName } from '#app/features/appointments/appointment.ts'
import { type Block, blockName } from '#app/features/blocks/block.ts'
import { eventName, takenText } from '#app/features/events/event.ts'
import type { CalendarEvent } from './events.ts'
import styles from './printed-day.module.css'

type Line = { position: number; service_name: string; employee_id: string; starts_at: string; ends_at: string }
type Props = {
	appointments: {
		id: string
		state: string
		starts_at: string
		contact_name: string
		for_name?: string
		contact_phone: string
		note: string
		lines: Line[]
	}[]
	blocks: Block[]
	events: CalendarEvent[]
	people: { id: string; name: string }[]
	zone: string
}

/** The booked appointments as a table for paper; the screen shows the calendar instead. */
export function PrintedDay({ appointments, blocks, events, people, zone }: Props) {
	const taking = events.filter(({ cancelled_at }) => !cancelled_at)
	const rows = [...appointments, ...blocks.map(asVisit), ...taking.map(eventAsVisit)]
		.flatMap((appointment) => appointment.lines.map((line) => ({ appointment, line })))
		.toSorted((one, other) => one.line.starts_at.localeCompare(other.line.starts_at))
	const several = new Set(rows.map(({ line }) => formatDate(line.starts_at, zone))).size > 1
	const nameOf = (id: string): string => people.find((person) => person.id === id)?.name ?? ''
	return (
		<table className={styles.table}>
			<thead>
				<tr>
					{['Zeit', 'Kund:in', 'Leistung', 'Mit', 'Telefon', 'Nachricht'].map((name) => (
						<th key={name} scope="col">
							{name}
						</th>
					))}
				</tr>
			</thead>
			<tbody>
				{rows.map(({ appointment, line }, index) => {
					const day = formatDate(line.starts_at, zone)
					const before = rows[index - 1]?.line.starts_at
					const begins = several && (!before || formatDate(before, zone) !== day)
					return (
						<Fragment key={`${appointment.id}/${line.position}`}>
							{begins ? (
								<tr>
									<th colSpan={6} scope="rowgroup">
										{day}
									</th>
								</tr>
							) : null}
							<tr>
								<td>
									{formatTime(line.starts_at, zone)}–{formatTime(line.ends_at, zone)}
								</td>
								<td>
									{customerName(appointment, 'Reserviert')}
									{appointment.state === 'requested' ? ' (angefragt)' : ''}
								</td>
								<td>{line.service_name}</td>
								<td>{nameOf(line.employee_id)}</td>
								<td>{appointment.contact_phone}</td>
								<td>{appointment.note}</td>
							</tr>
						</Fragment>
					)
				})}
			</tbody>
		</table>
	)
}

/** Blocked time has a line too, so that paper shows when somebody is not free. */
function asVisit({ id, employee_id, starts_at, ends_at, ...block }: Block): Props['appointments'][number] {
	const line = { position: 1, service_name: '', employee_id, starts_at, ends_at }
	return {
		...{ id, starts_at, state: 'blocked', contact_name: blockName(block), contact_phone: '', note: '' },
		lines: [line],
	}
}

/** An event stands before those who have booked it. */
function eventAsVisit({ id, employee_id, starts_at, ends_at, ...event }: CalendarEvent): Props['appointments'][number] {
	const line = { position: 1, service_name: takenText(event), employee_id, starts_at, ends_at }
	return {
		...{ id, starts_at, state: 'event', contact_name: eventName(event), contact_phone: '', note: '' },
		lines: [line],
	}
}
