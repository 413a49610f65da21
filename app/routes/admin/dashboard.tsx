import { Link, useFetcher } from 'react-router'
import { type Action, allowedActions, type Appointment, keyFigures } from '#app/features/appointments/appointment.ts'
import { BOOKED } from '#app/features/appointments/states.ts'
import {
	loadDays,
	loadPeople,
	loadRequests,
	loadServices,
} from '#app/features/appointments/appointments.queries.server.ts'
import type { Outcome } from '#app/features/appointments/appointments.commands.server.ts'
import { countSince, loadNextFree } from '#app/features/appointments/dashboard.queries.server.ts'
import { DayRows } from '#app/features/appointments/day-rows.tsx'
import { FiguresSection } from '#app/features/appointments/figures-section.tsx'
import { loadFigures } from '#app/features/appointments/figures.server.ts'
import { ACTION_NAMES } from '#app/features/appointments/texts.ts'
import { loadSchedule } from '#app/features/calendar/calendar.queries.server.ts'
import { workingSpans } from '#app/features/calendar/calendar.ts'
import { requireMember } from '#app/features/shell/admin-context.server.ts'
import { Checklist } from '#app/features/company/checklist.tsx'
import { addDays, formatLongDate, formatSoon, localDate } from '#app/lib/dates.ts'
import { formatPrice } from '#app/lib/money.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Stat, Stats } from '#app/ui/stat.tsx'
import type { Route } from './+types/dashboard.ts'
import styles from './dashboard.module.css'

export async function loader({ context, request }: Route.LoaderArgs) {
	const { client, rights, mayManage, company, location } = await requireMember(context, request)
	if (!location) return null
	const zone = location.time_zone
	const now = new Date()
	const today = localDate(now, zone)
	const member = { rights, companyId: company.id }
	const [people, appointments, requests, services, counts, checklist, plots] = await Promise.all([
		loadPeople(client, location, member),
		loadDays(client, location, today, today, now),
		loadRequests(client, location, now),
		loadServices(client, location),
		countSince(client, { companyId: company.id, location, today, now }),
		client.rpc('publishing_checklist', { p_location: location.id }),
		loadFigures(client, location.id, today),
	])
	const working = people.filter(({ active }) => active).map(({ id }) => id)
	const [schedule, next] = await Promise.all([
		loadSchedule(client, location.id, working, { from: addDays(today, -1), to: today }),
		loadNextFree(client, location, services[0]?.id),
	])
	const minutes = working
		.flatMap((id) => workingSpans(id, today, schedule.hours, schedule.exceptions))
		.reduce((sum, [from, to]) => sum + to - from, 0)
	return {
		location,
		people,
		zone,
		now: now.toISOString(),
		today: appointments.filter(({ state }) => BOOKED.includes(state)),
		requests,
		next: next.map((start) => ({ start, label: formatSoon(start, zone, now) })),
		nextService: services[0]?.name ?? '',
		figures: keyFigures({ today: appointments, workingMinutes: minutes, ...counts }),
		steps: checklist.data ?? [],
		plots,
		rights,
		mayManage,
	}
}

export default function DashboardPage({ loaderData }: Route.ComponentProps) {
	if (!loaderData) {
		return (
			<>
				<title>Heute · Zeitplatz</title>
				<h1>Willkommen bei Zeitplatz</h1>
				<EmptyState
					what="Legen Sie als Erstes Ihren Standort an."
					how="Danach folgen Team, Leistungen und Arbeitszeiten."
					action={<ButtonLink to={adminPaths.company()}>Standort anlegen</ButtonLink>}
				/>
			</>
		)
	}
	const { location, people, zone, now, today, requests, next, figures, steps, plots, rights, mayManage } = loaderData
	const quick = (appointment: Appointment) =>
		allowedActions(appointment, new Date(now), rights)
			.filter((action) => action === 'confirm' || action === 'complete')
			.map((action) => <QuickAction key={action} id={appointment.id} action={action} />)
	// Who still sets up has nothing to count.
	const fresh = location.state === 'draft' && today.length === 0 && requests.length === 0
	return (
		<>
			<title>Heute · Zeitplatz</title>
			<h1>{formatLongDate(now, zone)}</h1>
			{mayManage && location.state !== 'published' ? (
				<div className={styles.setup}>
					<Checklist {...location} steps={steps} mayManage action={adminPaths.location(location.id)} />
				</div>
			) : null}
			{fresh ? null : (
				<Stats>
					<Stat name="Termine heute" value={String(figures.appointments)} />
					<Stat name="Auslastung" value={figures.utilisation === null ? '–' : `${figures.utilisation} %`} />
					<Stat name="Umsatz heute" value={formatPrice(figures.revenue)} />
					<Stat name="Neue Kund:innen, 30 Tage" value={String(figures.newCustomers)} />
					<Stat
						name="Nicht erschienen, 30 Tage"
						value={figures.noShowRate === null ? '–' : `${figures.noShowRate} %`}
					/>
				</Stats>
			)}
			{requests.length > 0 ? (
				<section className={styles.part}>
					<h2>Offene Anfragen</h2>
					<DayRows
						appointments={requests}
						people={people}
						zone={zone}
						hrefFor={(id) => adminPaths.appointment(id)}
						when={(start) => formatSoon(start, zone, now)}
						actions={quick}
					/>
				</section>
			) : null}
			<section className={styles.part}>
				<h2>Termine heute</h2>
				{today.length > 0 ? (
					<DayRows
						appointments={today}
						people={people}
						zone={zone}
						hrefFor={(id) => adminPaths.appointment(id)}
						actions={quick}
					/>
				) : (
					<EmptyState
						what="Heute ist noch nichts gebucht."
						action={
							<ButtonLink to={adminPaths.newAppointment()} kind="secondary">
								Termin eintragen
							</ButtonLink>
						}
					/>
				)}
			</section>
			{fresh ? null : <FiguresSection {...plots} />}
			{next.length > 0 ? (
				<section className={styles.part}>
					<h2>Nächste freie Zeiten</h2>
					<p>{loaderData.nextService}</p>
					<ul className={styles.chips}>
						{next.map(({ start, label }) => (
							<li key={start}>{label}</li>
						))}
					</ul>
					<Link to={adminPaths.calendar()}>Zum Kalender</Link>
				</section>
			) : null}
		</>
	)
}

/** Without JavaScript the appointment's own page answers. */
function QuickAction({ id, action }: { id: string; action: Action }) {
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
