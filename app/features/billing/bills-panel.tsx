import { dateText } from '#app/lib/calendar-date.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { formatPrice } from '#app/lib/money.ts'
import { Badge } from '#app/ui/badge.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Panel } from '#app/ui/form-parts.tsx'
import { List } from '#app/ui/list.tsx'
import type { loadBills } from './billing.server.ts'

type Bill = Awaited<ReturnType<typeof loadBills>>[number]

/** All invoices of the company, the latest first. */
export function BillsPanel({ bills }: { bills: Bill[] }) {
	return (
		<Panel title="Rechnungen">
			{bills.length > 0 ? (
				<List
					label="Rechnungen"
					rows={bills}
					idOf={({ id }) => id}
					nameOf={({ number }) => number}
					hrefFor={adminPaths.bill}
					columns={[
						{ name: 'nummer', label: 'Nummer', place: 'title', show: ({ number }) => number },
						{ name: 'vom', label: 'Vom', place: 'lead', show: ({ issued_on }) => dateText(issued_on) },
						{
							...{ name: 'betrag', label: 'Betrag', place: 'amount', look: 'figures' },
							show: ({ gross_cents }) => formatPrice(gross_cents),
						},
						{
							...{ name: 'faellig', label: 'Fällig', named: true, look: 'figures' },
							show: ({ type, due_on }) => (type === 380 ? dateText(due_on) : ''),
						},
						{
							...{ name: 'stand', label: 'Stand', place: 'corner' },
							show: stateOf,
						},
					]}
				/>
			) : (
				<EmptyState icon="file" what="Noch keine Rechnung" />
			)}
		</Panel>
	)
}

function stateOf({ label, badge }: Bill) {
	return <Badge kind={badge}>{label}</Badge>
}
