import { Form, Link, useNavigate } from 'react-router'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { Button } from '#app/ui/button.tsx'
import { DateInput } from '#app/ui/date-field.tsx'
import type { Range, View } from './calendar.ts'
import { rangeTitle } from './range-title.ts'
import { Stand } from './stand.tsx'
import { ViewKeys } from './view-keys.tsx'
import styles from './head.module.css'

const BUTTONS: { view: View; name: string; sign: string }[] = [
	{ view: 'tag', name: 'Tag', sign: 'D' },
	{ view: 'woche', name: 'Woche', sign: 'W' },
	{ view: 'monat', name: 'Monat', sign: 'M' },
	{ view: 'liste', name: 'Liste', sign: 'L' },
]

type Props = {
	range: Range
	today: string
	figures: string
	people: { id: string; name: string }[]
	/** Whose calendar is shown; empty for everybody's. */
	person: string
	/** Whether an appointment is open beside the calendar, whose name is then the page's title. */
	opened: boolean
	/** The instant when the calendar was loaded, and its zone. */
	stand: string
	zone: string
}

/** The shown days, links to others, the view, and the key figures in one line. */
export function Head({ range, today, figures, people, person, opened, stand, zone }: Props) {
	const navigate = useNavigate()
	const Title = opened ? 'h2' : 'h1'
	const to = (tag: string, ansicht: View = range.view, whose = person): string =>
		adminPaths.calendar({
			tag,
			ansicht: ansicht === 'tag' ? undefined : ansicht,
			person: whose || undefined,
		})
	return (
		<header className={styles.head}>
			<div className={styles.words}>
				<Title className={styles.title}>{rangeTitle(range)}</Title>
				<p className={styles.figures}>{figures}</p>
				<Stand at={stand} zone={zone} />
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
				{/* Somebody stands at the desk. */}
				<Link
					to={adminPaths.newInCalendar({ ...shown(to(today)), jetzt: '1' })}
					className={styles.now}
					preventScrollReset
				>
					Jetzt<span className="visually-hidden"> eintragen</span>
				</Link>
				<span className={styles.group}>
					{BUTTONS.map(({ view, name }) => (
						<Link key={view} to={to(range.day, view)} aria-current={view === range.view ? 'true' : undefined}>
							{name}
						</Link>
					))}
				</span>
				<Form
					method="get"
					action={adminPaths.calendar()}
					className={styles.jump}
					key={`${range.day}${range.view}${person}`}
				>
					{range.view === 'tag' ? null : <input type="hidden" name="ansicht" value={range.view} />}
					<DateInput
						id="calendar-day"
						name="tag"
						today={today}
						defaultValue={range.day}
						aria-label="Tag"
						onRead={({ value }) => (value && value !== range.day ? void navigate(to(value)) : undefined)}
					/>
					{people.length > 1 ? (
						<select
							name="person"
							aria-label="Kalender von"
							defaultValue={person}
							onChange={({ currentTarget: { value } }) => void navigate(to(range.day, range.view, value))}
						>
							<option value="">Alle</option>
							{people.map(({ id, name }) => (
								<option key={id} value={id}>
									{name}
								</option>
							))}
						</select>
					) : null}
					<noscript>
						<Button kind="secondary">Zeigen</Button>
					</noscript>
				</Form>
				<button type="button" className={styles.print} onClick={() => window.print()}>
					Drucken
				</button>
				{range.view === 'monat' ? null : (
					<a className={styles.print} href={adminPaths.plan(shown(to(range.day)))}>
						<abbr title="Datei mit einer Seite für jede Person">PDF</abbr>
					</a>
				)}
				<ViewKeys
					go={(address) => void navigate(address)}
					keys={[
						...BUTTONS.map(({ view, name, sign }) => ({
							...{ key: sign.toLowerCase(), sign, words: name, to: to(range.day, view) },
						})),
						{ key: 't', sign: 'T', words: 'Heute', to: to(today) },
						{ key: 'arrowleft', sign: '←', words: 'Zurück', to: to(range.previous) },
						{ key: 'arrowright', sign: '→', words: 'Weiter', to: to(range.next) },
						{
							key: 'n',
							sign: 'N',
							words: 'Neuer Termin',
							to: adminPaths.newInCalendar(shown(to(range.day))),
						},
						{ key: 'b', sign: 'B', words: 'Neue Sperrzeit', to: adminPaths.newBlock(shown(to(range.day))) },
					]}
				/>
			</nav>
		</header>
	)
}

/** What an address of the calendar shows. */
const shown = (address: string): Record<string, string> =>
	Object.fromEntries(new URLSearchParams(address.split('?')[1]))
