import { Link } from 'react-router'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { formatDate, formatTime } from '#app/lib/dates.ts'
import styles from './day-rows.module.css'
import { StateMark } from './state-mark.tsx'
import { declaredText, effectText } from './withdrawal-texts.ts'
import type { Withdrawal } from './withdrawals.queries.server.ts'

/** Declared withdrawals, one under the other, each with its appointment. */
export function WithdrawalRows({ withdrawals, zone }: { withdrawals: Withdrawal[]; zone: string }) {
	return (
		<ol className={styles.rows}>
			{withdrawals.map((declared) => {
				const { appointment, booking_number: number, email, statement } = declared
				return (
					<li key={declared.id} className={styles.row}>
						<span className={styles.what}>
							<strong>{declaredText(declared, zone)}</strong>
							<span className={styles.soft}>{[email, `Buchungsnummer ${number}`].filter(Boolean).join(' · ')}</span>
							{statement ? <q>{statement}</q> : null}
							<span className={styles.soft}>{effectText(appointment.state, appointment.events.length > 0)}</span>
						</span>
						<Link to={adminPaths.appointment(appointment.id)} className={styles.name}>
							Termin am {formatDate(appointment.starts_at, zone)}, {formatTime(appointment.starts_at, zone)}
						</Link>
						<StateMark state={appointment.state} />
					</li>
				)
			})}
		</ol>
	)
}
