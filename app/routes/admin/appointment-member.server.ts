import { redirect } from '#app/lib/redirect.ts'
import type { RouterContextProvider } from 'react-router'
import { requireMember } from '#app/features/shell/admin-context.server.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'

/**
 * The member and the location chosen in the top bar. @throws Response: a redirect to the dashboard when there is no
 * location yet.
 */
export async function requireChosenLocation(context: Readonly<RouterContextProvider>, request: Request) {
	const { client, rights, mayManage, company, location } = await requireMember(context, request)
	if (!location) throw redirect(adminPaths.dashboard())
	return { client, rights, mayManage, companyId: company.id, location }
}
