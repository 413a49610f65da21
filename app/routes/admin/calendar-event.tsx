import { shownBy } from '#app/features/calendar/shown-by.ts'
import { EventFacts } from '#app/features/events/event-facts.tsx'
import styles from '#app/features/events/event.module.css'
import { eventName, seatsText } from '#app/features/events/event.ts'
import { loadEvent, loadParticipants } from '#app/features/events/events.queries.server.ts'
import { data, useLocation } from 'react-router'
import { BOOKED } from '#app/features/appointments/states.ts'
import { markPresence } from '#app/features/events/presence.commands.server.ts'
import { AllCame, Presence } from '#app/features/events/presence-form.tsx'
import { isMarkable } from '#app/features/events/presence.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { invariantResponse } from '#app/lib/invariant.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { CustomerName } from '#app/ui/customer-link.tsx'
import { SidePanel } from '#app/ui/side-panel.tsx'
import { useKept } from '#app/ui/use-kept.ts'
import type { Route } from './+types/calendar-event.ts'
import { requireChosenLocation } from './appointment-member.server.ts'
import { loadChoices } from './event-member.server.ts'

export async function loader({ context, request, params, url }: Route.LoaderArgs) {
	const member = await requireChosenLocation(context, request)
	const { client, location } = member
	const event = await loadEvent(client, location, params.id)
	invariantResponse(event)
	const [participants, { people, rooms }] = await Promise.all([
		loadParticipants(client, location, event.id),
		loadChoices(member, event),
	])
	return {
		event,
		participants: participants.filter(({ state }) => BOOKED.includes(state)),
		person: people.find(({ id }) => id === event.employee_id)?.name ?? '',
		room: rooms.find(({ id }) => id === event.resource_id)?.name ?? '',
		zone: location.time_zone,
		begun: !event.cancelled_at && Date.parse(event.starts_at) <= Date.now(),
		back: adminPaths.calendar(shownBy(url)),
	}
}

/** Says who came. */
export async function action({ context, request, params }: Route.ActionArgs) {
	const { client, location } = await requireChosenLocation(context, request)
	const form = await readForm(request)
	const event = await loadEvent(client, location, params.id)
	invariantResponse(event)
	return data({ outcome: await markPresence(client, await loadParticipants(client, location, event.id), form) })
}

/** An event beside the calendar: what it is, who comes, and once it has begun who came. */
export default function CalendarEventPage({ loaderData, actionData }: Route.ComponentProps) {
	const { event, participants, person, room, zone, begun, back } = loaderData
	const here = useLocation()
	const outcome = useKept(actionData, `${event.id} ${here.key}`)?.outcome
	const name = eventName(event)
	return (
		<SidePanel id={event.id} label={name} back={back}>
			<ButtonLink to={back} kind="plain" preventScrollReset aria-label={`${name} schließen`}>
				Schließen
			</ButtonLink>
			<h1 tabIndex={-1}>{name}</h1>
			<EventFacts {...{ event, person, room, zone }} />
			<h2>Teilnehmende</h2>
			{participants.length > 0 ? (
				<>
					<ul className={begun ? styles.came : undefined}>
						{participants.map(({ id, card, name: who, seats, phone, state }) => (
							<li key={id}>
								<CustomerName card={card}>{who}</CustomerName>
								{seats > 1 ? `, ${seatsText(seats)}` : ''}
								{phone ? `, ${phone}` : ''}
								{begun && isMarkable(state) ? <Presence {...{ id, state }} name={who} /> : null}
							</li>
						))}
					</ul>
					{begun ? <AllCame {...{ participants, outcome }} action={`${here.pathname}${here.search}`} /> : null}
				</>
			) : (
				<p>Noch hat niemand gebucht.</p>
			)}
			<p>
				<ButtonLink to={adminPaths.event(event.id)}>Kurs öffnen</ButtonLink>
			</p>
		</SidePanel>
	)
}
