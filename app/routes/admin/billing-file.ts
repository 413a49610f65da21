import { invoiceFile } from '#app/features/billing/invoice-files.server.ts'
import { requireOwner } from '#app/features/shell/admin-context.server.ts'
import { attachment } from '#app/lib/attachment.ts'
import { invariantResponse } from '#app/lib/invariant.ts'
import type { Route } from './+types/billing-file.ts'

/** An invoice of the platform to keep: what was issued, as PDF or as XML. */
export async function loader({ context, request, params }: Route.LoaderArgs) {
	const { client, company } = await requireOwner(context, request)
	const { id, format } = params
	invariantResponse(format === 'pdf' || format === 'xml', 'Not Found', 404)
	const file = await invoiceFile(client, { company: company.id, id, format })
	invariantResponse(file, 'Not Found', 404)
	return attachment(file.content, file)
}
