import type { Placed } from './columns.ts'
import styles from './entry.module.css'
import { colorClass, laneClass, placeClass, steps } from './places.ts'

type Props = {
	entry: Placed
	/** The minute at which the calendar begins. */
	first: number
	href: string
	/** Whether the page is hydrated: then the cursor leads to entries, and the tab key skips them. */
	usable: boolean
	opened: boolean
}

const MOVES = 'Alt+ArrowUp Alt+ArrowDown Alt+ArrowLeft Alt+ArrowRight Shift+ArrowUp Shift+ArrowDown'

const SIDEWAYS = 'Alt+ArrowLeft Alt+ArrowRight'

/** A line of an appointment at its time; a processing gap splits it into two parts with a band in between. */
export function EntryLink({ entry, first, href, usable, opened }: Props) {
	const { gap, from, to, title, state } = entry
	const look = [
		styles.entry,
		styles[state],
		laneClass(entry.lane, entry.lanes),
		...(entry.color ? [colorClass(entry.color)] : []),
		...(entry.nested ? [styles.nested] : []),
		...(entry.lanes > 1 ? [styles.beside] : []),
		...(entry.lanes > 2 ? [styles.slim] : []),
	].join(' ')
	const end = gap ? gap.from : to
	const link = { href, 'data-entry': entry.id, draggable: false }
	return (
		<li>
			<a
				{...link}
				className={`${look} ${placeClass(first, from, end)} ${sizeOf(from, end)}`}
				tabIndex={usable ? -1 : undefined}
				aria-current={opened ? 'true' : undefined}
				aria-keyshortcuts={entry.movable ? (entry.room === undefined ? MOVES : SIDEWAYS) : undefined}
			>
				<strong>{title}</strong>{' '}
				<span className={styles.time}>
					{entry.time}
					<span className={styles.until}>–{entry.until}</span>
				</span>{' '}
				<span className={styles.service}>{entry.service}</span>
				<Mark state={state} />
				{entry.movable && !gap && entry.room === undefined ? <Grip /> : null}
			</a>
			{gap ? (
				<>
					<span className={`${look} ${styles.gap} ${placeClass(first, gap.from, gap.to)}`}>{entry.gapWords}</span>
					<a
						{...link}
						className={`${look} ${placeClass(first, gap.to, to)} ${sizeOf(gap.to, to)}`}
						tabIndex={-1}
						aria-hidden="true"
					>
						<strong>{title}</strong> <span className={styles.service}>nach der Einwirkzeit</span>
						{entry.movable ? <Grip /> : null}
					</a>
				</>
			) : null}
		</li>
	)
}

/** Where the end of an entry is dragged. */
function Grip() {
	return <span className={styles.grip} data-grip="" aria-hidden="true" />
}

/** Below half an hour, name, start and service share one line; below a quarter they are in small letters. */
function sizeOf(from: number, to: number): string {
	const drawn = steps(to - from)
	return [drawn < 6 ? styles.one : '', drawn < 3 ? styles.tiny : '', drawn > 7 ? styles.tall : ''].join(' ')
}

function Mark({ state }: { state: string }) {
	if (state === 'requested') return <span className={`${styles.tag} ${styles.asked}`}>Anfrage</span>
	if (state === 'awaiting_payment') return <span className={`${styles.tag} ${styles.asked}`}>Zahlung offen</span>
	if (state === 'arrived') return <span className={`${styles.tag} ${styles.here}`}>da</span>
	if (state === 'no_show') return <span className={`${styles.tag} ${styles.missed}`}>nicht da</span>
	if (state !== 'completed') return null
	return (
		<span className={styles.done}>
			<svg viewBox="0 0 24 24" width="14" height="14" aria-hidden="true">
				<path d="m5 12.500 4.500 4.500L19 7.500" fill="none" stroke="currentColor" strokeWidth="2" />
			</svg>
			<span className="visually-hidden"> wahrgenommen</span>
		</span>
	)
}
