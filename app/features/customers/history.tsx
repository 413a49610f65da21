import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { formatDate, formatTime, HOME_ZONE } from '#app/lib/dates.ts'
import { formatPrice } from '#app/lib/money.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import type { CustomerPage } from './customers.queries.server.ts'
import styles from './customer.module.css'

type Visit = CustomerPage['visits'][number]
type Props = { visits: Visit[]; severalPlaces: boolean; markOf: (state: Visit['state']) => ReactNode }

/** All appointments of a customer, the latest first, each with a mark for its state and a link to its page. */
export function Visits({ visits, severalPlaces, markOf }: Props) {
	if (visits.length === 0)
		return (
			<EmptyState what="Noch kein Termin." how="Gebuchte und eingetragene Termine stehen hier mit ihrem Ausgang." />
		)
	const line = (visit: Visit): ReactNode => <Line key={visit.id} {...{ visit, severalPlaces, markOf }} />
	return (
		<>
			<ol className={styles.visits}>{visits.slice(0, SHOWN).map(line)}</ol>
			{visits.length > SHOWN ? (
				<details className={styles.older}>
					<summary>{visits.length - SHOWN} ältere zeigen</summary>
					<ol className={styles.visits}>{visits.slice(SHOWN).map(line)}</ol>
				</details>
			) : null}
		</>
	)
}

const SHOWN = 12

function Line({ visit, severalPlaces, markOf }: { visit: Visit } & Pick<Props, 'severalPlaces' | 'markOf'>) {
	const { id, state, starts_at, note, for_name: forName, total_cents, locations } = visit
	const zone = locations.time_zone
	const lines = visit.lines.toSorted((one, other) => one.position - other.position)
	const people = [...new Set(lines.map(({ employees }) => employees?.name ?? '–'))]
	return (
		<li>
			<span className={styles.day}>{formatDate(starts_at, zone)}</span>
			<span className={styles.visit}>
				<Link to={adminPaths.appointment(id)}>{lines.map((line) => line.service_name).join(', ')}</Link> {markOf(state)}
				<span className={styles.below}>
					{formatTime(starts_at, zone)} Uhr · {people.join(', ')}
					{forName ? ` · für ${forName}` : ''}
					{severalPlaces ? ` · ${locations.name}` : ''}
					{note ? ` · „${note}“` : ''}
				</span>
			</span>
			<span className={styles.price}>{formatPrice(total_cents)}</span>
		</li>
	)
}

/** The zone for naming a customer's days: that of the latest visit. */
export const zoneOf = (visits: CustomerPage['visits']): string => visits[0]?.locations.time_zone ?? HOME_ZONE
