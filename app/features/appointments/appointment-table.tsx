import { Link } from 'react-router'
import { formatDate, formatTime } from '#app/lib/dates.ts'
import { formatPrice } from '#app/lib/money.ts'
import { type Appointment, type Person, personNames, serviceNames } from './appointment.ts'
import styles from './appointment-table.module.css'
import { StateMark } from './state-mark.tsx'

type Props = {
	appointments: Appointment[]
	people: Person[]
	zone: string
	hrefFor: (id: string) => string
	/** The one that is open beside the table. */
	opened?: string
}

/** Appointments as a table whose head stays in sight; a list of cards on phones. */
export function AppointmentTable({ appointments, people, zone, hrefFor, opened }: Props) {
	return (
		<table className={styles.table}>
			<thead>
				<tr>
					<th scope="col">Zeit</th>
					<th scope="col">Kund:in</th>
					<th scope="col">Leistung</th>
					<th scope="col">Mitarbeiter:in</th>
					<th scope="col" className={styles.number}>
						Preis
					</th>
					<th scope="col">Stand</th>
				</tr>
			</thead>
			<tbody>
				{appointments.map((appointment) => (
					<tr key={appointment.id} data-opened={appointment.id === opened}>
						<td className={styles.time}>
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
						<td>{serviceNames(appointment.lines)}</td>
						<td>{personNames(appointment.lines, people)}</td>
						<td className={styles.number}>{formatPrice(appointment.total_cents)}</td>
						<td>
							<StateMark state={appointment.state} />
						</td>
					</tr>
				))}
			</tbody>
		</table>
	)
}
