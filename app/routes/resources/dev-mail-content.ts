import { ownMachineContext, servicesContext } from '#app/lib/context.server.ts'
import { invariantResponse } from '#app/lib/invariant.ts'
import type { Route } from './+types/dev-mail-content.ts'

/** A mail as mail programs show it, for the frame in /dev/mail. It contains its own styles, which our pages must not. */
export async function loader({ context, params }: Route.LoaderArgs) {
	const { devMailbox } = context.get(servicesContext)
	invariantResponse(devMailbox && context.get(ownMachineContext))
	const mail = await devMailbox.read(params.id)
	invariantResponse(mail)
	return new Response(mail.html, {
		headers: {
			'content-type': 'text/html; charset=utf-8',
			'cache-control': 'no-store',
			'content-security-policy':
				"default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox allow-popups allow-top-navigation-by-user-activation",
			'x-frame-options': 'SAMEORIGIN',
		},
	})
}
