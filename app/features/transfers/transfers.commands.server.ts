import { randomUUID } from 'node:crypto'
import type { MemberContext } from '#app/features/shell/admin-context.server.ts'
import { submitPlain } from '#app/features/shell/commands.server.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import type { AppServices } from '#app/lib/context.server.ts'
import { readSentFile } from '#app/lib/sent-file.server.ts'
import { serverClient } from '#app/lib/supabase.server.ts'
import { IMPORTS, pathOf } from './archive.ts'
import { hasNoCustomers } from './transfers.queries.server.ts'

type Member = Pick<MemberContext, 'client' | 'company' | 'locations'>

const CHOOSE = 'Bitte wählen Sie die Datei aus, die beim Mitnehmen entstanden ist.'
const TOO_LARGE = 'Diese Datei ist größer als 1 GB. Bitte wenden Sie sich an unseren Support.'

/** Orders an export. The database lets owners only. */
export function orderExport({ client, company }: Member, form: FormData) {
	return submitPlain(form, adminPaths.transfer(), () => client.rpc('ask_for_export', { p_company: company.id }))
}

/** Orders an import of the file that is being sent, which goes into storage as it arrives. */
export function orderImport({ client, company, locations }: Member, services: AppServices, request: Request) {
	const form = new FormData()
	form.set('intent', 'import')
	return submitPlain(form, adminPaths.transfer(), async () => {
		if (locations.length > 0 || !(await hasNoCustomers(client, company.id)))
			return { error: { code: 'company_not_empty' } }
		const file = await readSentFile(request)
		if (!file) return { error: null, fields: { file: [CHOOSE] } }
		const id = randomUUID()
		const files = serverClient(services).storage.from(IMPORTS)
		const path = pathOf({ id, company_id: company.id })
		const { error } = await files.upload(path, file.content, { contentType: 'application/zip', duplex: 'half' })
		if (error && 'statusCode' in error && error.statusCode === '413')
			return { error: null, fields: { file: [TOO_LARGE] } }
		if (error) return { error: { code: 'unexpected', message: error.message } }
		const asked = await client.rpc('ask_for_import', { p_company: company.id, p_id: id })
		if (asked.error) await files.remove([path])
		return asked
	})
}

/** Whether a request sends a file. */
export const sendsFile = (request: Request): boolean =>
	/^multipart\/form-data\b/i.test(request.headers.get('content-type') ?? '')
