import { useEffect, useState } from 'react'
import { formatTime } from '#app/lib/dates.ts'
import { minuteOf, positionOf } from './axis.ts'
import type { BoardData } from './board-data.ts'
import styles from './board.module.css'
import type { Column } from './columns.ts'
import { steps } from './places.ts'

const LOOK_MS = 20_000

/** The instant (ISO) of now, first that of the answer, so that the server and the browser draw the same. */
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

/** The line of now in a column of today. */
export function NowLine(props: Props) {
	const place = placeOf(props, useNow(props.now))
	return place ? <div className={`${styles.now} ${place}`} data-now="" aria-hidden="true" /> : null
}

/** Its time beside the hours. */
function NowMark(props: Props & { zone: string }) {
	const current = useNow(props.now)
	const place = placeOf(props, current)
	return place ? <span className={`${styles.nowMark} ${place}`}>{formatTime(current, props.zone)}</span> : null
}

/** The hours beside the columns. */
export function Hours({ marks, axis, part, columns, zone, now }: BoardData) {
	const today = columns.find((column) => column.today)
	return (
		<div className={styles.hours} data-hours="" aria-hidden="true">
			<div className={styles.corner} />
			<div className={`${styles.scale} m${steps(part.to - part.from)}`}>
				{marks.map(({ at, text }) => (
					<span key={at} className={`${styles.mark} f${steps(at - part.from)}`}>
						{text}
					</span>
				))}
				{today ? <NowMark column={today} {...{ axis, part, now, zone }} /> : null}
			</div>
		</div>
	)
}
