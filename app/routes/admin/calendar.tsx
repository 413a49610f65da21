import { useEffect, useEffectEvent, useRef } from 'react'
import {
	data,
	Outlet,
	useLocation,
	useParams,
	useRouteLoaderData,
	useMatch,
	useSearchParams,
	type ShouldRevalidateFunctionArgs,
} from 'react-router'
import { loadDays, loadPeople, loadServices } from '#app/features/appointments/appointments.queries.server.ts'
import type { OtherRow } from '#app/features/appointments/appointment.ts'
import { DayRows } from '#app/features/appointments/day-rows.tsx'
import { BOOKED } from '#app/features/appointments/states.ts'
import { loadBlocks } from '#app/features/blocks/blocks.queries.server.ts'
import { loadAllRooms, loadEvents } from '#app/features/events/events.queries.server.ts'
import { WithPanel } from '#app/ui/side-panel.tsx'
import { Board } from '#app/features/calendar/board.tsx'
import { allowChime, chime, wantsChime } from '#app/features/calendar/chime.ts'
import { rangeOf, servedBy, VIEWS } from '#app/features/calendar/calendar.ts'
import { draw } from '#app/features/calendar/drawn.server.ts'
import { figuresOf } from '#app/features/calendar/figures.ts'
import { blockFacts, eventFacts, factsOf } from '#app/features/calendar/facts.ts'
import { Head } from '#app/features/calendar/head.tsx'
import { movablesOf } from '#app/features/calendar/movable.ts'
import { Month } from '#app/features/calendar/month.tsx'
import { RosterWeek } from '#app/features/calendar/roster-week.tsx'
import { asksFor, remembered, rememberingCookie } from '#app/features/calendar/remembered.ts'
import { ROOMS } from '#app/features/calendar/rooms.ts'
import { loadRoster } from '#app/features/calendar/roster.queries.server.ts'
import { pathOf } from '#app/features/calendar/events.ts'
import { otherRows } from '#app/features/calendar/other-rows.ts'
import { PrintedDay } from '#app/features/calendar/printed-day.tsx'
import { Toast } from '#app/ui/toast.tsx'
import { askedWhose, joinWhose, peopleIn } from '#app/features/calendar/whose.ts'
import type { Change } from '#app/features/calendar/live.ts'
import { useLiveAppointments } from '#app/features/calendar/use-live-appointments.ts'
import { type CalendarContext, useMoves } from '#app/features/calendar/use-moves.ts'
import { loadExplanation } from '#app/features/explain/explain.queries.server.ts'
import { Explain } from '#app/features/explain/explain.tsx'
import { formatSoon, localDate, localTime } from '#app/lib/dates.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { readDate } from '#app/lib/typed-times.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { useGo } from '#app/ui/use-go.ts'
import type { loader as rootLoader } from '#app/root.tsx'
import type { loader as adminLoader } from '#app/routes/layouts/default-admin.tsx'
import type { Route } from './+types/calendar.ts'
import { requireChosenLocation } from './appointment-member.server.ts'
import { useGatheredReload } from './use-gathered-reload.ts'

export async function loader({ context, request, url }: Route.LoaderArgs) {
	const member = await requireChosenLocation(context, request)
	const { client, location } = member
	const zone = location.time_zone
	const now = new Date()
	const today = localDate(now, zone)
	const query = url.searchParams
	const last = asksFor(query) ? {} : remembered(request, location.id, today)
	const view = VIEWS.find((name) => name === query.get('ansicht')) ?? last.view ?? 'tag'
	const typed = readDate(query.get('tag') ?? last.day ?? null, today)
	const range = rangeOf(view, typed.value || today)
	const [everybody, roster, rooms, booked, blocks, events, services, session] = await Promise.all([
		loadPeople(client, location, member),
		loadRoster(client, location.id, range),
		// Whoever sees only their own appointments would take rooms for free that are not.
		member.rights.includes('all_calendars') ? loadAllRooms(client, location) : [],
		view === 'monat' ? [] : loadDays(client, location, range.from, range.to, now),
		view === 'monat' ? [] : loadBlocks(client, location, range.from, range.to),
		view === 'monat' ? [] : loadEvents(client, location, range.from, range.to),
		loadServices(client, location),
		client.auth.getSession(),
	])
	const all = everybody.filter(({ id }) => roster.some(({ employee_id }) => employee_id === id))
	const wanted = askedWhose(query) ?? last.person ?? ''
	const hasRooms = rooms.some(({ active }) => active)
	const asked = peopleIn(wanted)
	const chosen = all.filter(({ id }) => asked.includes(id))
	const person = chosen.length === 1 ? String(chosen[0]?.id) : ''
	// Other views show everybody meanwhile.
	const whose = hasRooms && wanted === ROOMS ? ROOMS : joinWhose(chosen.map(({ id }) => id))
	const byRoom = whose === ROOMS && view === 'tag'
	const people = chosen.length > 0 ? chosen : all
	const ids = people.map(({ id }) => id)
	const rows = roster.filter(({ employee_id }) => ids.includes(employee_id))
	const shown = {
		location: location.id,
		zone,
		today,
		stand: now.toISOString(),
		dayFault: typed.fault,
		range,
		people,
		everybody: all.map(({ id, name }) => ({ id, name })),
		rooms: rooms.map(({ id, name }) => ({ id, name })),
		...{ hasRooms, byRoom, person, whose },
		appointments: booked,
		blocks,
		events,
		services,
		drawn: await draw({
			client,
			location: location.id,
			range,
			people,
			booked,
			blocks,
			events,
			rows,
			rooms: byRoom ? rooms : undefined,
			zone,
			now,
			fixed: !member.rights.includes('move'),
		}),
		figures: figuresOf(rows, person, view === 'monat' ? undefined : servedBy(ids, range, booked, zone)),
		explanation: await loadExplanation(client, location, query, range.day),
		manages: member.mayManage,
		rearranges: member.rights.includes('all_calendars') && member.rights.includes('move'),
		notice: location.move_notice,
		token: session.data.session?.access_token ?? '',
	}
	const cookie = rememberingCookie(location.id, { view, day: range.day, person: whose }, today)
	return data(shown, { headers: { 'set-cookie': cookie } })
}

/** Opening the form for a new appointment or blocked time or what is open, or leaving it, changes nothing in the calendar. */
export function shouldRevalidate({
	currentUrl,
	nextUrl,
	formMethod,
	defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
	// A live change comes without a navigation; the calendar follows it beside an open form, too.
	if (currentUrl.href === nextUrl.href || (formMethod && formMethod !== 'GET')) return defaultShouldRevalidate
	const shown = ({ searchParams }: URL): string =>
		[...['tag', 'ansicht'].map((name) => searchParams.get(name)), askedWhose(searchParams)].join(' ')
	const forms = [
		...[adminPaths.newInCalendar(), adminPaths.newBlock()],
		...[adminPaths.openInCalendar(), adminPaths.whyInCalendar()],
	]
	const panel = [currentUrl, nextUrl].some(({ pathname }) => forms.includes(pathname))
	return panel && shown(currentUrl) === shown(nextUrl) ? false : defaultShouldRevalidate
}

export default function CalendarPage({ loaderData }: Route.ComponentProps) {
	const { range, people, rooms, byRoom, drawn, zone, appointments, blocks, events } = loaderData
	const names = { people: loaderData.everybody, rooms, zone }
	const services = useRouteLoaderData<typeof rootLoader>('root')?.services
	const { id: opened } = useParams()
	const { pathname } = useLocation()
	const creating = [adminPaths.newInCalendar(), adminPaths.newBlock(), adminPaths.whyInCalendar()].includes(pathname)
	const listing = useMatch(adminPaths.openInCalendar()) !== null
	const open = useRouteLoaderData<typeof adminLoader>('routes/layouts/default-admin')?.open
	const [asks] = useSearchParams()
	const [made, several] = [asks.get('neu'), Number(asks.get('serie'))]
	const go = useGo()
	// What is listed and printed; cards tell the whole appointment.
	const some = peopleIn(loaderData.whose)
	const listed = some.length > 0 ? servedBy(some, range, appointments, zone) : appointments
	const reload = useGatheredReload()
	const known = useRef(new Set<string>())
	const person = loaderData.whose ? `&person=${loaderData.whose}` : ''
	const query = `?tag=${range.day}${range.view === 'tag' ? '' : `&ansicht=${range.view}`}${person}`
	const movables = movablesOf(appointments, blocks)
	const { version, onMove, removeBlock, tellChange, toast, announced, say } = useMoves({
		...{ movables, zone, query, people: loaderData.everybody, asks: loaderData.notice === 'ask' },
	})
	const { services: asked, time } = loaderData.explanation
	// Whoever follows a reason to its appointment finds the question still asked.
	const question = time ? `&${new URLSearchParams([...asked.map((id) => ['leistung', id]), ['warum', time]])}` : ''

	useEffect(() => {
		for (const { id, state } of appointments) if (BOOKED.includes(state)) known.current.add(id)
	}, [appointments])
	useEffect(() => {
		const allow = (): void => void (wantsChime() && allowChime())
		addEventListener('pointerdown', allow, { once: true })
		return () => removeEventListener('pointerdown', allow)
	}, [])
	const tellSeries = useEffectEvent((count: number) => say(`${count} Termine der Serie sind eingetragen.`))
	const wasCreating = useRef('')
	const place = creating ? `${asks.get('bei')} ${asks.get('am')}` : ''
	useEffect(() => {
		const left = creating ? '' : wasCreating.current
		wasCreating.current = place
		// Whoever has entered something goes on at its entry, else where they were in the calendar.
		const entry = made && document.querySelector<HTMLElement>(`a[data-entry^="${CSS.escape(made)}/"]`)
		const there = `[data-cursor], [data-cell="${CSS.escape(left)}"]`
		if (left) (entry || document.querySelector<HTMLElement>(there))?.focus()
		if (left && several > 1) tellSeries(several)
	}, [creating, place, made, several])

	const live = useLiveAppointments({
		url: services?.supabaseUrl ?? '',
		publishableKey: services?.publishableKey ?? '',
		token: loaderData.token,
		location: loaderData.location,
		onChange: (change: Change | null) => {
			reload()
			const fresh = change && (change.state === 'requested' || change.state === 'confirmed') && change.sequence === 0
			if (!fresh || change.source === 'admin' || known.current.has(change.id)) return
			known.current.add(change.id)
			const kind = change.state === 'requested' ? 'Neue Anfrage' : 'Neuer Termin'
			chime()
			say(`${kind}: ${change.contact_name}, ${formatSoon(change.starts_at, zone, new Date())}`)
		},
	})

	return (
		<WithPanel
			live={live}
			opened={opened ?? (creating ? 'neu' : listing ? 'offen' : undefined)}
			main={
				<>
					<title>Kalender · Zeitplatz</title>
					<Head
						{...{ range, zone, today: loaderData.today, stand: loaderData.stand }}
						{...{ figures: loaderData.figures, person: loaderData.whose, rooms: loaderData.hasRooms }}
						people={loaderData.everybody}
						opened={opened !== undefined || creating || listing}
						open={open ?? { requests: 0, waiting: 0 }}
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
					) : drawn.kind === 'list' ? (
						<List
							{...loaderData}
							appointments={listed}
							others={otherRows(blocks, events, { people, zone, rooms, roomBlocks: some.length === 0, day: range.day })}
							query={query}
						/>
					) : drawn.kind === 'month' ? (
						<Month days={drawn.days} today={loaderData.today} person={loaderData.whose} />
					) : drawn.kind === 'roster' ? (
						<RosterWeek {...drawn} today={loaderData.today} day={range.day} whose={loaderData.whose} />
					) : (
						<Board
							data={drawn.board}
							opened={opened ?? ''}
							address={[`${adminPaths.calendar()}/`, query]}
							disruptOf={loaderData.rearranges ? disruptionOf : undefined}
							shiftOf={shiftOf}
							nameOf={(id) => people.find((one) => one.id === id)?.name ?? ''}
							version={version}
							start={drawn.board.start}
							factsOf={(id) => {
								const found = appointments.find((appointment) => appointment.id === id)
								const block = blocks.find((one) => one.id === id)
								if (block) return blockFacts(block, names)
								const event = events.find((one) => one.id === id)
								if (event) return eventFacts(event, names)
								return found && factsOf(found, names)
							}}
							onOpen={(href) => {
								const { pathname, search } = new URL(href)
								go(`${pathname}${search}`, { preventScrollReset: true })
							}}
							onCreate={({ start, end, person, room, block }) => {
								const bis = end && localTime(end, zone)
								const wish = { am: localDate(start, zone), zeit: localTime(start, zone), bis, bei: person, raum: room }
								const asked = { ...Object.fromEntries(new URLSearchParams(query)), ...wish }
								const address = block ? adminPaths.newBlock(asked) : adminPaths.newInCalendar(asked)
								go(address, { preventScrollReset: true })
							}}
							onMove={onMove}
							onRemove={({ source }) => {
								const block = blocks.find(({ id }) => id === source)
								if (block) removeBlock(block, false)
							}}
						/>
					)}
					{range.view === 'monat' ? null : (
						<PrintedDay
							{...{ appointments: listed, people: loaderData.everybody, zone }}
							rooms={byRoom ? rooms : undefined}
							blocks={blocks.filter(({ employee_id }) =>
								employee_id === null ? byRoom : people.some(({ id }) => id === employee_id),
							)}
							events={events.filter(({ employee_id }) => people.some(({ id }) => id === employee_id))}
						/>
					)}
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
								...(loaderData.whose ? [['person', loaderData.whose] as [string, string]] : []),
							]}
							hrefFor={(id) => `${adminPaths.calendar()}/${id}${query}${question}`}
						/>
					) : null}
				</>
			}
		>
			<Outlet context={{ removeBlock, tellChange } satisfies CalendarContext} />
			<p role="status" className="visually-hidden">
				{announced}
			</p>
			{toast ? (
				<Toast key={toast.text} onEnd={toast.onEnd} actions={toast.actions}>
					{toast.text}
				</Toast>
			) : null}
		</WithPanel>
	)
}

function disruptionOf(person: string, tag: string): string {
	return adminPaths.disruptions({ person, tag })
}

function shiftOf(person: string, tag: string): string {
	return adminPaths.shift({ person, tag })
}

type ListProps = Pick<Route.ComponentProps['loaderData'], 'appointments' | 'people' | 'zone'> & {
	others: OtherRow[]
	query: string
}

function List({ appointments, others, people, zone, query }: ListProps) {
	if (appointments.length + others.length === 0) return <p>An diesem Tag ist noch nichts gebucht.</p>
	return (
		<DayRows
			{...{ appointments, others, people, zone }}
			otherHref={({ kind, id }) => `${adminPaths.calendar()}/${pathOf({ kind, source: id })}${query}`}
			hrefFor={(id) => `${adminPaths.calendar()}/${id}${query}`}
		/>
	)
}
