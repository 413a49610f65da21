import { redirect } from 'react-router'
import { paths } from '#app/lib/paths.ts'
import { signInClient } from '#app/lib/session.server.ts'
import type { Route } from './+types/logout.ts'

export const loader = (): Response => redirect(paths.home())

/** Ends this session; others of the same person go on. */
export async function action({ context, request }: Route.ActionArgs): Promise<Response> {
	const headers = new Headers()
	await signInClient(context, request, headers).auth.signOut({ scope: 'local' })
	return redirect(paths.home(), { headers })
}
