import { confirmCode } from '#app/features/accounts/confirm.server.ts'
import { EmailConfirmation } from '#app/features/accounts/email-confirmation.tsx'
import { pendingEmail } from '#app/features/accounts/pending-email.server.ts'
import type { Route } from './+types/email-confirmation.ts'

export const loader = ({ request }: Route.LoaderArgs) => ({ email: pendingEmail(request) })

export const action = ({ context, request }: Route.ActionArgs) => confirmCode(context, request)

/** The page after registration: confirm with the link or code, or send the mail again. */
export default function EmailConfirmationPage({ loaderData, actionData }: Route.ComponentProps) {
	return (
		<>
			<title>E-Mail-Adresse bestätigen · Zeitplatz</title>
			<EmailConfirmation email={loaderData.email} {...actionData} />
		</>
	)
}
