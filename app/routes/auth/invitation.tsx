import { answerInvitation, loadInvitation } from '#app/features/accounts/invitation.server.ts'
import { Invitation } from '#app/features/accounts/invitation.tsx'
import type { Route } from './+types/invitation.ts'

export const loader = ({ context, url }: Route.LoaderArgs) => loadInvitation(context, url)

export const action = ({ context, request, url }: Route.ActionArgs) => answerInvitation(context, request, url)

/** The page that the mail of an invitation opens. */
export default function InvitationPage({ loaderData, actionData }: Route.ComponentProps) {
	return (
		<>
			<title>Einladung · Zeitplatz</title>
			<Invitation invitation={loaderData} failure={actionData?.failure} reply={actionData?.reply} />
		</>
	)
}
