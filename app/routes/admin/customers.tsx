import { Form, Link } from 'react-router'
import { loadCustomers, loadTags } from '#app/features/customers/customers.queries.server.ts'
import { CustomerTable } from '#app/features/customers/customer-table.tsx'
import { CONDITIONS, customerQuery, PAGE_SIZE, readCustomerFilters } from '#app/features/customers/filters.ts'
import { requireMember } from '#app/features/shell/admin-context.server.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Found } from '#app/ui/found.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Pages } from '#app/ui/pages.tsx'
import { Views } from '#app/ui/tabs.tsx'
import { SelectField, TextField } from '#app/ui/text-field.tsx'
import type { Route } from './+types/customers.ts'
import styles from './appointments.module.css'

export async function loader({ context, request, url }: Route.LoaderArgs) {
	const { client, company, rights, mayManage, location } = await requireMember(context, request)
	const filters = readCustomerFilters(url.searchParams)
	const [list, tags] = await Promise.all([
		loadCustomers(client, company, filters),
		rights.includes('all_customers') ? loadTags(client, company) : [],
	])
	const erased = url.searchParams.has('geloescht')
	return { ...list, filters, tags, rights, mayManage, zone: location?.time_zone, erased }
}

/** The customer file of the company. */
export default function CustomersPage({ loaderData }: Route.ComponentProps) {
	const { rows, total, filters, tags, rights, mayManage, zone, erased } = loaderData
	const filtered = Boolean(filters.text || filters.tag || filters.only)
	const own = adminPaths.customers({ nur: filters.only || undefined })
	return (
		<>
			<title>Kund:innen · Zeitplatz</title>
			<h1 className={styles.title}>Kund:innen</h1>
			{erased ? (
				<Notice kind="success" role="status">
					<p>Die Kundenkarte ist gelöscht. Vergangene Termine stehen ohne Namen in Ihren Listen.</p>
				</Notice>
			) : null}
			<Views
				label="Auswahl"
				current={own}
				tabs={[
					{ to: adminPaths.customers(), label: 'Alle' },
					...Object.entries(CONDITIONS).map(([nur, { label }]) => ({ to: adminPaths.customers({ nur }), label })),
				]}
			/>
			<div className={styles.search}>
				<Form method="get" action={adminPaths.customers()} className={styles.filters} role="search" key={own}>
					<TextField
						label="Name, E-Mail oder Telefon"
						name="suche"
						type="search"
						defaultValue={filters.text}
						required={false}
						className={styles.text}
					/>
					{filters.only ? <input type="hidden" name="nur" value={filters.only} /> : null}
					{tags.length > 0 ? (
						<SelectField label="Merkmal" name="merkmal" defaultValue={filters.tag} required={false}>
							<option value="">Alle</option>
							{tags.map((tag) => (
								<option key={tag}>{tag}</option>
							))}
						</SelectField>
					) : null}
					<Button kind="secondary">Suchen</Button>
				</Form>
			</div>
			<Found
				total={total}
				names={['Person', 'Personen']}
				clear={filtered ? { to: adminPaths.customers(), label: 'Filter löschen' } : undefined}
			>
				{rows.length > 0 && rights.includes('export') ? (
					<a href={adminPaths.customersFile(customerQuery(filters, 1))} download>
						Als CSV-Datei
					</a>
				) : null}
				{rights.includes('all_customers') ? (
					<>
						<Link to={adminPaths.duplicates()}>Doppelte suchen</Link>
						{mayManage ? <Link to={adminPaths.imports()}>Importieren</Link> : null}
						<Link to={adminPaths.newCustomer()}>Neue Karte anlegen</Link>
					</>
				) : null}
			</Found>
			{rows.length > 0 ? (
				<CustomerTable
					customers={rows}
					zone={zone}
					sorting={{
						by: filters.sort,
						hrefFor: (sort) => adminPaths.customers(customerQuery({ ...filters, sort }, 1)),
					}}
				/>
			) : (
				<EmptyState
					what={filtered ? 'Niemand passt zu dieser Auswahl.' : 'Noch keine Kund:innen.'}
					how={filtered ? undefined : 'Wer bucht oder von Ihnen eingetragen wird, bekommt hier eine Karte.'}
					action={
						<ButtonLink
							to={filtered ? adminPaths.customers() : adminPaths.newAppointment()}
							kind={filtered ? 'secondary' : 'primary'}
						>
							{filtered ? 'Alle zeigen' : 'Ersten Termin eintragen'}
						</ButtonLink>
					}
				/>
			)}
			<Pages
				page={filters.page}
				pages={Math.ceil(total / PAGE_SIZE)}
				hrefFor={(page) => adminPaths.customers(customerQuery(filters, page))}
			/>
		</>
	)
}
