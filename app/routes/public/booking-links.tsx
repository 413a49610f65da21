import { Link } from 'react-router'
import { requestLink } from '#app/features/booking/link-request.server.ts'
import { LinkRequest } from '#app/features/booking/link-request.tsx'
import { Document } from '#app/features/legal/document.tsx'
import { paths } from '#app/lib/paths.ts'
import { PUBLIC_PAGE, WAITS } from '#app/lib/seo.ts'
import { Notice } from '#app/ui/notice.tsx'
import { useAnswerFocus } from '#app/ui/use-answer-focus.ts'
import type { Route } from './+types/booking-links.ts'

export const action = ({ context, request }: Route.ActionArgs) => requestLink(context, request, 'request_booking_links')

export function headers({ actionHeaders }: Route.HeadersArgs): HeadersInit {
	return actionHeaders.has('cache-control') ? actionHeaders : PUBLIC_PAGE
}

export const handle = WAITS

/** Has the links to the coming appointments sent again; the answer is the same for every address. */
export default function BookingLinks({ actionData }: Route.ComponentProps) {
	const { sent = '', reply } = actionData ?? {}
	const page = useAnswerFocus(actionData)
	return (
		<Document
			ref={page}
			title="Link zum Termin"
			path={paths.bookingLinks()}
			description="Den Link zu einem gebuchten Termin noch einmal per E-Mail bekommen, um ihn anzusehen, zu verschieben oder abzusagen."
		>
			{sent ? (
				<Notice kind="success" role="status" title="Bitte sehen Sie in Ihr Postfach.">
					<p>
						Stehen mit {sent} Termine bevor, die ohne Konto gebucht wurden, sind ihre Links unterwegs. Ist in einigen
						Minuten nichts da, war es eine andere Adresse, oder Sie haben mit Konto gebucht.
					</p>
				</Notice>
			) : (
				<>
					<p>
						Sie haben ohne Konto gebucht und finden die Bestätigung nicht? Wir senden die Links zu Ihren kommenden
						Terminen noch einmal an die Adresse, mit der Sie gebucht haben.
					</p>
					<LinkRequest reply={reply} />
				</>
			)}
			<p>
				Mit Konto gebucht? Dann stehen Ihre Termine im <Link to={paths.profile()}>Profil</Link>.
			</p>
		</Document>
	)
}
