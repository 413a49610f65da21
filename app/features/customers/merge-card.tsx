import { Link } from 'react-router'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { dateText } from '#app/lib/calendar-date.ts'
import { localDate } from '#app/lib/dates.ts'
import type { MergeCard } from './merges.contracts.ts'
import styles from './merge.module.css'

type Props = { card: MergeCard; title?: string; zone: string }

/** One of two cards that are compared. */
export function MergeSide({ card, title, zone }: Props) {
	const facts: [string, string][] = [
		['E-Mail', card.email ?? ''],
		['Telefon', card.phone],
		['Geburtstag', dateText(card.birthday ?? '')],
		['Termine', String(card.visits)],
		['Zuletzt da', card.last_visit_at ? dateText(localDate(card.last_visit_at, zone)) : ''],
		['Merkmale', card.tags.join(', ')],
		['Notiz', card.note],
		['Karte seit', dateText(localDate(card.created_at, zone))],
	]
	return (
		<article className={styles.card} aria-label={title ?? card.name}>
			{title ? <p className={styles.title}>{title}</p> : null}
			<p className={styles.name}>
				<Link to={adminPaths.customer(card.id)}>{card.name}</Link>
			</p>
			<dl>
				{facts.map(([label, value]) => (
					<div key={label}>
						<dt>{label}</dt>
						<dd>{value || '–'}</dd>
					</div>
				))}
			</dl>
			{card.blocked ? <p className={styles.title}>Online-Buchung gesperrt</p> : null}
		</article>
	)
}
