import { STATE_NAMES } from '#app/features/appointments/texts.ts'
import { loadEvent, loadParticipants } from '#app/features/events/events.queries.server.ts'
import { presenceText } from '#app/features/events/presence.ts'
import { requireRight } from '#app/features/shell/admin-context.server.ts'
import { csvFile, csvOf } from '#app/lib/csv.ts'
import { localDate } from '#app/lib/dates.ts'
import { invariantResponse } from '#app/lib/invariant.ts'
import type { Route } from './+types/event-file.ts'
import { requireChosenLocation } from './appointment-member.server.ts'

const HEAD = ['Name', 'Plätze', 'Stand', 'Anwesenheit', 'E-Mail', 'Telefon', 'Nachricht']

/** A file with those who have booked an event, in the order of its page. */
export async function loader({ context, request, params }: Route.LoaderArgs) {
	await requireRight(context, request, 'export')
	const { client, location } = await requireChosenLocation(context, request)
	const event = await loadEvent(client, location, params.id)
	invariantResponse(event)
	const participants = await loadParticipants(client, location, event.id)
	const lines = participants.map(({ name, seats, state, email, phone, note }) => [
		...[name, seats, STATE_NAMES[state], presenceText(state), email, phone, note],
	])
	return csvFile(`Teilnehmende-${localDate(event.starts_at, location.time_zone)}`, csvOf([HEAD, ...lines]))
}
