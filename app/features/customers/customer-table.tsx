import { dateText } from '#app/lib/calendar-date.ts'
import { HOME_ZONE, localDate } from '#app/lib/dates.ts'
import { formatPrice } from '#app/lib/money.ts'
import { formatNumber } from '#app/lib/numbers.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { CustomerMarks } from '#app/ui/customer-marks.tsx'
import { List, type ListColumn } from '#app/ui/list.tsx'
import { useSeesContacts } from '#app/ui/contact-data.tsx'
import { BulkButtons } from './bulk-buttons.tsx'
import { type Column, COLUMNS } from './columns.ts'
import styles from './customer.module.css'
import type { CustomerRow } from './customers.contracts.ts'

type Props = {
	customers: CustomerRow[]
	sorting: { by: string; hrefFor: (by: string) => string }
	zone?: string
	/** Columns besides name and contact. */
	columns: Column[]
	/** With a column for birthdays, in place of the last visit. */
	birthdays?: boolean
	/** For members who may change several at once: the tags in use, and the address that this is sent to. */
	bulk?: { tags: string[]; action: string }
}

/** Customers as a list, each with a link to its page. */
export function CustomerTable({ customers, sorting, zone = HOME_ZONE, columns, birthdays, bulk }: Props) {
	const sees = useSeesContacts()
	const day = (at: string | null): string => (at ? dateText(localDate(at, zone)) : '–')
	const date = { named: true, look: 'figures' } as const
	const columnsOf: Record<Column, Omit<ListColumn<CustomerRow>, 'name' | 'label'>> = {
		marken: { show: Marks },
		geburtstag: { ...date, sort: 'geburtstag', show: ({ birthday }) => (birthday ? dateText(birthday) : '–') },
		zuletzt: { ...date, sort: 'zuletzt', show: (row) => day(row.last_visit_at) },
		naechster: { ...date, sort: 'naechster', show: (row) => day(row.next_visit_at) },
		besuche: { ...date, sort: 'besuche', show: ({ visits }) => formatNumber(visits) },
		umsatz: { place: 'amount', sort: 'umsatz', show: (row) => formatPrice(row.spent_cents) },
		neu: { ...date, sort: 'neu', show: (row) => day(row.created_at) },
	}
	const shown = birthdays
		? (Object.keys(COLUMNS) as Column[]).filter(
				(name) => name === 'geburtstag' || (name !== 'zuletzt' && columns.includes(name)),
			)
		: columns
	return (
		<List
			label="Kund:innen"
			rows={customers}
			idOf={({ id }) => id}
			nameOf={({ name }) => name}
			hrefFor={(id) => adminPaths.customer(id)}
			sorting={sorting}
			bulk={bulk ? <BulkButtons tags={bulk.tags} /> : undefined}
			action={bulk?.action}
			columns={[
				{ name: 'name', label: 'Name', place: 'title', sort: 'name', show: ({ name }) => name },
				...(sees ? [{ name: 'kontakt', label: 'Kontakt', place: 'lead', look: 'wraps', show: Contact } as const] : []),
				...shown
					.filter((name) => sees || name !== 'geburtstag')
					.map((name) => ({ name, label: COLUMNS[name], ...columnsOf[name] })),
			]}
		/>
	)
}

/** A long address continues on the next line, after its @ sign. */
function Contact({ phone, email }: CustomerRow) {
	const at = email?.lastIndexOf('@') ?? 0
	if (phone || !email) return phone || '–'
	return (
		<>
			{email.slice(0, at)}
			<wbr />
			{email.slice(at)}
		</>
	)
}

function Marks({ blocked, tags, no_shows }: CustomerRow) {
	return <CustomerMarks {...{ blocked, missed: no_shows, tags: tags.slice(0, 3), className: styles.marks }} />
}
