import { rowText } from '#app/features/customers/import-fields.ts'
import { loadImport, loadLeftRows, requireImporter } from '#app/features/customers/import.server.ts'
import { csvFile, csvOf } from '#app/lib/csv.ts'
import { invariantResponse } from '#app/lib/invariant.ts'
import { isUuid } from '#app/lib/uuid.ts'
import type { Route } from './+types/customers-import-file.ts'

/** The rows that were not taken over, or not taken back, each with its reason; mended they can be imported again. */
export async function loader({ context, request, params }: Route.LoaderArgs) {
	const { client, company } = await requireImporter(context, request)
	invariantResponse(isUuid(params.id))
	const { id, head } = await loadImport(client, company, params.id)
	const lines = (await loadLeftRows(client, id)).map(({ n, raw, state, code }) => [
		...head.map((_, column) => raw[column] ?? ''),
		...[n + 1, rowText(state, code)],
	])
	return csvFile('Import-nicht-uebernommen', csvOf([[...head, 'Zeile', 'Grund'], ...lines]))
}
