import { data, Form, Link } from 'react-router'
import { readId } from '#app/features/booking/choice.ts'
import styles from '#app/features/booking/details.module.css'
import { Done } from '#app/features/booking/ticket.tsx'
import { PRIVATE_PAGE } from '#app/features/booking/open.server.ts'
import { loadDraft } from '#app/features/orders/orders.server.ts'
import { readKind, THANKS } from '#app/features/orders/kinds.ts'
import { readDraftKey } from '#app/features/orders/secret.server.ts'
import { errorMessage } from '#app/lib/errors.ts'
import { paths } from '#app/lib/paths.ts'
import { sessionOf } from '#app/lib/session.server.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Failure, Notice } from '#app/ui/notice.tsx'
import type { Route } from './+types/thankyou.ts'

export async function loader({ context, request, url }: Route.LoaderArgs) {
	const id = readId(url.searchParams.get('id'))
	const kind = readKind(url.searchParams)
	if (id) return data({ kind, open: paths.request(id), email: '' }, { headers: PRIVATE_PAGE })
	const draft = await loadDraft(context, readDraftKey(request))
	const sent = draft?.state === 'draft' && draft.submitted_at !== null
	return data(
		{ kind: draft?.kind ?? kind, open: '', email: sent ? draft.contact.email : '' },
		{ headers: PRIVATE_PAGE },
	)
}

/** Sends the mail again, to the same address. */
export async function action({ context, request }: Route.ActionArgs) {
	const key = readDraftKey(request)
	const draft = await loadDraft(context, key)
	if (!key || !draft?.submitted_at)
		return data({ message: errorMessage('order_not_found') }, { status: 404, headers: PRIVATE_PAGE })
	const { error } = await sessionOf(context).client.rpc('submit_search_order', {
		...{ p_order: key.id, p_secret: key.secret, p_contact: draft.contact, p_consent: draft.secret },
	})
	if (error) return data({ message: errorMessage(error) }, { status: 429, headers: PRIVATE_PAGE })
	return data({ again: draft.contact.email }, { headers: PRIVATE_PAGE })
}

export const headers = ({ actionHeaders, loaderHeaders }: Route.HeadersArgs): Headers =>
	actionHeaders.has('cache-control') ? actionHeaders : loaderHeaders

/** What happens now: the mail to confirm, or the offers to come. Opened bare it leads on. */
export default function ThankYou({ loaderData, actionData }: Route.ComponentProps) {
	const { kind, open, email } = loaderData
	const words = THANKS[kind]
	const title = open ? words.done : email ? words.confirm : 'Vielen Dank'
	return (
		<div className={styles.page}>
			<title>{`${title} · Zeitplatz`}</title>
			<meta name="robots" content="noindex" />
			{open ? <Done title={title}>{words.open}</Done> : <h1>{title}</h1>}
			{actionData && 'message' in actionData ? <Failure message={actionData.message} /> : null}
			{actionData && 'again' in actionData ? (
				<Notice kind="success" role="status">
					<p>Die E-Mail an {actionData.again} ist noch einmal unterwegs.</p>
				</Notice>
			) : null}
			{open ? (
				<p className={styles.actions}>
					<ButtonLink to={open}>{words.look}</ButtonLink>
					<ButtonLink to={paths.listings()} kind="secondary">
						Freie Termine suchen
					</ButtonLink>
				</p>
			) : email ? (
				<>
					<p>
						Wir haben eine E-Mail an <strong>{email}</strong> geschickt. {words.mail} Er gilt zwei Tage.
					</p>
					<ol>
						{words.steps.map((step) => (
							<li key={step}>{step}</li>
						))}
					</ol>
					<Form method="post" className={styles.actions}>
						<Button kind="secondary">E-Mail noch einmal senden</Button>
						{kind === 'order' ? (
							<ButtonLink to={paths.orderMatches()} kind="plain">
								Andere Adresse angeben
							</ButtonLink>
						) : null}
					</Form>
				</>
			) : (
				<>
					<p>
						Hier steht nach dem Absenden, wie es mit Ihrem Suchauftrag weitergeht. Den Link zu einem bestätigten
						Suchauftrag finden Sie in unserer E-Mail oder im <Link to={paths.profile()}>Profil</Link>.
					</p>
					<p className={styles.actions}>
						<ButtonLink to={paths.createOrder()}>Suchauftrag erstellen</ButtonLink>
						<ButtonLink to={paths.listings()} kind="secondary">
							Freie Termine suchen
						</ButtonLink>
					</p>
				</>
			)}
		</div>
	)
}
