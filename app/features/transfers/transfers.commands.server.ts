import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { MemberContext } from '#app/features/shell/admin-context.server.ts'
import { submit, submitPlain } from '#app/features/shell/commands.server.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import type { AppServices } from '#app/lib/context.server.ts'
import { textOf } from '#app/lib/form.ts'
import { serverClient } from '#app/lib/supabase.server.ts'
import { IMPORTS, LARGEST_IMPORT, pathOf } from './archive.ts'
import { hasNoCustomers } from './transfers.queries.server.ts'

const importSchema = z.object({
	file: z
		.file({ error: 'Bitte wählen Sie die Datei aus, die beim Mitnehmen entstanden ist.' })
		.min(1, 'Diese Datei ist leer.')
		.max(LARGEST_IMPORT, 'Diese Datei ist größer als 200 MB. Bitte wenden Sie sich an unseren Support.'),
})

type Member = Pick<MemberContext, 'client' | 'company' | 'locations'>

/** Orders an export, or an import of the file that was sent. The database lets owners only. */
export function orderTransfer({ client, company, locations }: Member, services: AppServices, form: FormData) {
	if (textOf(form, 'intent') !== 'import')
		return submitPlain(form, adminPaths.transfer(), () => client.rpc('ask_for_export', { p_company: company.id }))
	return submit(form, importSchema, adminPaths.transfer(), async ({ file }) => {
		if (locations.length > 0 || !(await hasNoCustomers(client, company.id)))
			return { error: { code: 'company_not_empty' } }
		const id = randomUUID()
		const files = serverClient(services).storage.from(IMPORTS)
		const path = pathOf({ id, company_id: company.id })
		const { error } = await files.upload(path, file.stream(), { contentType: 'application/zip', duplex: 'half' })
		if (error) return { error: { code: 'unexpected', message: error.message } }
		const asked = await client.rpc('ask_for_import', { p_company: company.id, p_id: id })
		if (asked.error) await files.remove([path])
		return asked
	})
}
