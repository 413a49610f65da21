import { loadAllCustomers } from '#app/features/customers/customers.queries.server.ts'
import type { ExportedCustomer } from '#app/features/customers/customers.contracts.ts'
import { readCustomerFilters, seenFilters } from '#app/features/customers/filters.ts'
import { requireRight } from '#app/features/shell/admin-context.server.ts'
import { dateText } from '#app/lib/calendar-date.ts'
import { csvFile, csvOf } from '#app/lib/csv.ts'
import { HOME_ZONE, localDate } from '#app/lib/dates.ts'
import type { Route } from './+types/customers-file.ts'

const HEAD = [
	...['Name', 'E-Mail', 'Telefon', 'Merkmale', 'Gesperrt', 'Besuche', 'Nicht erschienen', 'Terminwert'],
	...['Zuletzt da', 'Nächster Termin', 'Karte seit', 'Geburtstag', 'Weitere E-Mails', 'Weitere Telefone'],
	...['Weitere Namen', 'Werbung per E-Mail', 'Notiz'],
]

/** Columns that are left out for whoever does not see contact data. */
const CONTACT = ['E-Mail', 'Telefon', 'Geburtstag', 'Weitere E-Mails', 'Weitere Telefone']

const further = ({ contacts }: ExportedCustomer, kind: string): string =>
	contacts
		.filter((contact) => contact.kind === kind)
		.map(({ value }) => value)
		.join(', ')

/** The customers that the filters of the address find, all pages of them, as a file; days of the chosen location. */
export async function loader({ context, request, url }: Route.LoaderArgs) {
	const { client, company, location, rights } = await requireRight(context, request, 'export')
	const zone = location?.time_zone ?? HOME_ZONE
	const day = (at: string | null): string => (at ? dateText(localDate(at, zone)) : '')
	const rows = await loadAllCustomers(
		client,
		company,
		seenFilters(readCustomerFilters(url.searchParams), rights.includes('contact_data')),
		zone,
	)
	const lines = rows.map((row) => [
		...[row.name, row.email ?? '', row.phone, row.tags.join(', '), row.blocked ? 'ja' : ''],
		...[row.visits, row.no_shows, row.spent_cents / 100],
		...[day(row.last_visit_at), day(row.next_visit_at), day(row.created_at)],
		...[row.birthday ? dateText(row.birthday) : '', further(row, 'email'), further(row, 'phone'), further(row, 'name')],
		...[row.advertising === null ? '' : row.advertising ? 'ja' : 'nein', row.note],
	])
	const kept = HEAD.map((name) => rights.includes('contact_data') || !CONTACT.includes(name))
	const seen = [HEAD, ...lines].map((line) => line.filter((_, index) => kept[index]))
	return csvFile(`Kundenkartei-${localDate(new Date(), zone)}`, csvOf(seen))
}
