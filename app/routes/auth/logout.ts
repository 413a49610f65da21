import { paths } from '#app/lib/paths.ts'
import { redirect } from '#app/lib/redirect.ts'
import { signInClient } from '#app/lib/session.server.ts'
import type { Route } from './+types/logout.ts'

export const loader = (): Response => redirect(paths.home())

/** Ends this session; the person's other sessions continue. */
export async function action({ context }: Route.ActionArgs): Promise<Response> {
	await signInClient(context).auth.signOut({ scope: 'local' })
	return redirect(paths.home())
}
