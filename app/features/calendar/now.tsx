import { useEffect, useState } from 'react'
import { formatTime } from '#app/lib/dates.ts'
import { minuteOf, positionOf } from './axis.ts'
import type { BoardData } from './board-data.ts'
import styles from './board.module.css'
import type { Column } from './columns.ts'
import nowStyles from './now.module.css'
import { steps } from './places.ts'

const LOOK_MS = 20_000

/** The present instant (ISO). It begins with that of the answer, so that the server and the browser draw the same. */
function useNow(answered: string): string {
	const [now, setNow] = useState(answered)
	useEffect(() => {
		const look = (): void => setNow(new Date().toISOString())
		look()
		const timer = setInterval(look, LOOK_MS)
		return () => clearInterval(timer)
	}, [])
	return now
}

type Props = Pick<BoardData, 'axis' | 'part' | 'now'> & { column: Column }

function placeOf({ axis, part, column: { day } }: Props, now: string): string | undefined {
	const minute = positionOf(axis, day, minuteOf(day, now))
	return minute < part.from || minute >= part.to ? undefined : `f${steps(minute - part.from)}`
}

/** The line at the present time, in a column of today. */
export function NowLine(props: Props) {
	const place = placeOf(props, useNow(props.now))
	return place ? <div className={`${nowStyles.now} ${place}`} data-now="" aria-hidden="true" /> : null
}

// The height of a label, in minutes.
const LABEL = 12

/** The hours beside the columns, with the present time among them. */
export function Hours({ marks, axis, part, columns, zone, now }: BoardData) {
	const current = useNow(now)
	const column = columns.find(({ today }) => today)
	const place = column && placeOf({ axis, part, column, now }, current)
	const minute = column && place ? positionOf(axis, column.day, minuteOf(column.day, current)) : Number.NaN
	return (
		<div className={styles.hours} data-hours="" aria-hidden="true">
			<div className={styles.corner} />
			<div className={`${styles.scale} m${steps(part.to - part.from)}`}>
				{marks.map(({ at, text }) =>
					Math.abs(at - minute) < LABEL ? null : (
						<span key={at} className={`${nowStyles.mark} f${steps(at - part.from)}`}>
							{text}
						</span>
					),
				)}
				{place ? <span className={`${nowStyles.nowMark} ${place}`}>{formatTime(current, zone)}</span> : null}
			</div>
		</div>
	)
}
