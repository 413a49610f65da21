import { loadPeople } from '#app/features/appointments/appointments.queries.server.ts'
import { eventName } from '#app/features/events/event.ts'
import { loadAllEvents } from '#app/features/events/events.queries.server.ts'
import { readEventFilters } from '#app/features/events/filters.ts'
import { requireRight } from '#app/features/shell/admin-context.server.ts'
import { dateText } from '#app/lib/calendar-date.ts'
import { csvFile, csvOf } from '#app/lib/csv.ts'
import { localDate, localTime } from '#app/lib/dates.ts'
import type { Route } from './+types/events-file.ts'
import { requireChosenLocation } from './appointment-member.server.ts'

const HEAD = ['Tag', 'Beginn', 'Ende', 'Kurs', 'Leistung', 'Mit', 'Plätze', 'Belegt', 'Warten', 'Preis', 'Abgesagt']

/** A file with all events that match the filters in the address; wall times of the location. */
export async function loader({ context, request, url }: Route.LoaderArgs) {
	await requireRight(context, request, 'export')
	const member = await requireChosenLocation(context, request)
	const { client, location } = member
	const zone = location.time_zone
	const now = new Date()
	const today = localDate(now, zone)
	const [people, rows] = await Promise.all([
		loadPeople(client, location, member),
		loadAllEvents(client, location, readEventFilters(url.searchParams, today), now),
	])
	const names = new Map(people.map(({ id, name }) => [id, name]))
	const lines = rows.map((row) => [
		...[dateText(localDate(row.starts_at, zone)), localTime(row.starts_at, zone), localTime(row.ends_at, zone)],
		...[eventName(row), row.service_name, names.get(row.employee_id) ?? '', row.seats, row.taken, row.waiting],
		...[row.price_cents / 100, row.cancelled_at ? 'ja' : ''],
	])
	return csvFile(`Kurse-${today}`, csvOf([HEAD, ...lines]))
}
