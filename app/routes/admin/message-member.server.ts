import type { RouterContextProvider } from 'react-router'
import { readsMessages } from '#app/features/messages/reader.ts'
import { requireMember } from '#app/features/shell/admin-context.server.ts'
import { HOME_ZONE } from '#app/lib/dates.ts'
import { invariantResponse } from '#app/lib/invariant.ts'

/** A member who reads messages of the company, and the zone in which their days are meant. @throws Response 403 */
export async function requireMessageReader(context: Readonly<RouterContextProvider>, request: Request) {
	const { client, company, location, rights, mayManage } = await requireMember(context, request)
	invariantResponse(readsMessages({ rights, mayManage }), 'Forbidden', 403)
	return { client, company, location, rights, mayManage, zone: location?.time_zone ?? HOME_ZONE }
}
