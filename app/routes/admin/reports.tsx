import { ReportFiles } from '#app/features/dashboard/report-files.tsx'
import { ReportPlots } from '#app/features/dashboard/report-plots.tsx'
import { loadReports } from '#app/features/dashboard/reports.server.ts'
import { readSpan, SPANS } from '#app/features/dashboard/reports.ts'
import { requireRight } from '#app/features/shell/admin-context.server.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { localDate } from '#app/lib/dates.ts'
import { redirect } from '#app/lib/redirect.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import styles from '#app/ui/panel.module.css'
import { Views } from '#app/ui/tabs.tsx'
import type { Route } from './+types/reports.ts'

export async function loader({ context, request, url }: Route.LoaderArgs) {
	const { client, location, rights } = await requireRight(context, request, 'reports')
	if (!location) throw redirect(adminPaths.dashboard())
	const span = readSpan(url.searchParams)
	const today = localDate(new Date(), location.time_zone)
	return { span, figures: await loadReports(client, location.id, today, span), mayTake: rights.includes('export') }
}

const pathOf = (days: number): string => adminPaths.reports({ zeitraum: String(days) })

/** Sums of the chosen location over 30, 90 or 365 days, each beside that of the time before. */
export default function ReportsPage({ loaderData: { span, figures, mayTake } }: Route.ComponentProps) {
	return (
		<>
			<title>Auswertungen · Zeitplatz</title>
			<div className={styles.head}>
				<h1>Auswertungen</h1>
			</div>
			<Views
				label="Zeitraum"
				tabs={SPANS.map((days) => ({ to: pathOf(days), label: `${days} Tage` }))}
				current={pathOf(span)}
			/>
			{figures.length > 0 ? (
				<ReportPlots title={`Die letzten ${span} Tage`} figures={figures} />
			) : (
				<EmptyState
					icon="chart"
					what={`In den letzten ${span} Tagen gab es noch nichts auszuwerten.`}
					how="Hier steht, was Termine ergeben, wer kommt und was gesucht wird."
				/>
			)}
			{mayTake ? <ReportFiles span={span} /> : null}
		</>
	)
}
