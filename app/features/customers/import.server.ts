import type { RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { type MemberContext, requireManager } from '#app/features/shell/admin-context.server.ts'
import type { AppServices } from '#app/lib/context.server.ts'
import { call } from '#app/lib/contracts.server.ts'
import { errorCode, errorMessage } from '#app/lib/errors.ts'
import { invariantData, invariantResponse } from '#app/lib/invariant.ts'
import { phoneText } from '#app/lib/phone.server.ts'
import { type Client, serverClient } from '#app/lib/supabase.server.ts'
import { allRows } from '#app/lib/whole-answers.ts'
import { importPreviewContract, importProgressContract, mappingContract } from './import.contracts.ts'
import { cut, readTable } from './import-file.server.ts'
import { guessMapping, type Mapping } from './import-fields.ts'

type Company = { id: string }
const COLUMNS = 'id, file, head, mapping, state, who, created_at'
const ROWS_AT_ONCE = 1000
const LETTERS_AT_ONCE = 300_000

/** A manager who reads all customers and how they are reached. @throws Response 403 */
export async function requireImporter(
	context: Readonly<RouterContextProvider>,
	request: Request,
): Promise<MemberContext> {
	const member = await requireManager(context, request)
	const { rights } = member
	invariantResponse(rights.includes('all_customers') && rights.includes('contact_data'), 'Forbidden', 403)
	return member
}

/** The imports of a company, the latest first. */
export async function loadImports(client: Client, { id }: Company) {
	const rows = invariantData(
		await client
			.from('imports')
			.select(COLUMNS)
			.eq('company_id', id)
			.order('created_at', { ascending: false })
			.order('id')
			.limit(20),
	)
	return rows.map((row) => ({ ...row, mapping: mappingContract.parse(row.mapping) }))
}

/** An import with the number of rows in each state. @throws Response 404 */
export async function loadImport(client: Client, { id: company }: Company, id: string) {
	const found = invariantData(
		await client.from('imports').select(COLUMNS).eq('id', id).eq('company_id', company).maybeSingle(),
	)
	invariantResponse(found)
	const progress = invariantData(await call(client, 'import_progress', importProgressContract, { p_import: id }))
	return { ...found, progress }
}

/** The mapping of the latest import whose file had the same columns, else a guess by their names. */
export async function proposeMapping(client: Client, company: Company, head: string[]): Promise<Mapping> {
	const same = (await loadImports(client, company)).find(
		(other) => Object.keys(other.mapping).length > 0 && JSON.stringify(other.head) === JSON.stringify(head),
	)
	return same?.mapping ?? guessMapping(head)
}

/** What the first rows would become by a mapping; nothing as long as no column is said to hold the name. */
export async function loadPreview(client: Client, id: string, mapping: Mapping) {
	const answer = await call(client, 'preview_import', importPreviewContract, { p_import: id, p_mapping: mapping })
	if (answer.error && errorCode(answer.error) === 'mapping_invalid') return []
	return invariantData(answer).map(({ phone, other_phone, ...row }) => ({
		...row,
		phones: [phone, other_phone].filter(Boolean).map(phoneText),
	}))
}

export type Preview = Awaited<ReturnType<typeof loadPreview>>

/** Stores a file as an import that waits for its mapping. @returns its id, or what is wrong with the file */
export async function storeFile(
	client: Client,
	company: Company,
	file: File,
): Promise<{ id: string } | { fault: string }> {
	const table = readTable(new Uint8Array(await file.arrayBuffer()))
	if ('fault' in table) return table
	const { head, rows } = table
	const name = cut(file.name.toWellFormed(), 200)
	const wish = { p_company: company.id, p_file: name, p_head: head }
	const begun = await call(client, 'begin_import', z.uuid(), wish)
	if (begun.error) return { fault: errorMessage(begun.error) }
	let first = 1
	for (const part of partsOf(rows)) {
		const { error } = await client.rpc('add_import_rows', { p_import: begun.data, p_from_row: first, p_rows: part })
		if (error) {
			await client.rpc('drop_import', { p_import: begun.data })
			return { fault: errorMessage(error) }
		}
		first += part.length
	}
	return { id: begun.data }
}

/** Rows in parts that one request can carry. */
function* partsOf(rows: string[][]): Generator<string[][]> {
	let part: string[][] = []
	let letters = 0
	for (const row of rows) {
		const length = row.reduce((sum, cell) => sum + cell.length, 0)
		if (part.length === ROWS_AT_ONCE || (part.length > 0 && letters + length > LETTERS_AT_ONCE)) {
			yield part
			part = []
			letters = 0
		}
		part.push(row)
		letters += length
	}
	if (part.length > 0) yield part
}

/** Rows that were not taken over or not taken back, with what the file said. */
export async function loadLeftRows(client: Client, id: string) {
	return allRows((from, to) =>
		client
			.from('import_rows')
			.select('n, raw, state, code')
			.eq('import_id', id)
			.in('state', ['refused', 'known', 'stays'])
			.order('n')
			.range(from, to),
	)
}

/** Carries imports on. @returns how many rows; 0 when there is nothing to do */
export async function advanceImports(services: AppServices): Promise<number> {
	return invariantData(await serverClient(services).rpc('advance_imports', { p_limit: 200 }))
}
