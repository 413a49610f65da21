import { DECISION_GROUNDS, MEASURES, timeOf } from '#app/features/decisions/words.ts'
import { type QueuedReport, reportQueueContract } from '#app/features/operator/operator.contracts.ts'
import { readAsOperator } from '#app/features/operator/operator.server.ts'
import { StepPages } from '#app/features/operator/step-pages.tsx'
import { reportTitle } from '#app/features/operator/words.ts'
import { operatorPaths } from '#app/lib/operator-paths.ts'
import { readPage } from '#app/features/operator/page.ts'
import { Badge } from '#app/ui/badge.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { List } from '#app/ui/list.tsx'
import { Views } from '#app/ui/tabs.tsx'
import type { Route } from './+types/reports.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
	const state = url.searchParams.get('stand') === 'entschieden' ? 'decided' : 'open'
	const page = readPage(url)
	const args = { p_state: state, p_page: page }
	return { state, page, ...(await readAsOperator(context, 'operator_reports', reportQueueContract, args)) }
}

const DECIDED = operatorPaths.reports({ stand: 'entschieden' })

/** What people have reported, the oldest first. */
export default function Reports({ loaderData: { state, page, open, overdue, more, rows } }: Route.ComponentProps) {
	const to = (number: number) =>
		operatorPaths.reports({ stand: state === 'decided' ? 'entschieden' : undefined, seite: String(number) })
	return (
		<>
			<title>Meldungen · Zeitplatz</title>
			<h1>Meldungen</h1>
			<p>
				{open === 0 ? 'Nichts ist offen.' : `${open} offen, davon ${overdue} seit mehr als 24 Stunden.`} Ziel ist eine
				Entscheidung innerhalb von 24 Stunden.
			</p>
			<Views
				label="Stand"
				tabs={[
					{ to: operatorPaths.reports(), label: 'Offen' },
					{ to: DECIDED, label: 'Entschieden' },
				]}
				current={state === 'decided' ? DECIDED : operatorPaths.reports()}
			/>
			{rows.length > 0 ? (
				<List
					label="Meldungen"
					rows={rows}
					idOf={({ id }) => id}
					nameOf={reportTitle}
					hrefFor={operatorPaths.report}
					columns={[
						{ name: 'zeit', label: 'Eingegangen', place: 'lead', show: ({ reported_at }) => timeOf(reported_at) },
						{ name: 'was', label: 'Was', place: 'title', show: reportTitle },
						{ name: 'grund', label: 'Grund', look: 'wraps', show: ({ ground }) => DECISION_GROUNDS[ground] },
						{ name: 'stand', label: 'Stand', place: 'corner', show: stateOf },
					]}
				/>
			) : (
				<EmptyState icon="done" what={state === 'open' ? 'Keine Meldung wartet.' : 'Noch ist nichts entschieden.'} />
			)}
			<StepPages page={page} more={more} hrefFor={to} />
		</>
	)
}

function stateOf({ overdue, measure }: QueuedReport) {
	if (measure) return <Badge>{MEASURES[measure]}</Badge>
	return overdue ? <Badge kind="bad">überfällig</Badge> : <Badge kind="waiting">offen</Badge>
}
