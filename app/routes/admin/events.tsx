import { loadPeople } from '#app/features/appointments/appointments.queries.server.ts'
import { EventList } from '#app/features/events/event-list.tsx'
import { loadEventPage } from '#app/features/events/events.queries.server.ts'
import {
	EVENT_STATES,
	type EventFilters,
	eventQuery,
	type EventSort,
	PAGE_SIZE,
	readEventFilters,
	usualSort,
} from '#app/features/events/filters.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { localDate } from '#app/lib/dates.ts'
import { requireExistingPage } from '#app/lib/existing-page.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { listDays } from '#app/lib/list-days.ts'
import { DateRange } from '#app/ui/date-range.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { SavedMessage } from '#app/ui/form-parts.tsx'
import { Found } from '#app/ui/found.tsx'
import { Pages } from '#app/ui/pages.tsx'
import panel from '#app/ui/panel.module.css'
import { SearchForm } from '#app/ui/search-form.tsx'
import { Views } from '#app/ui/tabs.tsx'
import { SelectField } from '#app/ui/text-field.tsx'
import type { Route } from './+types/events.ts'
import { requireChosenLocation } from './appointment-member.server.ts'
import styles from './appointments.module.css'

export async function loader({ context, request, url }: Route.LoaderArgs) {
	const member = await requireChosenLocation(context, request)
	const { client, location, rights } = member
	const zone = location.time_zone
	const now = new Date()
	const today = localDate(now, zone)
	const filters = readEventFilters(url.searchParams, today)
	const [list, people] = await Promise.all([
		loadEventPage(client, location, filters, now),
		loadPeople(client, location, member),
	])
	requireExistingPage({
		...{ page: filters.page, total: list.total, size: PAGE_SIZE },
		hrefFor: (page) => adminPaths.events(eventQuery(filters, page)),
	})
	return {
		...list,
		...{ filters, today, zone },
		days: listDays(url.searchParams, filters, today),
		people: people.map(({ id, name }) => ({ id, name })),
		mayEnter: rights.includes('book'),
		mayExport: rights.includes('export'),
	}
}

const TIMES = [
	{ time: '', label: 'Kommende' },
	{ time: 'vorbei', label: 'Vergangene' },
	{ time: 'alle', label: 'Alle' },
] as const

/** The group events of the location. */
export default function EventsPage({ loaderData }: Route.ComponentProps) {
	const { filters, zone, rows, total, people, mayEnter, mayExport } = loaderData
	const filtered = Boolean(filters.text || filters.state || filters.from || filters.to)
	const hrefFor = (asked: Partial<EventFilters>, page = 1): string =>
		adminPaths.events(eventQuery({ ...filters, ...asked }, page))
	const whole = adminPaths.events({ zeit: filters.time || undefined })
	const enter = mayEnter ? <ButtonLink to={adminPaths.newEvent()}>Kurs anlegen</ButtonLink> : null
	return (
		<>
			<title>Kurse · Zeitplatz</title>
			<div className={panel.head}>
				<h1>Kurse</h1>
				{rows.length > 0 || filtered ? enter : null}
			</div>
			<SavedMessage />
			<Views
				label="Zeitraum"
				current={hrefFor({ sort: '' })}
				tabs={TIMES.map(({ time, label }) => ({ to: hrefFor({ time, sort: '' }), label }))}
			/>
			{rows.length > 0 || filtered ? (
				<>
					<Search {...loaderData} />
					<Found
						total={total}
						names={['Kurs', 'Kurse']}
						clear={filtered ? { to: whole, label: 'Filter löschen' } : undefined}
					>
						{rows.length > 0 && mayExport ? (
							<a href={adminPaths.eventsFile(eventQuery(filters))} download>
								Als CSV-Datei
							</a>
						) : null}
					</Found>
				</>
			) : null}
			{rows.length > 0 ? (
				<EventList
					{...{ events: rows, people, zone }}
					sorting={{ by: filters.sort || usualSort(filters), hrefFor: (by) => hrefFor({ sort: by as EventSort }) }}
				/>
			) : filtered ? (
				<EmptyState
					icon="search"
					what="Kein Kurs passt zu dieser Auswahl."
					action={
						<ButtonLink to={whole} kind="secondary">
							Alle Kurse zeigen
						</ButtonLink>
					}
				/>
			) : (
				<EmptyState
					icon="people"
					what={EMPTY[filters.time]}
					how="Ein Kurs, Workshop oder eine Führung hat mehrere Plätze. Ihre Kund:innen buchen sie auf Ihrer Seite."
					action={filters.time === 'vorbei' ? null : enter}
				/>
			)}
			<Pages page={filters.page} pages={Math.ceil(total / PAGE_SIZE)} hrefFor={(page) => hrefFor({}, page)} />
		</>
	)
}

const EMPTY = { '': 'Es steht kein Kurs an.', vorbei: 'Bisher gab es keine Kurse.', alle: 'Noch keine Kurse.' }

function Search({ filters, days, today }: Route.ComponentProps['loaderData']) {
	return (
		<div className={styles.search}>
			<SearchForm
				action={adminPaths.events()}
				label="Kurs oder Person"
				text={filters.text}
				className={styles.filters}
				fieldClass={styles.text}
				shown={JSON.stringify([filters.state, filters.time, days])}
			>
				{filters.time ? <input type="hidden" name="zeit" value={filters.time} /> : null}
				{filters.sort ? <input type="hidden" name="sortierung" value={filters.sort} /> : null}
				<SelectField label="Stand" name="stand" defaultValue={filters.state} required={false}>
					<option value="">Alle</option>
					{Object.entries(EVENT_STATES).map(([state, { label }]) => (
						<option key={state} value={state}>
							{label}
						</option>
					))}
				</SelectField>
				<DateRange {...{ days, today }} />
			</SearchForm>
		</div>
	)
}
