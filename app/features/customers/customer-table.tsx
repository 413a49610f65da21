import { dateText } from '#app/lib/calendar-date.ts'
import { HOME_ZONE, localDate } from '#app/lib/dates.ts'
import { formatPrice } from '#app/lib/money.ts'
import { formatNumber } from '#app/lib/numbers.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { Badge } from '#app/ui/badge.tsx'
import { List } from '#app/ui/list.tsx'
import styles from './customer.module.css'
import type { CustomerRow } from './customers.contracts.ts'

type Props = {
	customers: CustomerRow[]
	sorting: { by: string; hrefFor: (by: string) => string }
	zone?: string
}

/** Customers as a list, each with a link to its page. */
export function CustomerTable({ customers, sorting, zone = HOME_ZONE }: Props) {
	const day = (at: string | null): string => (at ? dateText(localDate(at, zone)) : '–')
	return (
		<List
			label="Kund:innen"
			rows={customers}
			idOf={({ id }) => id}
			nameOf={({ name }) => name}
			hrefFor={(id) => adminPaths.customer(id)}
			sorting={sorting}
			columns={[
				{ name: 'name', label: 'Name', place: 'title', sort: 'name', show: ({ name }) => name },
				{ name: 'marken', label: 'Merkmale', show: Marks },
				{ name: 'kontakt', label: 'Kontakt', place: 'lead', look: 'wraps', show: Contact },
				{
					name: 'zuletzt',
					label: 'Zuletzt da',
					named: true,
					look: 'figures',
					sort: 'zuletzt',
					show: (row) => day(row.last_visit_at),
				},
				{
					name: 'naechster',
					label: 'Nächster Termin',
					named: true,
					look: 'figures',
					sort: 'naechster',
					show: (row) => day(row.next_visit_at),
				},
				{
					name: 'besuche',
					label: 'Besuche',
					named: true,
					look: 'figures',
					sort: 'besuche',
					show: ({ visits }) => formatNumber(visits),
				},
				{
					name: 'umsatz',
					label: 'Terminwert',
					place: 'amount',
					sort: 'umsatz',
					show: (row) => formatPrice(row.spent_cents),
				},
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
	if (!blocked && no_shows === 0 && tags.length === 0) return null
	return (
		<span className={styles.marks}>
			{blocked ? <Badge kind="bad">Gesperrt</Badge> : null}
			{no_shows > 0 ? <Badge kind="waiting">{no_shows}× nicht erschienen</Badge> : null}
			{tags.slice(0, 3).map((tag) => (
				<Badge key={tag}>{tag}</Badge>
			))}
		</span>
	)
}
