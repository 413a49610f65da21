import { Form, Link } from 'react-router'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { Button } from '#app/ui/button.tsx'
import { useGo } from '#app/ui/use-go.ts'
import type { Range, View } from './calendar.ts'
import { DayMenu } from './day-menu.tsx'
import type { Figures } from './figures.ts'
import { PeopleChoice } from './people-choice.tsx'
import { rangeTitle } from './range-title.ts'
import { ROOMS, ROOMS_NAME } from './rooms.ts'
import { Stand } from './stand.tsx'
import { ViewKeys } from './view-keys.tsx'
import { peopleIn } from './whose.ts'
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
	figures: Figures
	people: { id: string; name: string }[]
	/** Whose calendar is shown, as addresses say it; empty for everybody's. */
	person: string
	/** Whether the location has rooms or devices, which can be shown instead of people. */
	rooms: boolean
	/** Whether an appointment is open beside the calendar, whose name is then the page's title. */
	opened: boolean
	/** How many requests and waiting people there are. */
	open: { requests: number; waiting: number }
	/** The instant when the calendar was loaded, and its zone. */
	stand: string
	zone: string
}

/** The shown days, links to others, the view, and the key figures in one line. */
export function Head({ range, today, figures, people, person, rooms, opened, open, stand, zone }: Props) {
	const go = useGo()
	const several = peopleIn(person).length
	const Title = opened ? 'h2' : 'h1'
	const [, title = '', year] = /^(.*?)(?: (\d{4}))?$/.exec(rangeTitle(range)) ?? []
	const to = (tag: string, ansicht: View = range.view, whose = person): string =>
		adminPaths.calendar({
			tag,
			ansicht: ansicht === 'tag' ? undefined : ansicht,
			person: whose || undefined,
		})
	return (
		<header className={styles.head}>
			<div className={styles.words}>
				<Title className={styles.title}>
					{title}
					{year ? <span className={styles.year}> {year}</span> : null}
				</Title>
				<p className={styles.figures}>
					{figures.count}
					{figures.load ? (
						<>
							{' · '}
							{figures.load}
							<span className={styles.unit}> ausgelastet</span>
						</>
					) : null}
					{figures.value ? ` · ${figures.value}` : null}
				</p>
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
				<OpenLink to={adminPaths.openInCalendar(shown(to(range.day)))} {...open} />
				<span className={styles.group}>
					{BUTTONS.map(({ view, name }) => (
						<Link key={view} to={to(range.day, view)} aria-current={view === range.view ? 'true' : undefined}>
							{name}
						</Link>
					))}
				</span>
				{people.length > 1 || rooms ? (
					<Form method="get" action={adminPaths.calendar()} className={styles.jump} key={`${range.view}${person}`}>
						{range.view === 'tag' ? null : <input type="hidden" name="ansicht" value={range.view} />}
						<input type="hidden" name="tag" value={range.day} />
						<select
							name="person"
							aria-label="Kalender von"
							defaultValue={person}
							onChange={({ currentTarget: choice }) => {
								if (!go(to(range.day, range.view, choice.value))) choice.value = person
							}}
						>
							<option value="">Alle</option>
							{several > 1 ? <option value={person}>{several} Personen</option> : null}
							{rooms && range.view === 'tag' ? <option value={ROOMS}>{ROOMS_NAME}</option> : null}
							{people.map(({ id, name }) => (
								<option key={id} value={id}>
									{name}
								</option>
							))}
						</select>
						<noscript>
							<Button kind="secondary">Zeigen</Button>
						</noscript>
					</Form>
				) : null}
				{people.length > 2 ? (
					<PeopleChoice {...{ range, people }} whose={person} show={(whose) => go(to(range.day, range.view, whose))} />
				) : null}
				<DayMenu {...{ range, today, person }} plan={adminPaths.plan(shown(to(range.day)))} go={(tag) => go(to(tag))} />
				<ViewKeys
					{...{ go }}
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

/** Opens the list of what waits, which returns the focus here. */
function OpenLink({ to, requests, waiting }: { to: string } & Props['open']) {
	const words = [
		...(requests > 0 ? [requests === 1 ? '1 Anfrage' : `${requests} Anfragen`] : []),
		...(waiting > 0 ? [`${waiting} auf Wartelisten`] : []),
	]
	return (
		<Link to={to} className={styles.now} preventScrollReset>
			Offen
			{words.length > 0 ? (
				<>
					<span className={styles.count} aria-hidden="true">
						{requests + waiting}
					</span>
					<span className="visually-hidden">: {words.join(', ')}</span>
				</>
			) : null}
		</Link>
	)
}

/** What an address of the calendar shows. */
const shown = (address: string): Record<string, string> =>
	Object.fromEntries(new URLSearchParams(address.split('?')[1]))
