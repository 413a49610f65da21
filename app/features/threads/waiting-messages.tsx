import { Link } from 'react-router'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { formatSoon } from '#app/lib/dates.ts'
import type { WaitingAnswers as Answers, WaitingMessages as Waiting } from './threads.contracts.ts'
import frame from '#app/ui/rows.module.css'
import styles from './waiting-messages.module.css'

/** Whose customers have written and wait for an answer, the longest waiting first. */
export function WaitingMessages({ rows, total, zone, now }: Waiting & { zone: string; now: string }) {
	return (
		<>
			<ul className={`${frame.rows} ${styles.rows}`}>
				{rows.map(({ appointment_id: id, name, starts_at, text, count }) => (
					<li key={id}>
						<span>
							<Link to={`${adminPaths.appointment(id)}#nachrichten`}>{name || 'Ohne Namen'}</Link>, Termin{' '}
							{formatSoon(starts_at, zone, now)}
							{count > 1 ? `, ${count} Nachrichten` : ''}
						</span>
						<q className={styles.words}>{text}</q>
					</li>
				))}
			</ul>
			{total > rows.length ? <p className={styles.more}>und {total - rows.length} weitere</p> : null}
		</>
	)
}

/** Search orders whose customers have answered a question, the longest waiting first. */
export function WaitingAnswers({ rows, total }: Answers) {
	return (
		<>
			<ul className={`${frame.rows} ${styles.rows}`}>
				{rows.map(({ order_id: id, title, text, count }) => (
					<li key={id}>
						<span>
							Antwort zum Suchauftrag <Link to={`${adminPaths.offerTo(id)}#fragen`}>{title}</Link>
							{count > 1 ? `, ${count} Nachrichten` : ''}
						</span>
						<q className={styles.words}>{text}</q>
					</li>
				))}
			</ul>
			{total > rows.length ? <p className={styles.more}>und {total - rows.length} weitere</p> : null}
		</>
	)
}
