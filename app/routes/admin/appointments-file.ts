import { personNames, serviceNames } from '#app/features/appointments/appointment.ts'
import { loadPeople } from '#app/features/appointments/appointments.queries.server.ts'
import { loadAllAppointments } from '#app/features/appointments/list.queries.server.ts'
import { readFilters } from '#app/features/appointments/filters.ts'
import { SOURCE_NAMES, STATE_NAMES } from '#app/features/appointments/texts.ts'
import { requireRight } from '#app/features/shell/admin-context.server.ts'
import { dateText } from '#app/lib/calendar-date.ts'
import { csvFile, csvOf } from '#app/lib/csv.ts'
import { localDate, localTime } from '#app/lib/dates.ts'
import type { Route } from './+types/appointments-file.ts'
import { requireChosenLocation } from './appointment-member.server.ts'

const HEAD = [
	'Tag',
	'Beginn',
	'Ende',
	'Kund:in',
	'Kommt',
	'E-Mail',
	'Telefon',
	'Leistung',
	'Mitarbeiter:in',
	'Preis',
	'Stand',
	'Herkunft',
]

/** Columns that are left out for whoever does not see contact data. */
const CONTACT = ['E-Mail', 'Telefon']

/** A file with all appointments that match the filters in the address; wall times of the location. */
export async function loader({ context, request, url }: Route.LoaderArgs) {
	await requireRight(context, request, 'export')
	const member = await requireChosenLocation(context, request)
	const { client, location } = member
	const zone = location.time_zone
	const today = localDate(new Date(), zone)
	const filters = readFilters(url.searchParams, today)
	const sees = member.rights.includes('contact_data')
	const [people, rows] = await Promise.all([
		loadPeople(client, location, member),
		loadAllAppointments(client, location, filters),
	])
	const lines = rows.map((row) => [
		...[dateText(localDate(row.starts_at, zone)), localTime(row.starts_at, zone), localTime(row.ends_at, zone)],
		...[row.contact_name, row.for_name, ...(sees ? [row.contact_email, row.contact_phone] : [])],
		...[serviceNames(row.lines), personNames(row.lines, people), row.total_cents / 100],
		...[STATE_NAMES[row.state], SOURCE_NAMES[row.source] ?? row.source],
	])
	return csvFile(`Termine-${today}`, csvOf([HEAD.filter((name) => sees || !CONTACT.includes(name)), ...lines]))
}
