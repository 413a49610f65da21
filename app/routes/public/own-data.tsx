import { Link } from 'react-router'
import { requestLink } from '#app/features/booking/link-request.server.ts'
import { LinkRequest } from '#app/features/booking/link-request.tsx'
import { Document } from '#app/features/legal/document.tsx'
import { paths } from '#app/lib/paths.ts'
import { PUBLIC_PAGE, WAITS } from '#app/lib/seo.ts'
import { Notice } from '#app/ui/notice.tsx'
import { useAnswerFocus } from '#app/ui/use-answer-focus.ts'
import type { Route } from './+types/own-data.ts'

export const action = ({ context, request }: Route.ActionArgs) => requestLink(context, request, 'request_own_data')

export function headers({ actionHeaders }: Route.HeadersArgs): HeadersInit {
	return actionHeaders.has('cache-control') ? actionHeaders : PUBLIC_PAGE
}

export const handle = WAITS

/** Asks for the link to one's own data without an account (Art. 15 and 17 GDPR); the answer is the same for every address. */
export default function OwnDataRequest({ actionData }: Route.ComponentProps) {
	const { sent = '', reply } = actionData ?? {}
	const page = useAnswerFocus(actionData)
	return (
		<Document
			ref={page}
			title="Meine Daten"
			path={paths.ownDataRequest()}
			description="Ohne Konto ansehen, welche Daten zu einer E-Mail-Adresse gespeichert sind, und sie löschen lassen."
		>
			{sent ? (
				<Notice kind="success" role="status" title="Bitte sehen Sie in Ihr Postfach.">
					<p>
						An {sent} geht ein Link, ob wir etwas zu dieser Adresse gespeichert haben oder nicht. Er gilt eine Stunde
						und öffnet einmal. An eine Adresse senden wir höchstens drei in der Stunde.
					</p>
				</Notice>
			) : (
				<>
					<p>
						Sie haben ohne Konto gebucht? Dann sehen Sie hier, was Zeitplatz und die Unternehmen darüber gespeichert
						haben, laden es herunter oder lassen es löschen (Art. 15, 17 und 20 DSGVO). Damit nur Sie es sehen, geht ein
						Link an Ihre Adresse.
					</p>
					<LinkRequest reply={reply} />
					<p>
						Mit Konto finden Sie beides unter <Link to={paths.profileAccount()}>Konto</Link>.
					</p>
				</>
			)}
		</Document>
	)
}
