import type { RouterContextProvider } from 'react-router'
import { requireMember } from '#app/features/shell/admin-context.server.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { invariantResponse } from '#app/lib/invariant.ts'
import { redirect } from '#app/lib/redirect.ts'

/** A member who may decide about everybody's appointments, at the location of the top bar. @throws Response 403, or to the dashboard without a location */
export async function requireRearranging(context: Readonly<RouterContextProvider>, request: Request) {
	const { client, rights, mayManage, company, location } = await requireMember(context, request)
	invariantResponse(rights.includes('all_calendars') && rights.includes('move'), 'Forbidden', 403)
	if (!location) throw redirect(adminPaths.dashboard())
	return { client, rights, mayManage, companyId: company.id, location }
}
