import { mailDocument } from '#app/features/notifications/mail-document.server.ts'
import { ownMachineContext, servicesContext } from '#app/lib/context.server.ts'
import { invariantResponse } from '#app/lib/invariant.ts'
import type { Route } from './+types/dev-mail-content.ts'

/** A mail for the frame in /dev/mail. */
export async function loader({ context, params }: Route.LoaderArgs) {
	const { devMailbox } = context.get(servicesContext)
	invariantResponse(devMailbox && context.get(ownMachineContext))
	const mail = await devMailbox.read(params.id)
	invariantResponse(mail)
	return mailDocument(mail.html)
}
