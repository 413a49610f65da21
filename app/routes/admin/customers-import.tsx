import { Link } from 'react-router'
import { mappingContract } from '#app/features/customers/import.contracts.ts'
import { FIELD_NAMES, type Mapping } from '#app/features/customers/import-fields.ts'
import { ImportMappingForm } from '#app/features/customers/import-mapping-form.tsx'
import { ImportProgress } from '#app/features/customers/import-progress.tsx'
import { loadImport, loadPreview, proposeMapping, requireImporter } from '#app/features/customers/import.server.ts'
import { submitPlain } from '#app/features/shell/commands.server.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { textOf } from '#app/lib/form.ts'
import { invariantResponse } from '#app/lib/invariant.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { isUuid } from '#app/lib/uuid.ts'
import { replyTo } from '#app/ui/form-parts.tsx'
import panel from '#app/ui/panel.module.css'
import type { Route } from './+types/customers-import.ts'

const MONTH = 30 * 86_400_000
const mayUndo = (since: string): boolean => Date.now() - Date.parse(since) < MONTH

export async function loader({ context, request, params, url }: Route.LoaderArgs) {
	const { client, company } = await requireImporter(context, request)
	invariantResponse(isUuid(params.id))
	const found = await loadImport(client, company, params.id)
	const query = url.searchParams
	if (found.state !== 'reading') return { ...found, mapping: {}, preview: [], mayUndo: mayUndo(found.created_at) }
	const mapping = query.has('zuordnung')
		? readMapping(query, found.head.length)
		: await proposeMapping(client, company, found.head)
	return { ...found, mapping, preview: await loadPreview(client, found.id, mapping), mayUndo: false }
}

export async function action({ context, request, params }: Route.ActionArgs) {
	const { client } = await requireImporter(context, request)
	const { id } = params
	invariantResponse(isUuid(id))
	const [form, page] = [await readForm(request), adminPaths.import(id)]
	switch (form.get('intent')) {
		case 'stop':
			return submitPlain(form, page, () => client.rpc('stop_import', { p_import: id }))
		case 'undo':
			return submitPlain(form, page, () => client.rpc('undo_import', { p_import: id }))
		case 'drop':
			return submitPlain(form, adminPaths.imports(), () => client.rpc('drop_import', { p_import: id }))
		default: {
			const mapping = sentMapping(textOf(form, 'mapping'))
			return submitPlain(form, page, () => client.rpc('start_import', { p_import: id, p_mapping: mapping }))
		}
	}
}

/** One import: its mapping before it begins, then how far it is and what came of it. */
export default function ImportRunPage({ loaderData, actionData }: Route.ComponentProps) {
	const { id, file, head, state, progress, mapping, preview, mayUndo } = loaderData
	return (
		<>
			<title>{`${file} · Import · Zeitplatz`}</title>
			<p>
				<Link to={adminPaths.imports()}>‹ Importe</Link>
			</p>
			<div className={panel.head}>
				<h1>{file}</h1>
			</div>
			{state === 'reading' ? (
				<ImportMappingForm {...{ head, mapping, preview, rows: progress.waiting }} reply={actionData?.reply} />
			) : (
				<ImportProgress
					{...{ id, state, progress, mayUndo }}
					reply={actionData?.reply ?? replyTo(actionData, 'start')}
				/>
			)}
		</>
	)
}

function readMapping(query: URLSearchParams, columns: number): Mapping {
	const mapping: Mapping = {}
	for (const field of FIELD_NAMES) {
		const column = query.get(field) ?? ''
		if (/^\d{1,2}$/.test(column) && Number(column) < columns) mapping[field] = Number(column)
	}
	return mapping
}

/** The mapping as the form carries it; none to go on with the one that is stored. The database checks its columns. */
function sentMapping(text: string): Mapping | undefined {
	if (!text) return undefined
	try {
		return mappingContract.catch({}).parse(JSON.parse(text))
	} catch {
		return {}
	}
}
