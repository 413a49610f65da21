import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatTime } from '#app/lib/dates.ts'
import { formatPrice } from '#app/lib/money.ts'
import { CardLink } from '#app/ui/customer-link.tsx'
import { type Appointment, customerName, type Person, personNames, serviceNames } from './appointment.ts'
import styles from './day-rows.module.css'
import { StateMark } from './state-mark.tsx'

type Props = {
	appointments: Appointment[]
	people: Person[]
	zone: string
	hrefFor: (id: string) => string
	/** The start in more detail than its time, with the day. */
	when?: (startsAt: string) => string
	actions?: (appointment: Appointment) => ReactNode
}

/** Appointments in order, one below the other. */
export function DayRows({ appointments, people, zone, hrefFor, when, actions }: Props) {
	return (
		<ol className={styles.rows}>
			{appointments.map((appointment) => (
				<li key={appointment.id} className={styles.row}>
					<span className={when ? styles.day : styles.time}>
						{when
							? when(appointment.starts_at)
							: `${formatTime(appointment.starts_at, zone)}–${formatTime(appointment.ends_at, zone)}`}
					</span>
					<span className={styles.what}>
						<Link to={hrefFor(appointment.id)} className={styles.name}>
							{customerName(appointment)}
						</Link>{' '}
						<CardLink card={appointment.card?.id} />
						<span className={styles.soft}>
							{serviceNames(appointment.lines)} · {personNames(appointment.lines, people)} ·{' '}
							{formatPrice(appointment.total_cents)}
						</span>
					</span>
					<StateMark state={appointment.state} />
					{actions ? <span className={styles.actions}>{actions(appointment)}</span> : null}
				</li>
			))}
		</ol>
	)
}
