import { LostMessages } from '#app/features/operator/lost-messages.tsx'
import { messagesContract } from '#app/features/operator/operator.contracts.ts'
import { readAsOperator, refused } from '#app/features/operator/operator.server.ts'
import { readPage } from '#app/features/operator/page.ts'
import { StepPages } from '#app/features/operator/step-pages.tsx'
import { textOf } from '#app/lib/form.ts'
import { invariantResponse } from '#app/lib/invariant.ts'
import { operatorPaths } from '#app/lib/operator-paths.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { redirect } from '#app/lib/redirect.ts'
import { requireUser } from '#app/lib/session.server.ts'
import { isUuid } from '#app/lib/uuid.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Stat, Stats } from '#app/ui/stat.tsx'
import { useAnswerFocus } from '#app/ui/use-answer-focus.ts'
import type { Route } from './+types/messages.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
	const page = readPage(url)
	const found = await readAsOperator(context, 'operator_messages', messagesContract, { p_page: page })
	return { page, sent: url.searchParams.has('gesendet'), ...found }
}

export async function action({ context, request }: Route.ActionArgs) {
	const { client } = requireUser(context)
	const form = await readForm(request)
	const [id, reason] = [textOf(form, 'message'), textOf(form, 'reason')]
	invariantResponse(isUuid(id))
	const { error } = await client.rpc('operator_send_again', { p_message: id, p_reason: reason })
	return error ? refused(id, error, { reason }) : redirect(operatorPaths.messages({ gesendet: '1' }))
}

/** Messages that did not arrive, and the way to send them again. */
export default function Messages({ loaderData, actionData }: Route.ComponentProps) {
	const page = useAnswerFocus<HTMLDivElement>(actionData)
	const { failed, bounced, waiting, rows, sent } = loaderData
	return (
		<div ref={page}>
			<title>Nachrichten · Zeitplatz</title>
			<h1 tabIndex={-1}>Nachrichten</h1>
			{sent ? (
				<Notice kind="success" role="status">
					<p>Die Nachricht ist wieder unterwegs.</p>
				</Notice>
			) : null}
			<Stats>
				<Stat name="nicht angenommen, in 14 Tagen" value={String(failed)} />
				<Stat name="zurückgekommen, in 14 Tagen" value={String(bounced)} />
				<Stat name="warten seit mehr als einer Stunde" value={String(waiting)} />
			</Stats>
			{rows.length > 0 ? (
				<LostMessages rows={rows} refusal={actionData} />
			) : (
				<EmptyState icon="mail" what="Alles ist angekommen." how="Hier steht, was nicht zugestellt werden konnte." />
			)}
			<StepPages
				page={loaderData.page}
				more={loaderData.more}
				hrefFor={(number) => operatorPaths.messages({ seite: String(number) })}
			/>
		</div>
	)
}
