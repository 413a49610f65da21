import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { formatSoon } from '#app/lib/dates.ts'
import styles from './customer.module.css'
import { peopleOf, servicesOf, type Visit } from './history.ts'

type Props = { visit: Visit; severalPlaces: boolean; mark: ReactNode; now: string }

/** When the customer comes next, with the way to the appointment. */
export function NextVisit({ visit, severalPlaces, mark, now }: Props) {
	const { id, starts_at, for_name: forName, locations } = visit
	return (
		<p className={styles.next}>
			<span className={styles.soon}>Nächster Termin</span>
			<span>
				<Link to={adminPaths.appointment(id)}>{formatSoon(starts_at, locations.time_zone, now)} Uhr</Link>,{' '}
				{servicesOf(visit)} bei {peopleOf(visit)}
				{forName ? ` für ${forName}` : ''}
				{severalPlaces ? `, ${locations.name}` : ''}
			</span>
			{mark}
		</p>
	)
}
