import { Fragment } from 'react'
import { formatTime, formatDate } from '#app/lib/dates.ts'
import styles from './printed-day.module.css'

type Line = { position: number; service_name: string; employee_id: string; starts_at: string; ends_at: string }
type Props = {
	appointments: {
		id: string
		state: string
		starts_at: string
		contact_name: string
		contact_phone: string
		note: string
		lines: Line[]
	}[]
	people: { id: string; name: string }[]
	zone: string
}

/** The booked appointments as a table for paper; the screen shows the calendar instead. */
export function PrintedDay({ appointments, people, zone }: Props) {
	const rows = appointments
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
									{appointment.contact_name || 'Reserviert'}
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
