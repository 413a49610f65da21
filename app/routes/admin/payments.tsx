import { Link } from 'react-router'
import {
	isFiltered,
	PAGE_SIZE,
	type PaymentFilters,
	paymentQuery,
	type PaymentSort,
	readPaymentFilters,
	STATES,
} from '#app/features/payments/filters.ts'
import { PaymentList } from '#app/features/payments/payment-list.tsx'
import { loadPayments } from '#app/features/payments/payments.queries.server.ts'
import { Sums } from '#app/features/payments/sums.tsx'
import { KIND_NAMES } from '#app/features/payments/words.ts'
import { requireManager } from '#app/features/shell/admin-context.server.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { HOME_ZONE, localDate } from '#app/lib/dates.ts'
import { requireExistingPage } from '#app/lib/existing-page.server.ts'
import { listDays } from '#app/lib/list-days.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { DateRange } from '#app/ui/date-range.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Found } from '#app/ui/found.tsx'
import { Pages } from '#app/ui/pages.tsx'
import { SearchForm } from '#app/ui/search-form.tsx'
import { SelectField } from '#app/ui/text-field.tsx'
import type { Route } from './+types/payments.ts'
import styles from './appointments.module.css'

export async function loader({ context, request, url }: Route.LoaderArgs) {
	const { client, company, location, locations, rights } = await requireManager(context, request)
	const zone = location?.time_zone ?? HOME_ZONE
	const now = new Date()
	const today = localDate(now, zone)
	const filters = readPaymentFilters(url.searchParams, today)
	const list = await loadPayments(client, company, zone, filters)
	requireExistingPage({
		...{ page: filters.page, total: list.total, size: PAGE_SIZE },
		hrefFor: (page) => adminPaths.payments(paymentQuery(filters, page)),
	})
	return {
		...list,
		...{ filters, zone, today, now: now.toISOString(), days: listDays(url.searchParams, filters, today) },
		places: Object.fromEntries(locations.map(({ id, name }) => [id, name])),
		mayExport: rights.includes('export'),
	}
}

/** What customers have paid online, and what has gone back. */
export default function PaymentsPage({ loaderData }: Route.ComponentProps) {
	const { rows, total, sums, filters, places, zone, now, mayExport } = loaderData
	const filtered = isFiltered(filters)
	const hrefFor = (asked: Partial<PaymentFilters>, page = 1): string =>
		adminPaths.payments(paymentQuery({ ...filters, ...asked }, page))
	return (
		<>
			<title>Zahlungen · Zeitplatz</title>
			<h1 className={styles.title}>Zahlungen</h1>
			{rows.length > 0 || filtered ? (
				<>
					<Search {...loaderData} />
					<Found
						total={total}
						names={['Zahlung', 'Zahlungen']}
						clear={filtered ? { to: adminPaths.payments(), label: 'Filter löschen' } : undefined}
					>
						{rows.length > 0 && mayExport ? (
							<a href={adminPaths.paymentsFile(paymentQuery(filters))} download>
								Als CSV-Datei
							</a>
						) : null}
						<Link to={adminPaths.paymentRules()}>Online-Zahlung einstellen</Link>
					</Found>
				</>
			) : null}
			{rows.length > 0 ? (
				<>
					<Sums sums={sums} />
					<PaymentList
						payments={rows}
						{...{ places, zone, now }}
						sorting={{ by: filters.sort, hrefFor: (by) => hrefFor({ sort: by as PaymentSort }) }}
					/>
				</>
			) : filtered ? (
				<EmptyState
					icon="search"
					what="Keine Zahlung passt zu dieser Auswahl."
					action={
						<ButtonLink to={adminPaths.payments()} kind="secondary">
							Alle Zahlungen zeigen
						</ButtonLink>
					}
				/>
			) : (
				<EmptyState
					icon="card"
					what="Noch keine Zahlungen."
					how="Zahlen Kund:innen bei der Buchung online, steht hier, was eingegangen ist und was zurückging."
					action={<ButtonLink to={adminPaths.paymentRules()}>Online-Zahlung einstellen</ButtonLink>}
				/>
			)}
			<Pages page={filters.page} pages={Math.ceil(total / PAGE_SIZE)} hrefFor={(page) => hrefFor({}, page)} />
		</>
	)
}

function Search({ filters, days, today, places }: Route.ComponentProps['loaderData']) {
	const { text, state, kind, place, sort } = filters
	const several = Object.keys(places).length > 1
	return (
		<div className={styles.search}>
			<SearchForm
				action={adminPaths.payments()}
				label="Name oder Buchungsnummer"
				text={text}
				className={styles.filters}
				fieldClass={styles.text}
				shown={JSON.stringify([state, kind, place, days])}
			>
				{sort === '-zeit' ? null : <input type="hidden" name="sortierung" value={sort} />}
				<SelectField label="Stand" name="stand" defaultValue={state} required={false}>
					<Options choices={Object.entries(STATES).map(([word, { label }]) => [word, label])} />
				</SelectField>
				<SelectField label="Art" name="art" defaultValue={kind} required={false}>
					<Options choices={Object.entries(KIND_NAMES)} />
				</SelectField>
				{several ? (
					<SelectField label="Standort" name="ort" defaultValue={place} required={false}>
						<Options choices={Object.entries(places)} />
					</SelectField>
				) : null}
				<DateRange {...{ days, today }} />
			</SearchForm>
		</div>
	)
}

function Options({ choices }: { choices: [value: string, label: string][] }) {
	return (
		<>
			<option value="">Alle</option>
			{choices.map(([value, label]) => (
				<option key={value} value={value}>
					{label}
				</option>
			))}
		</>
	)
}
