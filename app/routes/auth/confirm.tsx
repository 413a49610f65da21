import { ConfirmLink } from '#app/features/accounts/confirm-link.tsx'
import { confirmLink, readLink } from '#app/features/accounts/confirm.server.ts'
import type { Route } from './+types/confirm.ts'

export const loader = ({ context, url }: Route.LoaderArgs) => readLink(context, url)

export const action = ({ context, request }: Route.ActionArgs) => confirmLink(context, request)

/** The page that every mail link of the auth service opens, `/auth/confirm-signup` included. */
export default function ConfirmPage({ loaderData, actionData }: Route.ComponentProps) {
	return <ConfirmLink {...loaderData} {...actionData} />
}
