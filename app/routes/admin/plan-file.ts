import { data } from 'react-router'
import { loadDays, loadPeople } from '#app/features/appointments/appointments.queries.server.ts'
import { loadBlocks } from '#app/features/blocks/blocks.queries.server.ts'
import { rangeOf, servedBy, VIEWS } from '#app/features/calendar/calendar.ts'
import { ROOMS } from '#app/features/calendar/rooms.ts'
import { planFile } from '#app/features/calendar/plan-file.server.ts'
import { rangeTitle } from '#app/features/calendar/range-title.ts'
import { askedWhose, peopleIn } from '#app/features/calendar/whose.ts'
import { loadEvents } from '#app/features/events/events.queries.server.ts'
import { loadResources } from '#app/features/services/resources.server.ts'
import { attachment } from '#app/lib/attachment.ts'
import { localDate } from '#app/lib/dates.ts'
import { readDate } from '#app/lib/typed-times.ts'
import { addressContext, servicesContext } from '#app/lib/context.server.ts'
import type { Route } from './+types/plan-file.ts'
import { requireChosenLocation } from './appointment-member.server.ts'

/** The calendar's days as a PDF, by the same address as the calendar; of some people, or of all, a page for each, or one for each room. */
export async function loader({ context, request, url }: Route.LoaderArgs) {
	const member = await requireChosenLocation(context, request)
	const { client, location } = member
	const now = new Date()
	const zone = location.time_zone
	const today = localDate(now, zone)
	const query = url.searchParams
	// A month is no plan for the wall, and far more work.
	const view = VIEWS.find((name) => name !== 'monat' && name === query.get('ansicht')) ?? 'tag'
	if (!(await context.get(servicesContext).allow('plan', context.get(addressContext))))
		throw data('Too Many Requests', { status: 429 })
	const range = rangeOf(view, readDate(query.get('tag'), today).value || today)
	const asked = askedWhose(query) ?? ''
	// Who has not all calendars would see rooms as free that are not.
	const byRoom = asked === ROOMS && view === 'tag' && member.rights.includes('all_calendars')
	const [everybody, rooms, booked, blocks, events] = await Promise.all([
		loadPeople(client, location, member),
		byRoom ? loadResources(client, location.id) : [],
		loadDays(client, location, range.from, range.to, now),
		loadBlocks(client, location, range.from, range.to),
		loadEvents(client, location, range.from, range.to),
	])
	const wanted = peopleIn(asked)
	const chosen = everybody.filter(({ id }) => wanted.includes(id))
	const people = chosen.length > 0 ? chosen : everybody
	const appointments = servedBy(
		people.map(({ id }) => id),
		range,
		booked,
		zone,
	)
	const title = rangeTitle(range)
	const file = await planFile({
		...{ appointments, blocks, events, people, rooms, byRoom, zone, location: location.name, title, now },
		hidesContacts: !member.rights.includes('contact_data'),
	})
	return attachment(file, { name: `Plan-${range.from}.pdf`, type: 'application/pdf' })
}
