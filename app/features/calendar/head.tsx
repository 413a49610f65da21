import { Form, Link } from 'react-router'
import { formatLongDate } from '#app/lib/dates.ts'
import { paths } from '#app/lib/paths.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import type { Range, View } from './calendar.ts'
import styles from './head.module.css'

const VIEWS: { view: View; name: string }[] = [
	{ view: 'tag', name: 'Tag' },
	{ view: 'woche', name: 'Woche' },
	{ view: 'liste', name: 'Liste' },
]

/** The shown days, the way to others, the view, and the day's key figures in one line. */
export function Head({ range, today, figures }: { range: Range; today: string; figures: string }) {
	const to = (tag: string, ansicht: View = range.view): string =>
		paths.adminCalendar({ tag, ansicht: ansicht === 'tag' ? undefined : ansicht })
	const noon = (date: string): string => `${date}T12:00:00Z`
	const title =
		range.view === 'woche'
			? `${Number(range.from.slice(8))}.${Number(range.from.slice(5, 7))}. bis ${Number(range.to.slice(8))}.${Number(range.to.slice(5, 7))}.${range.to.slice(0, 4)}`
			: formatLongDate(noon(range.day), 'UTC')
	return (
		<header className={styles.head}>
			<div>
				<h1 className={styles.title}>{title}</h1>
				<p className={styles.figures}>{figures}</p>
			</div>
			<nav aria-label="Kalender" className={styles.tools}>
				<span className={styles.group}>
					<Link to={to(range.previous)} aria-label="Zurück">
						‹
					</Link>
					<Link to={to(today)} aria-current={range.from <= today && today <= range.to ? 'date' : undefined}>
						Heute
					</Link>
					<Link to={to(range.next)} aria-label="Weiter">
						›
					</Link>
				</span>
				<Form method="get" action={paths.adminCalendar()} className={styles.jump}>
					{range.view === 'tag' ? null : <input type="hidden" name="ansicht" value={range.view} />}
					<input type="date" name="tag" defaultValue={range.day} key={range.day} aria-label="Tag" />
					<Button kind="secondary">Zeigen</Button>
				</Form>
				<span className={styles.group}>
					{VIEWS.map(({ view, name }) => (
						<Link key={view} to={to(range.day, view)} aria-current={view === range.view ? 'true' : undefined}>
							{name}
						</Link>
					))}
				</span>
				<ButtonLink to={`/admin/appointment/new?tag=${range.day}`}>Neuer Termin</ButtonLink>
			</nav>
		</header>
	)
}
