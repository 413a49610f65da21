import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatTime } from '#app/lib/dates.ts'
import { formatPrice } from '#app/lib/money.ts'
import { CardLink } from '#app/ui/customer-link.tsx'
import { type Appointment, customerName, type OtherRow, type Person, personNames, serviceNames } from './appointment.ts'
import styles from './day-rows.module.css'
import { StateMark } from './state-mark.tsx'

type Props = {
	appointments: Appointment[]
	/** Listed among them by their starts, with the link `otherHref`. */
	others?: OtherRow[]
	otherHref?: (row: OtherRow) => string
	people: Person[]
	zone: string
	hrefFor: (id: string) => string
	/** The start in more detail than its time, with the day. */
	when?: (startsAt: string) => string
	actions?: (appointment: Appointment) => ReactNode
}

/** Appointments in order, one below the other. */
export function DayRows({ appointments, others = [], otherHref, people, zone, hrefFor, when, actions }: Props) {
	const rows = [...others, ...appointments].toSorted(
		(one, other) => Date.parse(one.starts_at) - Date.parse(other.starts_at),
	)
	return (
		<ol className={styles.rows}>
			{rows.map((row) => (
				<li key={row.id} className={styles.row}>
					{'kind' in row ? (
						<Other row={row} href={otherHref?.(row) ?? ''} />
					) : (
						<Visit appointment={row} {...{ people, zone, hrefFor, when, actions }} />
					)}
				</li>
			))}
		</ol>
	)
}

type VisitProps = Omit<Props, 'appointments' | 'others' | 'otherHref'> & { appointment: Appointment }

function Visit({ appointment, people, zone, hrefFor, when, actions }: VisitProps) {
	return (
		<>
			<span className={when ? styles.day : styles.time}>
				{when
					? when(appointment.starts_at)
					: `${formatTime(appointment.starts_at, zone)}–${formatTime(appointment.ends_at, zone)}`}
			</span>
			<span className={styles.what}>
				<Link to={hrefFor(appointment.id)} className={styles.name}>
					{customerName(appointment)}
				</Link>{' '}
				<CardLink card={appointment.card} />
				<span className={styles.soft}>
					{serviceNames(appointment.lines)} · {personNames(appointment.lines, people)} ·{' '}
					{formatPrice(appointment.total_cents)}
				</span>
			</span>
			<StateMark state={appointment.state} />
			{actions ? <span className={styles.actions}>{actions(appointment)}</span> : null}
		</>
	)
}

function Other({ row, href }: { row: OtherRow; href: string }) {
	return (
		<>
			<span className={styles.time}>{row.time}</span>
			<span className={styles.what}>
				<Link to={href} className={styles.name}>
					{row.name}
				</Link>
				<span className={styles.soft}>{row.words}</span>
			</span>
			<span className={styles.kind}>{row.kind === 'event' ? 'Kurs' : 'Sperrzeit'}</span>
		</>
	)
}
