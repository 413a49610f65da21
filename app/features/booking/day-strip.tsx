import { Form, Link } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { DateField } from '#app/ui/date-field.tsx'
import { useAhead } from '#app/ui/use-ahead.ts'
import styles from './day-strip.module.css'
import type { Day } from './times.ts'

type Props = {
	days: Day[]
	day: string
	previous?: string
	next?: string
	today: string
	last: string
	hrefFor: (day: string) => string
	/** The rest of the choice, for the form that jumps to a date. */
	hidden: [name: string, value: string][]
}

/** Seven days as links, with free ones marked; arrows to the weeks before and after, and a jump to any date. */
export function DayStrip({ days, day, previous, next, today, last, hrefFor, hidden }: Props) {
	const ahead = useAhead()
	return (
		<div className={styles.calendar}>
			<div className={styles.head}>
				<Arrow to={previous && hrefFor(previous)} label="Vorherige 7 Tage" sign="‹" />
				<details className={styles.jump} key={day}>
					<summary>{period(days)}</summary>
					<Form method="get" className={styles.form} preventScrollReset>
						{hidden.map(([name, value]) => (
							<input key={`${name}${value}`} type="hidden" name={name} value={value} />
						))}
						<DateField label="Zum Datum springen" name="day" defaultValue={day} today={today} min={today} max={last} />
						<Button kind="secondary">Anzeigen</Button>
					</Form>
				</details>
				<Arrow to={next && hrefFor(next)} label="Nächste 7 Tage" sign="›" />
			</div>
			<ul className={styles.days}>
				{days.map((one) => (
					<li key={one.date}>
						<Link
							to={hrefFor(one.date)}
							className={one.free > 0 ? styles.free : styles.none}
							aria-current={one.date === day ? 'date' : undefined}
							preventScrollReset
							prefetch={ahead}
						>
							<span>{one.weekday}</span> <span className={styles.number}>{one.number}</span>{' '}
							<span className="visually-hidden">{one.month}: </span>
							{one.free > 0 ? <span className={styles.mark}>frei</span> : <span aria-hidden="true">–</span>}
							{one.free > 0 ? null : <span className="visually-hidden">nichts frei</span>}
						</Link>
					</li>
				))}
			</ul>
		</div>
	)
}

function Arrow({ to, label, sign }: { to?: string; label: string; sign: string }) {
	const ahead = useAhead()
	return to ? (
		<Link to={to} className={styles.arrow} aria-label={label} preventScrollReset prefetch={ahead}>
			{sign}
		</Link>
	) : (
		<span className={styles.arrow} aria-hidden="true" data-off>
			{sign}
		</span>
	)
}

// "Sa., 21. Nov. 2026" and "Fr., 27. Nov. 2026" → "21. Nov. – 27. Nov. 2026"
function period(days: Day[]): string {
	const [first = '', last = ''] = [days[0]?.label, days.at(-1)?.label].map((label) => label?.replace(/^\S+ /, ''))
	return `${first.replace(/ \d{4}$/, '')} – ${last}`
}
