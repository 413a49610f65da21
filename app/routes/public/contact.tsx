import { data, Link } from 'react-router'
import { PRIVATE_PAGE } from '#app/features/booking/open.server.ts'
import { ContactForm } from '#app/features/contact/contact-form.tsx'
import { loadContact, sendContact } from '#app/features/contact/contact.server.ts'
import { QuickWays } from '#app/features/contact/quick-ways.tsx'
import { ContactPoints } from '#app/features/legal/contact-points.tsx'
import { Document } from '#app/features/legal/document.tsx'
import { paths } from '#app/lib/paths.ts'
import { WAITS } from '#app/lib/seo.ts'
import { Notice } from '#app/ui/notice.tsx'
import { useAnswerFocus } from '#app/ui/use-answer-focus.ts'
import type { Route } from './+types/contact.ts'

export const loader = async ({ context, url }: Route.LoaderArgs) =>
	data(await loadContact(context, url, new Date()), { headers: PRIVATE_PAGE })

export const action = ({ context, request }: Route.ActionArgs) => sendContact(context, request, new Date())

export const headers = ({ actionHeaders, loaderHeaders }: Route.HeadersArgs): Headers =>
	actionHeaders.has('cache-control') ? actionHeaders : loaderHeaders

export const handle = WAITS

/** A message to the operator, and the contact points that the law asks for. */
export default function Contact({ loaderData, actionData }: Route.ComponentProps) {
	const { operator, ...form } = loaderData
	const { reply, sent } = actionData ?? {}
	const page = useAnswerFocus(actionData)
	return (
		<Document
			ref={page}
			title="Kontakt"
			path={paths.contact()}
			description="Zeitplatz schreiben: Fragen zu Buchungen, Konto, Datenschutz, Barrierefreiheit oder zum eigenen Betrieb."
		>
			{sent ? (
				<Notice kind="success" role="status" title="Ihre Nachricht ist angekommen.">
					{sent.number ? (
						<p>
							Nummer <strong>{sent.number}</strong>. Nennen Sie sie bitte, wenn Sie uns dazu noch einmal schreiben.
						</p>
					) : null}
					<p>
						{sent.receipt && sent.email
							? `Eine Bestätigung geht an ${sent.email}; dorthin antworten wir auch, in der Regel innerhalb von zwei Werktagen.`
							: 'Wir antworten in der Regel innerhalb von zwei Werktagen.'}
					</p>
					<p>
						<Link to={paths.home()}>Zur Startseite</Link>
					</p>
				</Notice>
			) : (
				<>
					<p>
						Ihren Termin ändert am schnellsten der Betrieb: Seine Nummer steht in der Bestätigung und auf seiner Seite.
						Für alles andere sind wir da.
					</p>
					<QuickWays />
					<h2 id="schreiben">Schreiben Sie uns</h2>
					<ContactForm reply={reply} {...form} />
				</>
			)}
			<ContactPoints operator={operator} />
		</Document>
	)
}
