import { useEffect, useState } from 'react'
import { Notice } from '#app/ui/notice.tsx'

/** What the visitor is told about the hold; `left` are milliseconds from the moment the page was made. */
export type HoldInfo = { text: string; left: number }

/** Says until when the time is kept; with JavaScript also how many minutes are left. Screen readers do not announce the countdown. */
export function HoldClock({ text, left }: HoldInfo) {
	const [minutes, setMinutes] = useState<number>()
	useEffect(() => {
		const started = performance.now()
		const tick = (): void => setMinutes(Math.max(0, Math.ceil((left - (performance.now() - started)) / 60_000)))
		tick()
		const timer = setInterval(tick, 5_000)
		return () => clearInterval(timer)
	}, [left])
	const over = left <= 0 || minutes === 0
	if (over && left > 0) {
		return (
			<Notice kind="warning">
				<p>Die Reservierung ist abgelaufen. Solange die Zeit frei ist, können Sie trotzdem buchen.</p>
			</Notice>
		)
	}
	return (
		<Notice kind={over ? 'warning' : 'info'}>
			<p>
				{text}{' '}
				{!over && minutes ? <span>{minutes === 1 ? 'Noch eine Minute.' : `Noch ${minutes} Minuten.`}</span> : null}
			</p>
		</Notice>
	)
}
