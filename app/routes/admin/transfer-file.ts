import { EXPORTS, pathOf } from '#app/features/transfers/archive.ts'
import { requireExport } from '#app/features/transfers/transfers.queries.server.ts'
import { requireOwner } from '#app/features/shell/admin-context.server.ts'
import { attachment } from '#app/lib/attachment.ts'
import { servicesContext } from '#app/lib/context.server.ts'
import { HOME_ZONE, localDate } from '#app/lib/dates.ts'
import { invariantResponse } from '#app/lib/invariant.ts'
import { serverClient } from '#app/lib/supabase.server.ts'
import type { Route } from './+types/transfer-file.ts'

/** The file of an export, as it comes out of storage; for owners. */
export async function loader({ context, request, params }: Route.LoaderArgs): Promise<Response> {
	const { client, company } = await requireOwner(context, request)
	const transfer = await requireExport(client, company.id, params.transfer)
	const files = serverClient(context.get(servicesContext)).storage.from(EXPORTS)
	const { data } = await files.download(pathOf(transfer)).asStream()
	invariantResponse(data)
	const name = `Zeitplatz-${localDate(new Date(transfer.asked_at), HOME_ZONE)}.zip`
	return attachment(data, { name, type: 'application/zip' })
}
