import type { ReactNode } from 'react'
import { windowText } from '#app/lib/wish-windows.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { formatSoon } from '#app/lib/dates.ts'
import { Badge } from '#app/ui/badge.tsx'
import { List } from '#app/ui/list.tsx'
import type { WaitingPlace } from './offers.contracts.ts'
import styles from './offers.module.css'

type Props = { places: WaitingPlace[]; people: { id: string; name: string }[]; zone: string; now: string }

/** Who waits for time at this location, the first come first; each with a link to where a time is offered by hand. */
export function WaitingList({ places, people, zone, now }: Props) {
	return (
		<List
			label="Warteliste"
			rows={places}
			idOf={({ id }) => id}
			nameOf={placeName}
			hrefFor={(id) => adminPaths.offerTo(id)}
			columns={[
				{ name: 'was', label: 'Wartet auf', place: 'title', show: placeName },
				{
					name: 'wann',
					label: 'Wunschzeiten',
					place: 'lead',
					look: 'wraps',
					show: ({ windows, replaces }) => wishedTimes(windows, replaces && formatSoon(replaces, zone, now)),
				},
				{
					name: 'bei',
					label: 'Bei',
					named: true,
					show: ({ employee_id }) => people.find(({ id }) => id === employee_id)?.name ?? 'egal',
				},
				{
					name: 'seit',
					label: 'Wartet seit',
					named: true,
					show: ({ confirmed_at }) => formatSoon(confirmed_at, zone, now),
				},
				{
					name: 'frei',
					label: 'Erste freie Zeit',
					named: true,
					show: ({ free }) => firstFree(free && formatSoon(free, zone, now)),
				},
				{
					name: 'stand',
					label: 'Stand',
					place: 'corner',
					show: ({ offer, paused }) => standing(offer && formatSoon(offer.expires_at, zone, now), paused),
				},
			]}
		/>
	)
}

const placeName = ({ services }: WaitingPlace): string => services.join(', ')

function wishedTimes(windows: WaitingPlace['windows'], replaces: string | null): ReactNode {
	return (
		<>
			{windows.map(windowText).map((text) => (
				<span key={text} className={styles.line}>
					{text}
				</span>
			))}
			{replaces ? <span className={styles.soft}>statt des Termins {replaces}</span> : null}
		</>
	)
}

const firstFree = (free: string | null): ReactNode => free ?? <span className={styles.soft}>nichts frei</span>

function standing(offeredUntil: string | null, paused: boolean): ReactNode {
	if (offeredUntil !== null) return <Badge kind="waiting">{`Angebot bis ${offeredUntil}`}</Badge>
	return paused ? <Badge kind="quiet">pausiert</Badge> : null
}
