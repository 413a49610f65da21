import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { messageState, messageText } from '#app/features/appointments/texts.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { formatDate, formatTime } from '#app/lib/dates.ts'
import { formatPrice } from '#app/lib/money.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Views } from '#app/ui/tabs.tsx'
import styles from './customer.module.css'
import { HISTORY_VIEWS, historyOf, type HistoryView, type Mail, peopleOf, servicesOf, type Visit } from './history.ts'

type Marks = { severalPlaces: boolean; markOf: (state: Visit['state']) => ReactNode }
type Props = Marks & { customer: string; visits: Visit[]; messages: Mail[]; view: HistoryView; zone: string }

/** Visits and messages of a customer, the latest first, each with its state and a link to its appointment. */
export function History({ customer, visits, messages, view, zone, ...marks }: Props) {
	const hrefOf = (name: HistoryView) => adminPaths.customer(customer, { zeige: name === 'alles' ? undefined : name })
	const entries = historyOf(visits, messages, view)
	const line = (entry: (typeof entries)[number]): ReactNode =>
		'visit' in entry ? (
			<VisitLine key={entry.id} visit={entry.visit} {...marks} />
		) : (
			<MailLine key={entry.id} mail={entry.mail} at={entry.at} zone={zone} />
		)
	return (
		<>
			{messages.length > 0 ? (
				<Views
					label="Was der Verlauf zeigt"
					tabs={(Object.keys(HISTORY_VIEWS) as HistoryView[]).map((name) => ({
						...{ to: hrefOf(name), label: HISTORY_VIEWS[name] },
					}))}
					current={hrefOf(view)}
				/>
			) : null}
			{entries.length === 0 ? (
				<EmptyState
					icon="calendar"
					what="Noch kein Termin."
					how="Gebuchte und eingetragene Termine stehen hier mit ihrem Ausgang, dazu die Nachrichten an diese Person."
				/>
			) : (
				<ol className={styles.visits}>{entries.slice(0, SHOWN).map(line)}</ol>
			)}
			{entries.length > SHOWN ? (
				<details className={styles.older}>
					<summary>{entries.length - SHOWN} ältere zeigen</summary>
					<ol className={styles.visits}>{entries.slice(SHOWN).map(line)}</ol>
				</details>
			) : null}
		</>
	)
}

const SHOWN = 12

function VisitLine({ visit, severalPlaces, markOf }: { visit: Visit } & Marks) {
	const { id, state, starts_at, note, for_name: forName, total_cents, locations } = visit
	const zone = locations.time_zone
	return (
		<li>
			<span className={styles.day}>{formatDate(starts_at, zone)}</span>
			<span className={styles.visit}>
				<Link to={adminPaths.appointment(id)}>{servicesOf(visit)}</Link> {markOf(state)}
				<span className={styles.below}>
					{formatTime(starts_at, zone)} Uhr · {peopleOf(visit)}
					{forName ? ` · für ${forName}` : ''}
					{severalPlaces ? ` · ${locations.name}` : ''}
					{note ? ` · „${note}“` : ''}
				</span>
			</span>
			<span className={styles.price}>{formatPrice(total_cents)}</span>
		</li>
	)
}

function MailLine({ mail, at, zone }: { mail: Mail; at: string; zone: string }) {
	const text = messageText(mail)
	return (
		<li className={styles.mail}>
			<span className={styles.day}>{formatDate(at, zone)}</span>
			<span className={styles.visit}>
				{mail.appointment_id ? <Link to={adminPaths.appointment(mail.appointment_id)}>{text}</Link> : text}
				<span className={mail.state === 'failed' || mail.state === 'bounced' ? styles.failed : styles.below}>
					{messageState(mail, zone)}
				</span>
			</span>
		</li>
	)
}
