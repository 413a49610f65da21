import { Link } from 'react-router'
import { bookingNumber } from '#app/features/booking/number.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { formatDate, formatTime } from '#app/lib/dates.ts'
import { FROM_WITHDRAWALS } from './filters.ts'
import styles from './day-rows.module.css'
import { StateMark } from './state-mark.tsx'
import { declaredText, effectText } from './withdrawal-texts.ts'
import type { Withdrawal } from './withdrawals.queries.server.ts'

/** Declared withdrawals, one under the other, each with its appointment, which leads back to this page of the list. */
export function WithdrawalRows({ withdrawals, zone, page }: { withdrawals: Withdrawal[]; zone: string; page: number }) {
	return (
		<ol className={styles.rows}>
			{withdrawals.map((declared) => {
				const { appointment, booking_number: number, email, statement } = declared
				const effect = effectText(appointment.state, appointment.events.length > 0)
				return (
					<li key={declared.id} className={styles.row}>
						<span className={styles.what}>
							<strong>{declaredText(declared, zone)}</strong>
							<span className={styles.soft}>
								{email ? `${email} · ` : ''}Buchungsnummer <span className={styles.whole}>{bookingNumber(number)}</span>
							</span>
							{statement ? <q className={styles.words}>{statement}</q> : null}
							{effect ? <span className={styles.soft}>{effect}</span> : null}
						</span>
						<Link
							to={adminPaths.appointment(appointment.id, { [FROM_WITHDRAWALS]: String(page) })}
							className={styles.name}
						>
							Termin am {formatDate(appointment.starts_at, zone)}, {formatTime(appointment.starts_at, zone)} Uhr
						</Link>
						<StateMark state={appointment.state} />
					</li>
				)
			})}
		</ol>
	)
}
