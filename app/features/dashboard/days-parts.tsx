import { Link } from 'react-router'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { dayName, formatTime } from '#app/lib/dates.ts'
import { Notice } from '#app/ui/notice.tsx'
import styles from './days-parts.module.css'

/** Says why another day than today is shown. `everybody`: the reader sees all people of the location, not only themselves. */
export function ClosedToday({ reason, day, everybody }: { reason: string; day: string; everybody: boolean }) {
	const why = everybody
		? `Heute ist geschlossen${reason === 'geschlossen' ? '' : `: ${reason}`}.`
		: 'Heute haben Sie frei.'
	return (
		<div className={styles.closed}>
			<Notice>
				<p>
					{why} Hier steht der nächste Arbeitstag, {dayName(day)}.
				</p>
			</Notice>
		</div>
	)
}

type NextDayProps = { day: string; load: number | null; count: number; first?: string; zone: string }

/** The working day after the shown one, in one line, with a link to its calendar. */
export function NextDay({ day, load, count, first, zone }: NextDayProps) {
	const words = [
		count === 0 ? 'noch nichts gebucht' : count === 1 ? '1 Termin' : `${count} Termine`,
		...(first ? [`${count === 1 ? 'um' : 'der erste um'} ${formatTime(first, zone)}`] : []),
		...(load === null || count === 0 ? [] : [`${load} % ausgelastet`]),
	]
	return (
		<section className={styles.next}>
			<h2>Nächster Arbeitstag</h2>
			<p>
				<Link to={adminPaths.calendar({ ansicht: 'tag', tag: day })}>{dayName(day)}</Link>: {words.join(', ')}
			</p>
		</section>
	)
}
