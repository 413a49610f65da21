import { shownBy } from '#app/features/calendar/shown-by.ts'
import { EventFacts } from '#app/features/events/event-facts.tsx'
import { eventName, seatsText } from '#app/features/events/event.ts'
import { loadEvent, loadParticipants } from '#app/features/events/events.queries.server.ts'
import { BOOKED } from '#app/features/appointments/states.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { invariantResponse } from '#app/lib/invariant.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { CustomerName } from '#app/ui/customer-link.tsx'
import { SidePanel } from '#app/ui/side-panel.tsx'
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
		back: adminPaths.calendar(shownBy(url)),
	}
}

/** An event beside the calendar: what it is and who comes. */
export default function CalendarEventPage({ loaderData }: Route.ComponentProps) {
	const { event, participants, person, room, zone, back } = loaderData
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
				<ul>
					{participants.map(({ id, card, name: who, seats, phone }) => (
						<li key={id}>
							<CustomerName card={card}>{who}</CustomerName>
							{seats > 1 ? `, ${seatsText(seats)}` : ''}
							{phone ? `, ${phone}` : ''}
						</li>
					))}
				</ul>
			) : (
				<p>Noch hat niemand gebucht.</p>
			)}
			<p>
				<ButtonLink to={adminPaths.event(event.id)}>Kurs öffnen</ButtonLink>
			</p>
		</SidePanel>
	)
}
