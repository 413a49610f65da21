import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatDate, formatTime } from '#app/lib/dates.ts'
import { formatPrice } from '#app/lib/money.ts'
import { type Appointment, type Person, personNames, serviceNames } from './appointment.ts'
import styles from './appointment-table.module.css'
import { type Column, COLUMNS } from './columns.ts'
import { StateMark } from './state-mark.tsx'

type Props = {
	appointments: Appointment[]
	people: Person[]
	zone: string
	/** Besides time and customer. */
	columns: Column[]
	hrefFor: (id: string) => string
	/** The one that is open beside the table. */
	opened?: string
}

/** Appointments as a table whose head stays in sight; a list of cards where there is no room for it. */
export function AppointmentTable({ appointments, people, zone, columns, hrefFor, opened }: Props) {
	return (
		<div className={styles.room}>
			<table className={styles.table}>
				<thead>
					<tr>
						<th scope="col">Zeit</th>
						<th scope="col">Kund:in</th>
						{columns.map((name) => (
							<th key={name} scope="col" data-column={name}>
								{COLUMNS[name]}
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					{appointments.map((appointment) => (
						<tr key={appointment.id} data-opened={appointment.id === opened}>
							<td data-column="zeit">
								{formatDate(appointment.starts_at, zone)}, {formatTime(appointment.starts_at, zone)}
							</td>
							<th scope="row">
								<Link
									to={hrefFor(appointment.id)}
									aria-current={appointment.id === opened ? 'true' : undefined}
									preventScrollReset
								>
									{appointment.contact_name || 'Reservierung'}
								</Link>
							</th>
							{columns.map((name) => (
								<td key={name} data-column={name}>
									{contentOf(name, appointment, people, zone)}
								</td>
							))}
						</tr>
					))}
				</tbody>
			</table>
		</div>
	)
}

function contentOf(column: Column, appointment: Appointment, people: Person[], zone: string): ReactNode {
	switch (column) {
		case 'leistung':
			return serviceNames(appointment.lines)
		case 'mit':
			return personNames(appointment.lines, people)
		case 'telefon':
			return appointment.contact_phone
		case 'mail':
			return appointment.contact_email
		case 'gebucht':
			return formatDate(appointment.created_at, zone)
		case 'preis':
			return formatPrice(appointment.total_cents)
		default:
			return <StateMark state={appointment.state} />
	}
}
