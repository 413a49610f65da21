import { data, Form } from 'react-router'
import { PRIVATE_PAGE } from '#app/features/booking/open.server.ts'
import { Document } from '#app/features/legal/document.tsx'
import { loadOptOut, optOut } from '#app/features/opt-out/opt-out.server.ts'
import { errorMessage } from '#app/lib/errors.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { paths } from '#app/lib/paths.ts'
import { WAITS } from '#app/lib/seo.ts'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { useAnswerFocus } from '#app/ui/use-answer-focus.ts'
import type { Route } from './+types/opt-out.ts'

export async function loader({ context, params }: Route.LoaderArgs) {
	const found = await loadOptOut(context, params.token)
	return data(found, { status: found ? 200 : 404, headers: PRIVATE_PAGE })
}

/** Mail programs also post here, sending only `List-Unsubscribe=One-Click` (RFC 8058). */
export async function action({ context, params, request }: Route.ActionArgs) {
	const form = await readForm(request).catch(() => new FormData())
	const done = await optOut(context, params.token, form.get('List-Unsubscribe') === 'One-Click')
	return data(done, { status: done ? 200 : 404, headers: PRIVATE_PAGE })
}

export const headers = ({ actionHeaders, loaderHeaders }: Route.HeadersArgs): Headers =>
	actionHeaders.has('cache-control') ? actionHeaders : loaderHeaders

export const handle = WAITS

/** Unsubscribes from advertising. Opening the page changes nothing, because programs that check links open it too. */
export default function OptOut({ loaderData, actionData, params }: Route.ComponentProps) {
	const link = actionData ?? loaderData
	const page = useAnswerFocus(actionData ?? undefined)
	const sender = link?.company ?? 'Zeitplatz'
	return (
		<Document
			ref={page}
			title="Werbung abbestellen"
			path={paths.optOut(params.token)}
			description="E-Mails mit Werbung abbestellen, ohne Anmeldung."
		>
			<meta name="robots" content="noindex" />
			{!link ? (
				<Notice kind="danger" role="alert" title={errorMessage('opt_out_invalid')} />
			) : link.unsubscribed ? (
				<Notice kind="success" role="status" title="Sie sind abgemeldet.">
					<p>An diese E-Mail-Adresse geht keine Werbung von {sender} mehr.</p>
				</Notice>
			) : (
				<>
					<p>Möchten Sie an die E-Mail-Adresse, die diesen Link bekommen hat, keine Werbung von {sender} mehr?</p>
					<Form method="post">
						<Button>Werbung abbestellen</Button>
					</Form>
				</>
			)}
			{link ? (
				<p>
					Weiterhin bekommen Sie, was zu Ihren Terminen und Ihrem Konto gehört: Bestätigungen, Änderungen und Absagen,
					Eingangsbestätigungen und Hinweise zur Sicherheit Ihres Kontos.
				</p>
			) : null}
		</Document>
	)
}
