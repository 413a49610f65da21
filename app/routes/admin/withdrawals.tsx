import { AppointmentViews } from '#app/features/appointments/views.tsx'
import { PAGE_SIZE, readPage, withdrawalsPage } from '#app/features/appointments/filters.ts'
import { WithdrawalRows } from '#app/features/appointments/withdrawal-rows.tsx'
import { loadWithdrawals } from '#app/features/appointments/withdrawals.queries.server.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { localDate } from '#app/lib/dates.ts'
import { formatNumber } from '#app/lib/numbers.ts'
import { Pages } from '#app/ui/pages.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import type { Route } from './+types/withdrawals.ts'
import { requireChosenLocation } from './appointment-member.server.ts'
import styles from './appointments.module.css'

export async function loader({ context, request, url }: Route.LoaderArgs) {
	const { client, location } = await requireChosenLocation(context, request)
	const page = readPage(url.searchParams.get('seite'))
	const zone = location.time_zone
	return { ...(await loadWithdrawals(client, location, page)), page, zone, today: localDate(new Date(), zone) }
}

/** The withdrawals that customers have declared (§ 356a BGB). */
export default function WithdrawalsPage({ loaderData: { rows, total, page, zone, today } }: Route.ComponentProps) {
	return (
		<>
			<title>Widerrufe · Zeitplatz</title>
			<h1 className={styles.title}>Widerrufe</h1>
			<AppointmentViews own={adminPaths.withdrawals()} today={today} />
			{rows.length > 0 ? (
				<>
					<div className={styles.above}>
						<p role="status" className={styles.count}>
							{total === 1 ? '1 Widerruf' : `${formatNumber(total)} Widerrufe`}
						</p>
					</div>
					<WithdrawalRows withdrawals={rows} zone={zone} page={page} />
				</>
			) : (
				<EmptyState
					what="Niemand hat einen Termin widerrufen."
					how="Sobald jemand das erklärt, steht es hier und am Termin, und Sie bekommen eine E-Mail."
				/>
			)}
			<Pages page={page} pages={Math.ceil(total / PAGE_SIZE)} hrefFor={withdrawalsPage} />
		</>
	)
}
