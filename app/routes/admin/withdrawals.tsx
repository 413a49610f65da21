import { appointmentList } from '#app/features/appointments/kept-views.ts'
import { loadSavedViews } from '#app/features/saved-views/saved-views.server.ts'
import { shownViews } from '#app/features/saved-views/shown-views.ts'
import { AppointmentViews } from '#app/features/appointments/views.tsx'
import { PAGE_SIZE } from '#app/features/appointments/filters.ts'
import { WithdrawalList } from '#app/features/appointments/withdrawal-list.tsx'
import {
	readWithdrawalFilters,
	type WithdrawalFilters,
	withdrawalQuery,
	type WithdrawalSort,
} from '#app/features/appointments/withdrawals.list.ts'
import { loadWithdrawals } from '#app/features/appointments/withdrawals.queries.server.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { requireExistingPage } from '#app/lib/existing-page.server.ts'
import { localDate } from '#app/lib/dates.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Pages } from '#app/ui/pages.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Found } from '#app/ui/found.tsx'
import { SearchForm } from '#app/ui/search-form.tsx'
import type { Route } from './+types/withdrawals.ts'
import { requireChosenLocation } from './appointment-member.server.ts'
import styles from './appointments.module.css'

export async function loader({ context, request, url }: Route.LoaderArgs) {
	const member = await requireChosenLocation(context, request)
	const { client, location } = member
	const filters = readWithdrawalFilters(url.searchParams)
	const zone = location.time_zone
	const today = localDate(new Date(), zone)
	const [list, views] = await Promise.all([
		loadWithdrawals(client, location, filters),
		loadSavedViews(member, 'appointments'),
	])
	requireExistingPage({
		...{ page: filters.page, total: list.total, size: PAGE_SIZE },
		hrefFor: (page) => adminPaths.withdrawals(withdrawalQuery({ ...filters, page })),
	})
	return { ...list, filters, zone, today, saved: shownViews(views, appointmentList(today)) }
}

/** The withdrawals that customers have declared (§ 356a BGB). */
export default function WithdrawalsPage({ loaderData }: Route.ComponentProps) {
	const { rows, total, filters, zone, today, saved } = loaderData
	const hrefFor = (asked: Partial<WithdrawalFilters>): string =>
		adminPaths.withdrawals(withdrawalQuery({ ...filters, ...asked }))
	const nothing = rows.length === 0 && !filters.text
	return (
		<>
			<title>Widerrufe · Zeitplatz</title>
			<h1 className={styles.title}>Widerrufe</h1>
			<AppointmentViews own={adminPaths.withdrawals()} today={today} saved={saved} />
			{nothing ? null : (
				<>
					<div className={styles.search}>
						<SearchForm
							action={adminPaths.withdrawals()}
							label="Name, E-Mail oder Buchungsnummer"
							text={filters.text}
							className={styles.one}
						/>
					</div>
					<Found
						total={total}
						names={['Widerruf', 'Widerrufe']}
						clear={filters.text ? { to: adminPaths.withdrawals(), label: 'Suche löschen' } : undefined}
					/>
				</>
			)}
			{rows.length > 0 ? (
				<WithdrawalList
					withdrawals={rows}
					zone={zone}
					filters={filters}
					sorting={{ by: filters.sort, hrefFor: (by) => hrefFor({ sort: by as WithdrawalSort, page: 1 }) }}
				/>
			) : nothing ? (
				<EmptyState
					icon="done"
					what="Niemand hat einen Termin widerrufen."
					how="Sobald jemand das erklärt, steht es hier und am Termin, und Sie bekommen eine E-Mail."
				/>
			) : (
				<EmptyState
					icon="search"
					what="Kein Widerruf passt zu dieser Suche."
					action={
						<ButtonLink to={adminPaths.withdrawals()} kind="secondary">
							Alle Widerrufe zeigen
						</ButtonLink>
					}
				/>
			)}
			<Pages page={filters.page} pages={Math.ceil(total / PAGE_SIZE)} hrefFor={(page) => hrefFor({ page })} />
		</>
	)
}
