import { memo } from 'react'
import type { Axis } from './axis.ts'
import { appointmentCount, type Part, sameColumn } from './board-data.ts'
import styles from './board.module.css'
import { ColumnMenu } from './column-menu.tsx'
import type { Column } from './columns.ts'
import { EntryLink } from './entry-link.tsx'
import { pathOf } from './events.ts'
import { NowLine } from './now.tsx'
import { colorClass, placeClass, steps } from './places.ts'

type Props = {
	column: Column
	/** The name of the person whose column it is. */
	who: string
	axis: Axis
	part: Part
	week: boolean
	/** The column can be narrow, because this person is away and others are not. */
	folds: boolean
	usable: boolean
	/** The appointment that is open beside the calendar. */
	opened: string
	/** The parts of an appointment's address before and after the id. */
	address: [string, string]
	now: string
	/** Where somebody's absence is entered; empty for members who have no right to. */
	disrupt: string
	/** Where their shift of this day is changed; empty likewise. */
	shift: string
}

/** A person's or a room's day, or a day of the week, as a list of links that is readable without JavaScript. */
export const ColumnView = memo(
	function ColumnView({ column, who, axis, part, week, folds, usable, opened, address, now, disrupt, shift }: Props) {
		const { name, entries, closed, missing, load, away, today } = column
		// What has no room: many at the same time.
		const shared = column.person === '' && column.room === ''
		return (
			<section
				className={`${styles.column} ${styles.person} ${folds ? styles.folded : shared ? styles.shared : ''} ${colorClass(column.color)}`}
				aria-label={`${name}, ${appointmentCount(column.count)}`}
				id={`spalte-${column.key}`}
			>
				<div className={styles.head} data-head="" data-today={week && today}>
					{/* The names of rooms need the space: they often differ at their ends only. */}
					{week || column.person === '' ? null : (
						<span className={styles.face} aria-hidden="true">
							{initials(name)}
						</span>
					)}
					<span className={styles.words} data-away={load === null && !week}>
						<strong>{name}</strong>
						{column.week ? (
							<span className={styles.letter} title={`Woche ${column.week}`}>
								<span className="visually-hidden">, Woche </span>
								{column.week}
							</span>
						) : null}
						<span className={styles.load}>
							{load === null ? away : `${load} %`}
							{load === null || !week ? null : <span className={styles.unit}> ausgelastet</span>}
						</span>
					</span>
					{disrupt ? (
						<span className={styles.menu} data-menu={column.key}>
							<ColumnMenu
								{...{ disrupt, shift, today }}
								label={week ? `${who}, ${name}` : name}
								name={who}
								className={styles.more ?? ''}
								// The calendar is one stop for the Tab key; there a key opens this.
								tabIndex={usable ? -1 : undefined}
								face={<span aria-hidden="true">⋮</span>}
							/>
						</span>
					) : null}
					{load === null || week ? null : (
						<svg className={styles.meter} aria-hidden="true">
							<rect width="100%" height="4" rx="2" />
							<rect width={`${load}%`} height="4" rx="2" />
						</svg>
					)}
				</div>
				<div className={`${styles.track} m${steps(part.to - part.from)}`} data-track={column.key}>
					{closed.concat(missing ? [{ ...missing, reason: 'Zeitumstellung' }] : []).map(({ from, to, reason }) =>
						to <= part.from || from >= part.to ? null : (
							<p key={from} className={`${styles.closed} ${spot(part, from, to)}`}>
								{folds && reason ? `${name} · ${reason}` : week && away ? '' : reason}
							</p>
						),
					)}
					<ol className={styles.list}>
						{entries.map((entry) => (
							<EntryLink
								key={entry.id}
								entry={entry}
								first={part.from}
								href={address.join(pathOf(entry))}
								usable={usable}
								opened={opened === entry.source}
							/>
						))}
					</ol>
					{today ? <NowLine {...{ axis, part, column, now }} /> : null}
				</div>
			</section>
		)
	},
	(one, other) =>
		sameColumn(one.column, other.column) &&
		one.part.from === other.part.from &&
		one.part.to === other.part.to &&
		one.week === other.week &&
		one.who === other.who &&
		one.folds === other.folds &&
		one.usable === other.usable &&
		one.opened === other.opened &&
		one.disrupt === other.disrupt &&
		one.shift === other.shift &&
		one.address.join(' ') === other.address.join(' '),
)

function spot(part: Part, from: number, to: number): string {
	return placeClass(part.from, Math.max(part.from, from), Math.min(part.to, to))
}

function initials(name: string): string {
	const words = name.split(/\s+/).filter(Boolean)
	return [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => word?.[0] ?? '').join('')
}
