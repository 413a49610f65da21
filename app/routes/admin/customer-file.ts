import { openFile } from '#app/features/customers/files.server.ts'
import { requireMember } from '#app/features/shell/admin-context.server.ts'
import { servicesContext } from '#app/lib/context.server.ts'
import { invariantResponse } from '#app/lib/invariant.ts'
import { serverClient } from '#app/lib/supabase.server.ts'
import { isUuid } from '#app/lib/uuid.ts'
import type { Route } from './+types/customer-file.ts'

/** A photo or document at a customer's card, for whoever may see it. */
export async function loader({ context, request, params }: Route.LoaderArgs): Promise<Response> {
	const { client, company } = await requireMember(context, request)
	invariantResponse(isUuid(params.id) && isUuid(params.file))
	const place = { p_company: company.id, p_customer: params.id }
	const file = await openFile(client, serverClient(context.get(servicesContext)), place, params.file)
	invariantResponse(file)
	const ending = file.type === 'image/webp' ? 'webp' : 'pdf'
	// A PDF can carry scripts: it is saved, not shown here.
	const shown = file.type === 'image/webp' ? 'inline' : 'attachment'
	return new Response(file.contents, {
		headers: {
			'content-type': file.type,
			'content-disposition': `${shown}; filename="Datei.${ending}"; filename*=UTF-8''${encodeURIComponent(`${file.name}.${ending}`)}`,
			'cache-control': 'private, no-store',
			'x-content-type-options': 'nosniff',
			'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
		},
	})
}
