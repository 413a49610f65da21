import { data, Link } from 'react-router'
import { readCustomerAction } from '#app/features/customers/bulk.ts'
import { changeCustomers } from '#app/features/customers/bulk.server.ts'
import { loadCustomers, loadTags } from '#app/features/customers/customers.queries.server.ts'
import { DemandNotice } from '#app/features/customers/demand-notice.tsx'
import { loadDemands } from '#app/features/customers/demands.server.ts'
import { COLUMNS, CUSTOMER_COLUMNS } from '#app/features/customers/columns.ts'
import { CustomerTable } from '#app/features/customers/customer-table.tsx'
import {
	type Condition,
	conditionQuery,
	CONDITIONS,
	customerList,
	customerQuery,
	PAGE_SIZE,
	readCustomerFilters,
	seenFilters,
	SPENT,
} from '#app/features/customers/filters.ts'
import { LAST_WAYS, lastVisitText } from '#app/features/customers/last-visit-filter.ts'
import { changeSavedViews, isAboutViews, loadSavedViews } from '#app/features/saved-views/saved-views.server.ts'
import { listHref, queryText, shownViews } from '#app/features/saved-views/shown-views.ts'
import { requireMember } from '#app/features/shell/admin-context.server.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { textOf } from '#app/lib/form.ts'
import { formatNumber } from '#app/lib/numbers.ts'
import { invariantResponse } from '#app/lib/invariant.ts'
import { readColumns } from '#app/lib/kept-columns.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { requireExistingPage } from '#app/lib/existing-page.server.ts'
import { redirect } from '#app/lib/redirect.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { EnterAppointment } from '#app/ui/enter-appointment.tsx'
import { BulkOutcomeNotice } from '#app/ui/bulk-outcome.tsx'
import { ColumnChoice } from '#app/ui/column-choice.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Found } from '#app/ui/found.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { SavedMessage } from '#app/ui/form-parts.tsx'
import { Pages } from '#app/ui/pages.tsx'
import { SavedViews } from '#app/ui/saved-views.tsx'
import { SearchForm } from '#app/ui/search-form.tsx'
import { SelectField, TextField } from '#app/ui/text-field.tsx'
import { ContactHidden, seenColumns, useSeesContacts } from '#app/ui/contact-data.tsx'
import type { Route } from './+types/customers.ts'
import styles from './appointments.module.css'

export async function loader({ context, request, url }: Route.LoaderArgs) {
	const { client, company, role, rights, mayManage, location } = await requireMember(context, request)
	const filters = seenFilters(readCustomerFilters(url.searchParams), rights.includes('contact_data'))
	const saved = shownViews(await loadSavedViews({ client, companyId: company.id }, 'customers'), customerList)
	const first = saved.find(({ isDefault }) => isDefault)
	if (first && url.search === '') throw redirect(first.to)
	const [list, tags, demands] = await Promise.all([
		loadCustomers(client, company, filters, location?.time_zone),
		rights.includes('all_customers') ? loadTags(client, company) : [],
		mayManage ? loadDemands(client, company) : [],
	])
	requireExistingPage({
		...{ page: filters.page, total: list.total, size: PAGE_SIZE },
		hrefFor: (page) => listHref(customerList, saved, customerQuery(filters, page)),
	})
	const erased = url.searchParams.has('geloescht')
	const columns = readColumns(request, CUSTOMER_COLUMNS)
	return { ...list, columns, filters, tags, role, rights, mayManage, zone: location?.time_zone, erased, saved, demands }
}

export async function action({ context, request, url }: Route.ActionArgs) {
	const { client, company } = await requireMember(context, request)
	const form = await readForm(request)
	const bulk = readCustomerAction(textOf(form, 'intent'))
	if (bulk) {
		const outcome = await changeCustomers(client, company, bulk, form)
		return data({ outcome }, { status: outcome.kind === 'danger' ? 400 : 200 })
	}
	invariantResponse(isAboutViews(form))
	// When a view is deleted, its filters stay in the address.
	const asked = adminPaths.customers(customerList.readQuery(url.searchParams))
	return changeSavedViews({ client, companyId: company.id }, 'customers', form, asked)
}

/** The customer file of the company. */
export default function CustomersPage({ loaderData, actionData }: Route.ComponentProps) {
	const { rows, total, columns, filters, tags, role, rights, mayManage, zone, erased, saved, demands } = loaderData
	const sees = useSeesContacts()
	const outcome = actionData && 'outcome' in actionData ? actionData.outcome : undefined
	const refusal = actionData && 'outcome' in actionData ? undefined : actionData
	const filtered = Boolean(filters.text || filters.tag || filters.only || filters.spent || filters.last.text)
	const hrefOf = (query?: Record<string, string | undefined>): string => listHref(customerList, saved, query)
	const shown = customerQuery(filters, 1)
	const own = hrefOf(customerQuery(filters, filters.page))
	return (
		<>
			<title>Kund:innen · Zeitplatz</title>
			<h1 className={styles.title}>Kund:innen</h1>
			{erased ? (
				<Notice kind="success" role="status">
					<p>Die Kundenkarte ist gelöscht. Vergangene Termine stehen ohne Namen in Ihren Listen.</p>
				</Notice>
			) : null}
			<DemandNotice demands={demands} />
			<SavedMessage refusal={refusal} />
			<SavedViews
				label="Auswahl"
				current={hrefOf(shown)}
				saved={saved}
				query={queryText(shown)}
				refusal={refusal}
				ready={[
					{ to: hrefOf(), label: 'Alle' },
					...Object.entries(seenColumns(CONDITIONS, sees, 'geburtstag')).map(([nur, { label }]) => ({
						...{ label, alone: adminPaths.customers({ nur }) },
						to: hrefOf(conditionQuery(filters, nur as Condition)),
					})),
				]}
			/>
			<div className={styles.search}>
				<SearchForm
					action={adminPaths.customers()}
					label={sees ? 'Name, E-Mail oder Telefon' : 'Name'}
					text={filters.text}
					className={styles.filters}
					fieldClass={styles.text}
					shown={queryText({ ...shown, suche: undefined, tag: lastVisitText(filters.last) })}
				>
					{filters.only ? <input type="hidden" name="nur" value={filters.only} /> : null}
					{shown.sortierung ? <input type="hidden" name="sortierung" value={shown.sortierung} /> : null}
					{tags.length > 0 ? (
						<SelectField label="Merkmal" name="merkmal" defaultValue={filters.tag} required={false}>
							<option value="">Alle</option>
							{tags.map((tag) => (
								<option key={tag}>{tag}</option>
							))}
						</SelectField>
					) : null}
					<SelectField label="Terminwert" name="ab" defaultValue={filters.spent || ''} required={false}>
						<option value="">Alle</option>
						{SPENT.map((euros) => (
							<option key={euros} value={euros}>
								ab {formatNumber(euros)} €
							</option>
						))}
					</SelectField>
					<SelectField label="Letzter Besuch" name="da" defaultValue={filters.last.way} required={false}>
						{Object.entries(LAST_WAYS).map(([way, label]) => (
							<option key={way} value={way}>
								{label}
							</option>
						))}
					</SelectField>
					<TextField
						label="Tag oder Tage"
						name="tag"
						placeholder="90 oder 1.5.2026"
						defaultValue={lastVisitText(filters.last)}
						error={filters.last.fault}
						maxLength={40}
						autoComplete="off"
						required={false}
					/>
				</SearchForm>
			</div>
			<Found
				total={total}
				names={['Person', 'Personen']}
				clear={filtered ? { to: hrefOf(), label: 'Filter löschen' } : undefined}
			>
				{rows.length > 0 && rights.includes('export') ? (
					<a href={adminPaths.customersFile(shown)} download>
						Als CSV-Datei
					</a>
				) : null}
				{role === 'owner' ? <Link to={adminPaths.looks()}>Wer hineingesehen hat</Link> : null}
				{rights.includes('all_customers') ? (
					<>
						{sees ? <Link to={adminPaths.duplicates()}>Doppelte suchen</Link> : null}
						{mayManage && sees ? <Link to={adminPaths.imports()}>Importieren</Link> : null}
						<Link to={adminPaths.newCustomer()}>Neue Karte anlegen</Link>
					</>
				) : null}
				{rows.length > 0 ? (
					<ColumnChoice
						list="kunden"
						names={seenColumns(COLUMNS, sees, 'geburtstag')}
						besides={sees ? 'Name und Kontakt' : 'Name'}
						action={adminPaths.home()}
						back={own}
						columns={columns}
					/>
				) : null}
			</Found>
			{sees ? null : (
				<p>
					<ContactHidden />
				</p>
			)}
			{outcome ? <BulkOutcomeNotice key={outcome.at} outcome={outcome} action={own} /> : null}
			{rows.length > 0 ? (
				<CustomerTable
					// Not the key of the notice, its sibling; what was chosen stays after a refusal.
					key={`rows ${outcome?.kind === 'danger' ? '' : outcome?.at}`}
					bulk={rights.includes('all_customers') ? { tags, action: own } : undefined}
					customers={rows}
					columns={columns}
					birthdays={filters.only === 'geburtstag'}
					zone={zone}
					sorting={{
						by: filters.sort,
						hrefFor: (sort) => hrefOf(customerQuery({ ...filters, sort }, 1)),
					}}
				/>
			) : (
				<EmptyState
					icon={filtered ? 'search' : 'people'}
					what={filtered ? 'Niemand passt zu dieser Auswahl.' : 'Noch keine Kund:innen.'}
					how={filtered ? undefined : 'Wer bucht oder von Ihnen eingetragen wird, bekommt hier eine Karte.'}
					action={
						filtered ? (
							<ButtonLink to={hrefOf()} kind="secondary">
								Alle zeigen
							</ButtonLink>
						) : (
							<EnterAppointment>Ersten Termin eintragen</EnterAppointment>
						)
					}
				/>
			)}
			<Pages
				page={filters.page}
				pages={Math.ceil(total / PAGE_SIZE)}
				hrefFor={(page) => hrefOf(customerQuery(filters, page))}
			/>
		</>
	)
}
