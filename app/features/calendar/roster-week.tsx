import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { appointmentCount } from './board-data.ts'
import { colorClass } from './places.ts'
import type { Cell, DaySum } from './roster.ts'
import { shortDate } from './short-date.ts'
import styles from './roster-week.module.css'

type Props = {
	/** `week` is the letter of the rota's week, "" without a rota. */
	rows: { person: { id: string; name: string; title: string; color: string; week: string }; cells: Cell[] }[]
	days: DaySum[]
	today: string
	/** The requested day, which is visible first. */
	day: string
	/** Whose weeks these are, as addresses say it; "" for everybody's. */
	whose: string
}

/** A week of a team: a row for each person, a column for each day. */
export function RosterWeek({ rows, days, today, day, whose }: Props) {
	const frame = useRef<HTMLDivElement>(null)
	useEffect(() => {
		const root = frame.current
		const head = root?.querySelector<HTMLElement>(`[data-day="${day}"]`)
		const names = root?.querySelector('th')
		if (root && head && names)
			root.scrollLeft += head.getBoundingClientRect().left - names.getBoundingClientRect().right
	}, [day])
	const to = (tag: string, person?: string, ansicht?: string): string => adminPaths.calendar({ tag, ansicht, person })
	return (
		// Content wider than the screen can be scrolled with the arrow keys as well.
		// oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
		<div ref={frame} className={styles.frame} role="region" aria-label="Woche des Teams" tabIndex={0}>
			<table className={styles.table}>
				<caption className="visually-hidden">Arbeitszeit, Termine und Auslastung je Person und Tag</caption>
				<thead>
					<tr>
						<th scope="col">
							<span className="visually-hidden">Person</span>
						</th>
						{days.map((sum) => (
							<th key={sum.day} scope="col" data-day={sum.day} data-today={sum.day === today}>
								<Link to={to(sum.day, whose || undefined)}>{shortDate(sum.day)}</Link>
								<span className={styles.soft}>{sum.closed || `${sum.load} % ausgelastet`}</span>
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					{rows.map(({ person, cells }) => (
						<tr key={person.id} className={colorClass(person.color)}>
							<th scope="row">
								<Link to={to(day, person.id, 'woche')}>{person.name}</Link>
								{person.title ? <span className={styles.soft}>{person.title}</span> : null}
								{person.week ? <span className={styles.soft}>Woche {person.week}</span> : null}
							</th>
							{cells.map((cell) => (
								<td key={cell.day} data-off={cell.hours === ''} data-today={cell.day === today}>
									<CellView
										cell={cell}
										name={person.name}
										href={to(cell.day, person.id)}
										shown={{ tag: day, ansicht: 'woche', person: whose || undefined }}
									/>
								</td>
							))}
						</tr>
					))}
				</tbody>
			</table>
		</div>
	)
}

function CellView({
	cell,
	name,
	href,
	shown,
}: {
	cell: Cell
	name: string
	href: string
	shown: Record<string, string | undefined>
}) {
	const { hours, load, count, away, free } = cell
	const reasons = away.length > 0 ? <span className={styles.away}>{away.join(', ')}</span> : null
	return (
		<>
			<span className={styles.line}>
				<Link to={href} className={styles.open} data-cell={`${cell.person} ${cell.day}`}>
					<span className="visually-hidden">
						{name}, {shortDate(cell.day)}:{' '}
					</span>
					{hours === '' && count === 0 ? (
						<span className={styles.soft}>{away.join(', ')}</span>
					) : (
						appointmentCount(count)
					)}
				</Link>
				{load === null ? null : <span className={styles.load}>{load} %</span>}
			</span>
			{hours === '' ? (
				count > 0 ? (
					reasons
				) : null
			) : (
				<>
					<svg className={styles.bar} aria-hidden="true">
						<rect className={styles.work} width="100%" height="100%" />
						{cell.taken.map(({ from, length }) => (
							<rect key={from} x={`${from}%`} width={`${length}%`} height="100%" />
						))}
						{cell.breaks.map(({ from, length }) => (
							<rect key={from} className={styles.rest} x={`${from}%`} width={`${length}%`} height="100%" />
						))}
					</svg>
					<span className={styles.soft}>{hours}</span>
					{free ? (
						<span className={styles.soft}>
							frei ab{' '}
							<Link
								className={styles.free}
								to={adminPaths.newInCalendar({
									...shown,
									...{ am: cell.day, zeit: free.wall, bei: cell.person },
								})}
								preventScrollReset
								aria-label={`${free.time}, neuer Termin bei ${name}, ${shortDate(cell.day)}`}
							>
								{free.time}
							</Link>
						</span>
					) : free === '' ? (
						<span className={styles.soft}>ausgebucht</span>
					) : null}
					{reasons}
				</>
			)}
		</>
	)
}
