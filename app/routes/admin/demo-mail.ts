import { mailDocument } from '#app/features/notifications/mail-document.server.ts'
import { loadInboxMail } from '#app/features/sandbox/inbox.server.ts'
import { requireUser } from '#app/lib/session.server.ts'
import type { Route } from './+types/demo-mail.ts'

/** A mail for the frame of the demo's inbox. */
export async function loader({ context, params }: Route.LoaderArgs) {
	requireUser(context)
	return mailDocument((await loadInboxMail(context, params.id)).html)
}
