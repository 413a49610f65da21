import { BackToCustomers } from '#app/features/customers/customer-head.tsx'
import { type CompanyLook, loadCompanyLooks } from '#app/features/customers/looks.queries.server.ts'
import { lookQuery, LOOKS, LOOKS_PAGE, lookText, readLookFilters } from '#app/features/customers/looks.ts'
import { requireOwner } from '#app/features/shell/admin-context.server.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { formatDate, formatTime, HOME_ZONE } from '#app/lib/dates.ts'
import { requireExistingPage } from '#app/lib/existing-page.server.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Found } from '#app/ui/found.tsx'
import { List } from '#app/ui/list.tsx'
import { Pages } from '#app/ui/pages.tsx'
import { SearchForm } from '#app/ui/search-form.tsx'
import { SelectField } from '#app/ui/text-field.tsx'
import type { Route } from './+types/customers-looks.ts'
import styles from './appointments.module.css'

export async function loader({ context, request, url }: Route.LoaderArgs) {
	const { client, company, location } = await requireOwner(context, request)
	const filters = readLookFilters(url.searchParams)
	const list = await loadCompanyLooks(client, company, filters)
	requireExistingPage({
		...{ page: filters.page, total: list.total, size: LOOKS_PAGE },
		hrefFor: (page) => adminPaths.looks(lookQuery(filters, page)),
	})
	return { ...list, filters, zone: location?.time_zone ?? HOME_ZONE }
}

/** Who of the members looked at which customer's card. */
export default function LooksPage({ loaderData }: Route.ComponentProps) {
	const { rows, total, filters, zone } = loaderData
	const filtered = Boolean(filters.who || filters.what)
	const cards = new Map(rows.map(({ id, customer }) => [String(id), customer.id]))
	return (
		<>
			<title>Wer hineingesehen hat · Zeitplatz</title>
			<BackToCustomers />
			<h1 className={styles.title}>Wer hineingesehen hat</h1>
			<p>Wer eine Kundenkarte geöffnet oder mitgenommen hat, steht hier ein Jahr lang.</p>
			<div className={styles.search}>
				<SearchForm
					action={adminPaths.looks()}
					label="Wer"
					text={filters.who}
					className={styles.filters}
					fieldClass={styles.text}
					shown={filters.what}
				>
					<SelectField label="Was" name="was" defaultValue={filters.what} required={false}>
						<option value="">Alles</option>
						{Object.entries(LOOKS).map(([what, label]) => (
							<option key={what} value={what}>
								{label}
							</option>
						))}
					</SelectField>
				</SearchForm>
			</div>
			<Found
				total={total}
				names={['Zugriff', 'Zugriffe']}
				clear={filtered ? { to: adminPaths.looks(), label: 'Filter löschen' } : undefined}
			/>
			{rows.length > 0 ? (
				<List
					label="Zugriffe"
					rows={rows}
					idOf={({ id }) => String(id)}
					nameOf={({ customer }) => customer.name}
					hrefFor={(id) => adminPaths.customer(cards.get(id) ?? '')}
					columns={[
						{ name: 'zeit', label: 'Zeit', place: 'lead', show: ({ at }) => timeOf(at, zone) },
						{ name: 'kunde', label: 'Kund:in', place: 'title', show: ({ customer }) => customer.name },
						{ name: 'wer', label: 'Wer', look: 'wraps', show: whoOf },
						{ name: 'was', label: 'Was', show: ({ what }) => lookText(what) },
					]}
				/>
			) : (
				<EmptyState
					icon="people"
					what={filtered ? 'Kein Zugriff passt zu dieser Auswahl.' : 'Noch hat niemand in eine Karte gesehen.'}
				/>
			)}
			<Pages
				page={filters.page}
				pages={Math.ceil(total / LOOKS_PAGE)}
				hrefFor={(page) => adminPaths.looks(lookQuery(filters, page))}
			/>
		</>
	)
}

const timeOf = (at: string, zone: string): string => `${formatDate(at, zone)}, ${formatTime(at, zone)} Uhr`
const whoOf = ({ who }: CompanyLook): string => who || 'Gelöschtes Konto'
