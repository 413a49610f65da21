import { useEffect, useRef, useState } from 'react'
import { addDays } from '#app/lib/dates.ts'
import { mondayOf } from '#app/lib/rota.ts'
import { readWeeks } from './read-weeks.ts'
import { type Period, rowsOf, weekFrom, weekText } from './weeks.ts'
import styles from './rota-weeks.module.css'

const WEEKS = 4

type Props = {
	periods: Period[]
	/** Whether the periods are texts as they were typed, which are read first. */
	typed: boolean
	today: string
}

/** What a rota means for the next weeks, absences left out. Follows what is typed in the form around it, as long as that can be read. */
export function RotaPreview({ periods, typed: raw, today }: Props) {
	const place = useRef<HTMLDivElement>(null)
	const [typed, setTyped] = useState<Period[]>()
	const turning = periods.some(({ days }) => days.length > 7)
	useEffect(() => {
		const form = place.current?.closest('form')
		const look = (): void => {
			const input = new FormData(form ?? undefined)
			input.set('sure', 'ja')
			const read = readWeeks(input, today)
			if ('periods' in read) setTyped(read.periods)
		}
		if (turning) look()
		form?.addEventListener('input', look)
		return () => form?.removeEventListener('input', look)
	}, [turning, today])
	if (!turning) return null
	const readable = typed ?? (raw ? undefined : periods)
	return <div ref={place}>{readable ? <NextWeeks periods={readable} today={today} /> : null}</div>
}

function NextWeeks({ periods, today }: { periods: Period[]; today: string }) {
	const rows = rowsOf(periods)
	return (
		<table className={styles.preview}>
			<caption>Die nächsten vier Wochen</caption>
			<tbody>
				{Array.from({ length: WEEKS }, (_, index) => {
					const monday = addDays(mondayOf(today), 7 * index)
					const { letter, days } = weekFrom(rows, monday)
					return (
						<tr key={monday}>
							<th scope="row">
								{letter ? `Woche ${letter}, ` : ''}ab {monday.slice(8)}.{monday.slice(5, 7)}.
							</th>
							<td>{weekText(days) || 'keine Arbeitszeit'}</td>
						</tr>
					)
				})}
			</tbody>
		</table>
	)
}
