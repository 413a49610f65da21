import { ticketsContract } from '#app/features/operator/operator.contracts.ts'
import { readAsOperator, refused } from '#app/features/operator/operator.server.ts'
import { readPage } from '#app/features/operator/page.ts'
import { StepPages } from '#app/features/operator/step-pages.tsx'
import { Tickets } from '#app/features/operator/tickets.tsx'
import { readState, STATES } from '#app/features/operator/ticket-states.ts'
import { textOf } from '#app/lib/form.ts'
import { invariantResponse } from '#app/lib/invariant.ts'
import { operatorPaths } from '#app/lib/operator-paths.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { redirect } from '#app/lib/redirect.ts'
import { requireUser } from '#app/lib/session.server.ts'
import { isUuid } from '#app/lib/uuid.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Failure } from '#app/ui/notice.tsx'
import { Stat, Stats } from '#app/ui/stat.tsx'
import { Tabs } from '#app/ui/tabs.tsx'
import { useAnswerFocus } from '#app/ui/use-answer-focus.ts'
import type { Route } from './+types/tickets.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
	const [page, state] = [readPage(url), readState(url.searchParams.get('stand'))]
	const args = { p_state: state.state, p_page: page }
	return { page, state, ...(await readAsOperator(context, 'operator_tickets', ticketsContract, args)) }
}

export async function action({ context, request, url }: Route.ActionArgs) {
	const { client } = requireUser(context)
	const form = await readForm(request)
	const [id, state] = [textOf(form, 'ticket'), STATES.find((one) => one.state === textOf(form, 'state'))]
	invariantResponse(isUuid(id) && state)
	const { error } = await client.rpc('operator_settle_ticket', { p_ticket: id, p_state: state.state })
	const back = { stand: url.searchParams.get('stand') ?? undefined }
	return error ? refused(id, error, {}) : redirect(operatorPaths.tickets(back))
}

/** What people wrote on the page /contact: read, answered by mail, settled. */
export default function TicketsPage({ loaderData, actionData }: Route.ComponentProps) {
	const page = useAnswerFocus<HTMLDivElement>(actionData)
	const { open, overdue, rows, state } = loaderData
	return (
		<div ref={page}>
			<title>Anfragen · Zeitplatz</title>
			<h1 tabIndex={-1}>Anfragen</h1>
			<Failure message={actionData?.message} />
			<Stats>
				<Stat name="offen" value={String(open)} />
				<Stat name="offen seit mehr als zwei Tagen" value={String(overdue)} />
			</Stats>
			<Tabs
				label="Stand der Anfragen"
				current={operatorPaths.tickets({ stand: state.word })}
				tabs={STATES.map(({ word, label }) => ({ label, to: operatorPaths.tickets({ stand: word }) }))}
			/>
			{rows.length > 0 ? (
				<Tickets rows={rows} />
			) : (
				<EmptyState icon="mail" what={state.none} how="Hier steht, was über die Kontaktseite ankommt." />
			)}
			<StepPages
				page={loaderData.page}
				more={loaderData.more}
				hrefFor={(number) => operatorPaths.tickets({ stand: state.word, seite: String(number) })}
			/>
		</div>
	)
}
