import { startTransition, useCallback, useEffect, useRef, useState } from 'react'
import { Outlet, useFetcher, useNavigate, useParams, useRevalidator, useRouteLoaderData } from 'react-router'
import { BOOKED, keyFigures } from '#app/features/appointments/appointment.ts'
import type { Outcome } from '#app/features/appointments/appointments.commands.server.ts'
import { loadDays, loadPeople, loadServices } from '#app/features/appointments/appointments.queries.server.ts'
import { DayRows } from '#app/features/appointments/day-rows.tsx'
import { WithPanel } from '#app/features/appointments/side-panel.tsx'
import { Board, type Move } from '#app/features/calendar/board.tsx'
import { loadSchedule } from '#app/features/calendar/calendar.queries.server.ts'
import {
	addWallMinutes,
	closedTimes,
	offsetAt,
	rangeOf,
	type View,
	wallTime,
	servedBy,
	workingMinutes,
} from '#app/features/calendar/calendar.ts'
import { entriesOf } from '#app/features/calendar/events.ts'
import { Head } from '#app/features/calendar/head.tsx'
import { PrintedDay } from '#app/features/calendar/printed-day.tsx'
import { Toast } from '#app/features/calendar/toast.tsx'
import type { Change } from '#app/features/calendar/live.ts'
import { useLiveAppointments } from '#app/features/calendar/use-live-appointments.ts'
import { loadExplanation } from '#app/features/explain/explain.queries.server.ts'
import { Explain } from '#app/features/explain/explain.tsx'
import { addDays, formatSoon, localDate } from '#app/lib/dates.ts'
import { formatPrice } from '#app/lib/money.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { readDate } from '#app/lib/typed-times.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { loader as rootLoader } from '#app/root.tsx'
import type { Route } from './+types/calendar.ts'
import { requireChosenLocation, shownPeople } from './appointment-member.server.ts'

export async function loader({ context, request, url }: Route.LoaderArgs) {
	const member = await requireChosenLocation(context, request)
	const { client, location } = member
	const zone = location.time_zone
	const now = new Date()
	const today = localDate(now, zone)
	const asked = url.searchParams.get('ansicht')
	const view: View = asked === 'woche' || asked === 'liste' ? asked : 'tag'
	const typed = readDate(url.searchParams.get('tag'), today)
	const range = rangeOf(view, typed.value || today)
	const [everybody, appointments, services, session] = await Promise.all([
		loadPeople(client, location, member),
		loadDays(client, location, range.from, range.to, now),
		loadServices(client, location),
		client.auth.getSession(),
	])
	const all = shownPeople(everybody, appointments)
	const chosen = view === 'woche' ? all.find(({ id }) => id === url.searchParams.get('person')) : undefined
	const people = chosen ? [chosen] : all
	const ids = people.map(({ id }) => id)
	const schedule = await loadSchedule(client, location.id, ids, { from: addDays(range.from, -1), to: range.to })
	const explanation = await loadExplanation(client, location, url.searchParams, range.day)
	const figures = keyFigures({
		today: servedBy(ids, range, appointments, zone),
		workingMinutes: workingMinutes(ids, range, schedule.hours, schedule.exceptions),
		...{ newCustomers: 0, completed: 0, noShow: 0 },
	})
	return {
		location: location.id,
		zone,
		today,
		dayFault: typed.fault,
		offset: offsetAt(now, zone),
		scrollTo: range.from <= today && today <= range.to ? hourBefore(wallTime(now.toISOString(), zone)) : '00:00:00',
		range,
		people,
		everybody: all.map(({ id, name }) => ({ id, name })),
		person: chosen?.id ?? '',
		appointments,
		services,
		entries: entriesOf(appointments, zone, people),
		closed: closedTimes(ids, range, schedule.hours, schedule.exceptions),
		figures: [
			figures.appointments === 1 ? '1 Termin' : `${figures.appointments} Termine`,
			...(figures.utilisation === null ? [] : [`${figures.utilisation} % ausgelastet`]),
			formatPrice(figures.revenue),
		].join(' · '),
		explanation,
		manages: member.role !== 'staff',
		token: session.data.session?.access_token ?? '',
	}
}

/** An hour before a wall time, not before midnight. */
function hourBefore(wall: string): string {
	return wall.slice(11) < '01:00' ? '00:00:00' : `${addWallMinutes(wall, -60).slice(11)}:00`
}

type Note = { text: string; undo?: { id: string; from: string; person: string } }

export default function CalendarPage({ loaderData }: Route.ComponentProps) {
	const { range, people, entries, closed, zone, offset, appointments } = loaderData
	const services = useRouteLoaderData<typeof rootLoader>('root')?.services
	const { id: opened } = useParams()
	const navigate = useNavigate()
	const fetcher = useFetcher<{ outcome: Outcome }>()
	const { revalidate } = useRevalidator()
	const [note, setNote] = useState<Note>()
	const [version, setVersion] = useState(0)
	const [answered, setAnswered] = useState(0)
	const [announced, setAnnounced] = useState('')
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
	const known = useRef(new Set<string>())
	const moved = useRef<Note['undo']>(undefined)
	const endNote = useCallback(() => setNote(undefined), [])
	const person = loaderData.person ? `&person=${loaderData.person}` : ''
	const query = `?tag=${range.day}${range.view === 'tag' ? '' : `&ansicht=${range.view}`}${person}`
	const { services: asked, time } = loaderData.explanation
	// Whoever follows a reason to its appointment finds the question still asked.
	const question = time ? `&${new URLSearchParams([...asked.map((id) => ['leistung', id]), ['warum', time]])}` : ''

	useEffect(() => {
		for (const { id, state } of appointments) if (BOOKED.includes(state)) known.current.add(id)
	}, [appointments])
	useEffect(() => () => clearTimeout(timer.current), [])

	const live = useLiveAppointments({
		url: services?.supabaseUrl ?? '',
		publishableKey: services?.publishableKey ?? '',
		token: loaderData.token,
		location: loaderData.location,
		onChange: (change: Change | null) => {
			clearTimeout(timer.current)
			timer.current = setTimeout(() => void revalidate(), 250)
			const fresh = change && (change.state === 'requested' || change.state === 'confirmed') && change.sequence === 0
			if (!fresh || change.source === 'admin' || known.current.has(change.id)) return
			known.current.add(change.id)
			const kind = change.state === 'requested' ? 'Neue Anfrage' : 'Neuer Termin'
			const text = `${kind}: ${change.contact_name}, ${formatSoon(change.starts_at, zone, new Date())}`
			setNote({ text })
			setAnnounced(text)
		},
	})

	useEffect(() => {
		if (answered === 0) return
		const outcome = fetcher.data?.outcome
		const undo = outcome?.ok ? moved.current : undefined
		moved.current = undefined
		// Without an answer the entry goes back to where it stands, and the page says why.
		setNote(outcome && { text: outcome.message, undo })
		setAnnounced(outcome?.message ?? '')
		setVersion(outcome?.at ?? Date.now())
		// oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each answer, with what it brought
	}, [answered])

	const send = async (id: string, wall: string, person?: string, reason = ''): Promise<void> => {
		const [tag = '', zeit = ''] = wall.split('T')
		await fetcher.submit(
			{ intent: 'reschedule', tag, zeit, person: person ?? '', grund: reason },
			{ method: 'post', action: `${adminPaths.calendar()}/${id}${query}` },
		)
		// Together with what the answer brought, which the router shows in a transition too.
		startTransition(() => setAnswered((count) => count + 1))
	}
	const onMove = ({ entry, minutes, person }: Move): void => {
		const appointment = appointments.find(({ id }) => id === entry.appointment)
		if (!appointment) return
		const single = new Set(appointment.lines.map(({ employee_id }) => employee_id)).size === 1
		const from = wallTime(appointment.starts_at, zone)
		moved.current = { id: appointment.id, from, person: single ? entry.person : '' }
		void send(appointment.id, addWallMinutes(from, minutes), single ? person : '')
	}
	const undo = note?.undo

	return (
		<WithPanel
			live={live}
			opened={opened !== undefined}
			main={
				<>
					<title>Kalender · Zeitplatz</title>
					<Head
						{...{ range, today: loaderData.today, figures: loaderData.figures, person: loaderData.person }}
						people={loaderData.everybody}
						opened={opened !== undefined}
					/>
					{loaderData.dayFault ? (
						<Notice kind="warning" role="alert">
							<p>{loaderData.dayFault}</p>
						</Notice>
					) : null}
					{people.length === 0 ? (
						<div>
							<p>Der Kalender hat eine Spalte für jede Person im Team. Noch gibt es keine.</p>
							<ButtonLink to={adminPaths.employees(loaderData.location)}>Team anlegen</ButtonLink>
						</div>
					) : range.view === 'liste' ? (
						<List {...loaderData} query={query} />
					) : (
						<>
							<noscript>
								<List {...loaderData} query={query} />
							</noscript>
							<Board
								{...{
									view: range.view,
									day: range.day,
									offset,
									people,
									entries,
									closed,
									version,
									onMove,
									scrollTo: loaderData.scrollTo,
								}}
								hrefFor={(id) => `${adminPaths.calendar()}/${id}${query}`}
								onOpen={(href) => {
									const { pathname, search } = new URL(href)
									void navigate(`${pathname}${search}`, { preventScrollReset: true })
								}}
								onCreate={(wall, person) => {
									const [tag = '', zeit = ''] = wall.split('T')
									void navigate(adminPaths.newAppointment({ tag, zeit, person }))
								}}
							/>
						</>
					)}
					<PrintedDay {...{ appointments, people: loaderData.everybody, zone }} />
					{loaderData.services.length > 0 ? (
						<Explain
							explanation={loaderData.explanation}
							services={loaderData.services}
							location={loaderData.location}
							zone={zone}
							manages={loaderData.manages}
							action={adminPaths.calendar()}
							hidden={[
								...(range.view === 'tag' ? [] : [['ansicht', range.view] as [string, string]]),
								...(loaderData.person ? [['person', loaderData.person] as [string, string]] : []),
							]}
							hrefFor={(id) => `${adminPaths.calendar()}/${id}${query}${question}`}
						/>
					) : null}
				</>
			}
		>
			<Outlet />
			<p role="status" className="visually-hidden">
				{announced}
			</p>
			{note ? (
				<Toast key={note.text} onEnd={endNote}>
					<span>{note.text}</span>
					{undo ? (
						<button type="button" onClick={() => void send(undo.id, undo.from, undo.person, 'Rückgängig gemacht')}>
							Rückgängig
						</button>
					) : null}
				</Toast>
			) : null}
		</WithPanel>
	)
}

type ListProps = Pick<Route.ComponentProps['loaderData'], 'appointments' | 'people' | 'zone'> & { query: string }

function List({ appointments, people, zone, query }: ListProps) {
	if (appointments.length === 0) return <p>An diesem Tag ist noch nichts gebucht.</p>
	return (
		<DayRows
			appointments={appointments}
			people={people}
			zone={zone}
			hrefFor={(id) => `${adminPaths.calendar()}/${id}${query}`}
		/>
	)
}
