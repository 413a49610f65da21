import { loadBillingTasks } from '#app/features/billing/billing.server.ts'
import { Link, useFetcher } from 'react-router'
import { allowedActions, type Appointment, type Step, valueOf } from '#app/features/appointments/appointment.ts'
import { loadCards } from '#app/features/appointments/cards.queries.server.ts'
import { loadPeople, loadRequests, loadServices } from '#app/features/appointments/appointments.queries.server.ts'
import type { Outcome } from '#app/features/appointments/appointments.commands.server.ts'
import { countSince } from '#app/features/dashboard/dashboard.queries.server.ts'
import { FreeSection } from '#app/features/dashboard/free-section.tsx'
import { loadFreeDay } from '#app/features/dashboard/free.server.ts'
import { LanesSection } from '#app/features/dashboard/lanes-section.tsx'
import { loadLanes } from '#app/features/dashboard/lanes.server.ts'
import { loadDashboardDays } from '#app/features/dashboard/days.server.ts'
import { ClosedToday, NextDay } from '#app/features/dashboard/days-parts.tsx'
import { MoreRequests } from '#app/features/appointments/more-requests.tsx'
import { DayRows } from '#app/features/appointments/day-rows.tsx'
import { FiguresSection } from '#app/features/dashboard/figures-section.tsx'
import { loadFigures } from '#app/features/dashboard/figures.server.ts'
import { loadMissingTaxData } from '#app/features/tax-data/tax-data.server.ts'
import { loadOpenTasks, settleMessage } from '#app/features/dashboard/tasks.server.ts'
import { TasksSection } from '#app/features/dashboard/tasks-section.tsx'
import { ACTION_NAMES } from '#app/features/appointments/texts.ts'
import { DemandRows } from '#app/features/customers/demand-notice.tsx'
import { loadDemands } from '#app/features/customers/demands.server.ts'
import { requireMember } from '#app/features/shell/admin-context.server.ts'
import { loadMatching } from '#app/features/offers/offers.server.ts'
import { OrderRows, PlaceRow } from '#app/features/offers/order-rows.tsx'
import { loadAnswers, loadWaiting } from '#app/features/threads/threads.server.ts'
import { WaitingAnswers, WaitingMessages } from '#app/features/threads/waiting-messages.tsx'
import { DisruptionList } from '#app/features/disruptions/disruption-list.tsx'
import { loadDisruptions } from '#app/features/disruptions/disruptions.server.ts'
import { isAgreementDue } from '#app/features/legal/agreements.queries.server.ts'
import { AgreementsNotice } from '#app/features/settings/agreements-notice.tsx'
import { isFirst } from '#app/features/setup/setup-access.server.ts'
import { Checklist } from '#app/features/company/checklist.tsx'
import { dayName, formatLongDate, formatSoon, localDate, shortDay } from '#app/lib/dates.ts'
import { formatPrice } from '#app/lib/money.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { redirect } from '#app/lib/redirect.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { EnterAppointment } from '#app/ui/enter-appointment.tsx'
import { Stat, Stats } from '#app/ui/stat.tsx'
import type { Route } from './+types/dashboard.ts'
import { useLivePage } from './use-live-page.ts'
import styles from './dashboard.module.css'

export async function loader({ context, request, url }: Route.LoaderArgs) {
	const { client, rights, mayManage, role, company, location, locations } = await requireMember(context, request)
	if (!location && role === 'owner') throw redirect(adminPaths.setup())
	if (!location) return null
	const zone = location.time_zone
	const now = new Date()
	const today = localDate(now, zone)
	const member = { rights, companyId: company.id }
	const [
		people,
		{ rows, ...days },
		{ requests, more },
		services,
		counts,
		checklist,
		plots,
		disruptions,
		agreementDue,
		tasks,
		demands,
		missingTaxData,
		billing,
		orders,
		messages,
		answers,
		places,
		payments,
	] = await Promise.all([
		loadPeople(client, location, member),
		loadDashboardDays(client, location, today, now),
		loadRequests(client, location, now),
		loadServices(client, location),
		countSince(client, { companyId: company.id, location, today, now }),
		client.rpc('publishing_checklist', { p_location: location.id }),
		loadFigures(client, location.id, today),
		loadDisruptions(client, location),
		role === 'owner' && isAgreementDue(client, company.id),
		loadOpenTasks(client, location),
		mayManage ? loadDemands(client, company) : [],
		role === 'owner' && location.state === 'published' ? loadMissingTaxData(client, company.id) : [],
		role === 'owner' ? loadBillingTasks(client, company.id) : null,
		rights.includes('book') ? loadMatching(client, location, false, 1, 3) : { total: 0, rows: [] },
		loadWaiting(client, location.id, 5),
		loadAnswers(client, location.id, 5),
		client.rpc('count_waiting', { p_location: location.id }),
		client.rpc('count_payments_to_check', { p_company: company.id }),
	])
	const isToday = days.date === today
	const everybody = rights.includes('all_calendars')
	const asked = url.searchParams.get('leistung')
	const [free, lanes, cards] = await Promise.all([
		rights.includes('book')
			? loadFreeDay(client, location, { services, people, everybody, day: days.date, asked }, now)
			: null,
		isToday ? loadLanes(client, location, { people, rows, appointments: days.appointments }, now) : null,
		loadCards(
			client,
			[...tasks.undelivered, ...tasks.untested].map(({ appointment_id }) => appointment_id),
		),
	])
	return {
		location,
		people,
		zone,
		now: now.toISOString(),
		days,
		isToday,
		today,
		...{ requests, more },
		tasks: { ...tasks, cards: Object.fromEntries(cards), taxDataMissing: missingTaxData.length > 0, billing },
		disruptions: disruptions.filter((one) => one.unsettled + one.events_open > 0),
		free,
		lanes,
		counts,
		agreementDue,
		demands,
		orders: { total: orders.total, rows: orders.rows.filter(({ starts }) => starts.length > 0) },
		...{ messages, answers, places: places.data ?? 0, payments: payments.data ?? 0 },
		settingUp: isFirst({ role, locations }),
		steps: checklist.data ?? [],
		plots,
		rights,
		mayManage,
	}
}

export async function action({ context, request }: Route.ActionArgs) {
	const { client } = await requireMember(context, request)
	return { refusal: await settleMessage(client, await readForm(request)) }
}

export default function DashboardPage({ loaderData, actionData }: Route.ComponentProps) {
	useLivePage()
	if (!loaderData) {
		return (
			<>
				<title>Heute · Zeitplatz</title>
				<h1>Willkommen bei Zeitplatz</h1>
				<EmptyState
					icon="place"
					what="Hier gibt es noch keinen Standort."
					how="Die Inhaberin oder der Inhaber richtet ihn ein; dann steht hier Ihr Tag."
				/>
			</>
		)
	}
	const {
		location,
		people,
		zone,
		now,
		days,
		isToday,
		requests,
		more,
		tasks,
		disruptions,
		free,
		counts,
		steps,
		plots,
		rights,
		mayManage,
	} = loaderData
	const { appointments, load } = days
	const [when, short] = isToday ? ['heute', 'heute'] : [`am ${dayName(days.date)}`, `am ${shortDay(days.date)}`]
	const quick = (appointment: Appointment) =>
		allowedActions(appointment, new Date(now), rights)
			.filter((action) => action === 'confirm' || action === 'complete')
			.map((action) => <QuickAction key={action} id={appointment.id} action={action} />)
	const mayRearrange = rights.includes('all_calendars') && rights.includes('move')
	// Who still sets up has nothing to count.
	const fresh = location.state === 'draft' && appointments.length === 0 && requests.length === 0
	return (
		<>
			<title>Heute · Zeitplatz</title>
			<div className={styles.head}>
				<h1>{formatLongDate(now, zone)}</h1>
				{fresh ? null : (
					<div className={styles.tools}>
						{/* Somebody stands at the desk. */}
						{rights.includes('book') ? (
							<EnterAppointment query={{ tag: loaderData.today, jetzt: '1' }} kind="secondary">
								Laufkundschaft jetzt
							</EnterAppointment>
						) : null}
						{mayRearrange ? (
							<ButtonLink to={adminPaths.disruptions()} kind="secondary">
								Ausfall eintragen …
							</ButtonLink>
						) : location.staff_absence === 'allowed' ? (
							<ButtonLink to={adminPaths.absence()} kind="secondary">
								Meine Abwesenheit eintragen …
							</ButtonLink>
						) : null}
					</div>
				)}
			</div>
			{loaderData.agreementDue ? (
				<div className={styles.notice}>
					<AgreementsNotice />
				</div>
			) : null}
			{mayManage && location.state !== 'published' ? (
				<div className={styles.setup}>
					{loaderData.settingUp ? (
						<p>
							<Link to={adminPaths.setup()}>Schritt für Schritt einrichten</Link>
						</p>
					) : null}
					<Checklist {...location} steps={steps} mayManage action={adminPaths.location(location.id)} />
				</div>
			) : null}
			{isToday ? null : (
				<ClosedToday reason={days.closed} day={days.date} everybody={rights.includes('all_calendars')} />
			)}
			{fresh ? null : (
				<Stats>
					<Stat name={`Termine ${short}`} value={String(appointments.length)} />
					<Stat name={`Auslastung ${short}`} value={load === null ? '–' : `${load} %`} />
					<Stat name={`Terminwert ${short}`} value={formatPrice(valueOf(appointments))} />
					<Stat name="Neue Kund:innen, 30 Tage" value={String(counts.newCustomers)} />
					<Stat name="Nicht erschienen, 30 Tage" value={counts.noShowRate === null ? '–' : `${counts.noShowRate} %`} />
				</Stats>
			)}
			{loaderData.lanes && !fresh ? <LanesSection {...loaderData.lanes} day={loaderData.today} /> : null}
			<TasksSection
				{...tasks}
				disruptions={
					disruptions.length > 0 ? <DisruptionList disruptions={disruptions} zone={zone} now={new Date(now)} /> : null
				}
				requests={
					requests.length > 0 ? (
						<>
							<DayRows
								appointments={requests}
								people={people}
								zone={zone}
								hrefFor={(id) => adminPaths.appointment(id)}
								when={(start) => formatSoon(start, zone, now)}
								actions={quick}
							/>
							<MoreRequests more={more} />
						</>
					) : null
				}
				messages={
					loaderData.messages.total + loaderData.answers.total > 0 ? (
						<>
							{loaderData.messages.total > 0 ? (
								<WaitingMessages {...loaderData.messages} zone={zone} now={now} />
							) : null}
							{loaderData.answers.total > 0 ? <WaitingAnswers {...loaderData.answers} /> : null}
						</>
					) : null
				}
				demands={loaderData.demands.length > 0 ? <DemandRows demands={loaderData.demands} /> : null}
				orders={
					loaderData.orders.rows.length > 0 ? (
						<OrderRows orders={loaderData.orders.rows} total={loaderData.orders.total} />
					) : null
				}
				payments={loaderData.payments}
				places={loaderData.places > 0 ? <PlaceRow count={loaderData.places} /> : null}
				zone={zone}
				now={now}
				refusal={actionData?.refusal}
			/>
			{free && !fresh ? <FreeSection {...free} when={when} /> : null}
			<section className={styles.part}>
				<h2>Termine {when}</h2>
				{appointments.length > 0 ? (
					<DayRows
						appointments={appointments}
						people={people}
						zone={zone}
						hrefFor={(id) => adminPaths.appointment(id)}
						actions={quick}
					/>
				) : (
					<EmptyState
						icon="calendar"
						what={`${isToday ? 'Heute' : `Am ${dayName(days.date)}`} ist noch nichts gebucht.`}
						action={<EnterAppointment kind="secondary" query={{ tag: days.date }} />}
					/>
				)}
			</section>
			{days.next && !fresh ? <NextDay {...days.next} zone={zone} /> : null}
			{fresh ? null : <FiguresSection {...plots} more={rights.includes('reports')} />}
		</>
	)
}

/** Without JavaScript the appointment's own page answers. */
function QuickAction({ id, action }: { id: string; action: Step }) {
	const fetcher = useFetcher<{ outcome: Outcome }>()
	const outcome = fetcher.data?.outcome
	return (
		<fetcher.Form method="post" action={adminPaths.appointment(id)}>
			<input type="hidden" name="intent" value={action} />
			<Button kind="secondary" disabled={fetcher.state !== 'idle'}>
				{ACTION_NAMES[action]}
			</Button>
			{outcome && !outcome.ok ? <p role="alert">{outcome.message}</p> : null}
		</fetcher.Form>
	)
}
