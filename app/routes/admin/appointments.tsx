import { data, Outlet, type ShouldRevalidateFunctionArgs, useParams } from 'react-router'
import { APPOINTMENT_COLUMNS, COLUMNS } from '#app/features/appointments/columns.ts'
import { AppointmentTable } from '#app/features/appointments/appointment-table.tsx'
import { loadPeople } from '#app/features/appointments/appointments.queries.server.ts'
import { withCards } from '#app/features/appointments/cards.queries.server.ts'
import { loadAppointments } from '#app/features/appointments/list.queries.server.ts'
import {
	LIST_PARAMETERS,
	PAGE_SIZE,
	pageQuery,
	readFilters,
	type Sort,
	usualSort,
} from '#app/features/appointments/filters.ts'
import { WithPanel } from '#app/ui/side-panel.tsx'
import { STATE_NAMES } from '#app/features/appointments/texts.ts'
import { appointmentList, keptQuery } from '#app/features/appointments/kept-views.ts'
import { AppointmentViews } from '#app/features/appointments/views.tsx'
import { changeSavedViews, isAboutViews, loadSavedViews } from '#app/features/saved-views/saved-views.server.ts'
import { listHref, queryText, shownViews } from '#app/features/saved-views/shown-views.ts'
import { type Refusal, SavedMessage } from '#app/ui/form-parts.tsx'
import { requireExistingPage } from '#app/lib/existing-page.server.ts'
import { redirect } from '#app/lib/redirect.ts'
import { localDate } from '#app/lib/dates.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { readColumns } from '#app/lib/kept-columns.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { EnterAppointment } from '#app/ui/enter-appointment.tsx'
import { ColumnChoice } from '#app/ui/column-choice.tsx'
import { Pages } from '#app/ui/pages.tsx'
import { listDays } from '#app/lib/list-days.ts'
import { DateRange } from '#app/ui/date-range.tsx'
import { SearchForm } from '#app/ui/search-form.tsx'
import { SelectField } from '#app/ui/text-field.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Found } from '#app/ui/found.tsx'
import { type BulkOutcome, BulkOutcomeNotice } from '#app/ui/bulk-outcome.tsx'
import { readForm } from '#app/lib/parse-form.ts'
import { actOnMany } from '#app/features/appointments/appointments.commands.server.ts'
import { seenColumns, useSeesContacts } from '#app/ui/contact-data.tsx'
import type { Route } from './+types/appointments.ts'
import { requireChosenLocation } from './appointment-member.server.ts'
import styles from './appointments.module.css'

export async function loader({ context, request, url }: Route.LoaderArgs) {
	const member = await requireChosenLocation(context, request)
	const zone = member.location.time_zone
	const today = localDate(new Date(), zone)
	// Without any filter the list begins with the view that was saved for that, else with today.
	const filters = readFilters(url.search === '' ? new URLSearchParams({ von: today }) : url.searchParams, today)
	const saved = shownViews(await loadSavedViews(member, 'appointments'), appointmentList(today))
	const first = saved.find(({ isDefault }) => isDefault)
	// No appointment is open beside the list.
	if (first && url.search === '' && url.pathname === adminPaths.appointments()) throw redirect(first.to)
	const [people, list] = await Promise.all([
		loadPeople(member.client, member.location, member),
		loadAppointments(member.client, member.location, filters),
	])
	requireExistingPage({
		...{ page: filters.page, total: list.total, size: PAGE_SIZE },
		hrefFor: (page) => `${url.pathname}?${queryText(pageQuery(filters, page)) || 'ansicht=alle'}`,
	})
	const columns = readColumns(request, APPOINTMENT_COLUMNS)
	const days = listDays(url.searchParams, filters, today)
	const rows = await withCards(member.client, list.rows)
	return {
		people,
		filters,
		days,
		...list,
		rows,
		columns,
		zone,
		today,
		saved,
		mayExport: member.rights.includes('export'),
	}
}

export async function action({ context, request, url }: Route.ActionArgs) {
	const member = await requireChosenLocation(context, request)
	const form = await readForm(request)
	if (isAboutViews(form)) {
		// When a view is deleted, its filters stay in the address.
		const list = appointmentList(localDate(new Date(), member.location.time_zone))
		return changeSavedViews(member, 'appointments', form, listHref(list, [], list.readQuery(url.searchParams)))
	}
	const outcome = await actOnMany(member.client, form)
	return data({ outcome }, { status: outcome.kind === 'danger' ? 400 : 200 })
}

/** Opening an appointment of the list does not reload the list. */
export function shouldRevalidate({
	currentUrl,
	nextUrl,
	formMethod,
	defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
	if (formMethod && formMethod !== 'GET') return defaultShouldRevalidate
	const list = ({ searchParams }: URL): string => JSON.stringify(LIST_PARAMETERS.map((name) => searchParams.get(name)))
	if (currentUrl.pathname !== nextUrl.pathname && list(currentUrl) === list(nextUrl)) return false
	return defaultShouldRevalidate
}

export default function AppointmentsPage({ loaderData, actionData }: Route.ComponentProps) {
	const { id: opened } = useParams()
	return (
		<WithPanel opened={opened} main={<Main {...loaderData} opened={opened} {...answerOf(actionData)} />}>
			<Outlet />
		</WithPanel>
	)
}

type Answer = { outcome?: BulkOutcome; refusal?: Refusal }

/** The answer about several appointments, or about a view. */
function answerOf(answer: Route.ComponentProps['actionData']): Answer {
	if (!answer) return {}
	return 'outcome' in answer ? answer : { refusal: answer }
}

type MainProps = Route.ComponentProps['loaderData'] & { opened?: string } & Answer

function Main({
	people,
	filters,
	days,
	rows,
	total,
	more,
	columns,
	zone,
	today,
	saved,
	mayExport,
	opened,
	outcome,
	refusal,
}: MainProps) {
	const sees = useSeesContacts()
	const coming = filters.from === today && queryText(pageQuery({ ...filters, from: '' }, 1)) === ''
	const filtered = Boolean(filters.text || filters.state || filters.person || filters.from || filters.to)
	const states = Object.entries(STATE_NAMES).filter(([state]) => state !== 'held')
	// Beside an opened appointment, the page's title is that appointment's.
	const Title = opened ? 'h2' : 'h1'
	const hrefOf = (query?: Record<string, string | undefined>): string => listHref(appointmentList(today), saved, query)
	const all = hrefOf()
	const own = hrefOf(pageQuery(filters, filters.page))
	const here = opened ? `${adminPaths.appointment(opened)}${own.slice(adminPaths.appointments().length)}` : own
	return (
		<>
			<title>Termine · Zeitplatz</title>
			<Title className={styles.title}>Termine</Title>
			<SavedMessage refusal={refusal} />
			<AppointmentViews
				own={hrefOf(pageQuery(filters, 1))}
				query={keptQuery(filters, today)}
				{...{ today, saved, refusal }}
			/>
			<div className={styles.search}>
				<SearchForm
					action={adminPaths.appointments()}
					label={sees ? 'Name, E-Mail, Telefon oder Buchungsnummer' : 'Name oder Buchungsnummer'}
					text={filters.text}
					className={styles.filters}
					fieldClass={styles.text}
					shown={JSON.stringify([filters.state, filters.person, days])}
				>
					{filters.sort && filters.sort !== usualSort(filters) ? (
						<input type="hidden" name="sortierung" value={filters.sort} />
					) : null}
					<SelectField label="Stand" name="status" defaultValue={filters.state} required={false}>
						<option value="">Alle</option>
						{states.map(([state, name]) => (
							<option key={state} value={state}>
								{name}
							</option>
						))}
					</SelectField>
					<SelectField label="Mitarbeiter:in" name="person" defaultValue={filters.person} required={false}>
						<option value="">Alle</option>
						{people.map(({ id, name }) => (
							<option key={id} value={id}>
								{name}
							</option>
						))}
					</SelectField>
					<DateRange {...{ days, today }} />
				</SearchForm>
			</div>
			<Found
				{...{ total, more }}
				names={['Termin', 'Termine']}
				clear={filtered ? { to: all, label: 'Filter löschen' } : undefined}
			>
				{rows.length > 0 ? (
					<>
						{mayExport ? (
							<a href={adminPaths.appointmentsFile(pageQuery(filters, 1))} download>
								Als CSV-Datei
							</a>
						) : null}
						<ColumnChoice
							list="termine"
							names={seenColumns(COLUMNS, sees, 'telefon', 'mail')}
							besides="Zeit und Kund:in"
							action={adminPaths.home()}
							back={here}
							columns={columns}
						/>
					</>
				) : null}
			</Found>
			{outcome ? <BulkOutcomeNotice key={outcome.at} outcome={outcome} action={own} /> : null}
			{rows.length > 0 ? (
				<AppointmentTable
					// Not the key of the notice, its sibling.
					key={`rows ${outcome?.at}`}
					appointments={rows}
					people={people}
					zone={zone}
					columns={columns}
					opened={opened}
					action={own}
					sorting={{
						by: filters.sort || usualSort(filters),
						hrefFor: (by) => hrefOf(pageQuery({ ...filters, sort: by as Sort }, 1)),
					}}
					hrefFor={(id) => `${adminPaths.appointment(id)}${own.slice(adminPaths.appointments().length)}`}
				/>
			) : (
				<EmptyState {...emptyOf({ filters, coming, filtered, hrefOf })} />
			)}
			<Pages
				page={filters.page}
				pages={Math.ceil(total / PAGE_SIZE) + Number(more)}
				hrefFor={(page) => hrefOf(pageQuery(filters, page))}
			/>
		</>
	)
}

type Empty = Pick<MainProps, 'filters'> & {
	coming: boolean
	filtered: boolean
	hrefOf: (query?: Record<string, string | undefined>) => string
}

/** What an empty list says, and what to do next. */
function emptyOf({ filters, coming, filtered, hrefOf }: Empty) {
	if (!filtered || coming)
		return {
			icon: 'calendar' as const,
			what: coming ? 'Ab heute steht kein Termin an.' : 'Noch keine Termine.',
			how: 'Sobald jemand bucht oder Sie einen Termin eintragen, steht er hier.',
			action: <EnterAppointment />,
		}
	const everyDay = Boolean(filters.text && (filters.from || filters.to))
	return {
		icon: 'search' as const,
		what: 'Kein Termin passt zu dieser Auswahl.',
		action: (
			<ButtonLink to={everyDay ? hrefOf(pageQuery({ ...filters, from: '', to: '' }, 1)) : hrefOf()} kind="secondary">
				{everyDay ? 'An allen Tagen suchen' : 'Alle Termine zeigen'}
			</ButtonLink>
		),
	}
}
