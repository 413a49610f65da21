import type { BackendContext, Caller } from '../context.ts'
import { asCaller } from './database.ts'
import { failures } from './errors.ts'

const SORT_COLUMNS = ['name', 'updated_at', 'created_at']
const MAX_ROWS = 1000

type Entry = {
	folder: boolean
	name: string
	id: string
	updated_at: Date
	created_at: Date
	last_accessed_at: Date
	metadata: unknown
	version: string
	/** The entry's position by time; only for the cursor. */
	at: string
}
type Cursor = { column: string; descending: boolean; at: string; name: string }

/**
 * Answers `object/list-v2`: a page of names with a cursor to the next one. Without `with_delimiter` names are whole
 * paths, with it folders are listed separately. @throws StorageError for a cursor that is not ours or belongs to
 * another order.
 */
export async function listPage(
	context: BackendContext,
	caller: Caller,
	bucket: string,
	body: Record<string, unknown>,
): Promise<Response> {
	const sort = (typeof body.sortBy === 'object' && body.sortBy !== null ? body.sortBy : {}) as Record<string, unknown>
	const column = sort.column ?? 'name'
	if (typeof column !== 'string' || !SORT_COLUMNS.includes(column)) {
		throw failures.invalidRequest('sortBy.column is not known')
	}
	const descending = sort.order === 'desc'
	const after = readCursor(body.cursor, column, descending)
	const limit = toLimit(body.limit)
	const prefix = typeof body.prefix === 'string' ? body.prefix : ''
	const rows = await asCaller(
		context,
		caller,
		'object.list_v2',
		(sql) => sql<Entry[]>`
			select * from storage.list_page(${bucket}, ${prefix}, ${body.with_delimiter === true}, ${column}, ${descending},
				${limit + 1}, ${after?.at ?? null}, ${after?.name ?? null})`,
	)
	const page = rows.slice(0, limit)
	const last = page.at(-1)
	const hasNext = rows.length > limit
	const place = { column, descending, at: last?.at ?? '', name: last?.name ?? '' }
	return Response.json({
		hasNext,
		...(hasNext ? { nextCursor: Buffer.from(JSON.stringify(place)).toString('base64url') } : {}),
		folders: page.filter((row) => row.folder).map(({ name }) => ({ key: name.slice(0, -1), name })),
		objects: page.filter((row) => !row.folder).map(toObject),
	})
}

function toObject(row: Entry): Omit<Entry, 'folder' | 'at'> & { key: string } {
	const { id, name, updated_at, created_at, last_accessed_at, metadata, version } = row
	return { id, name, key: name, updated_at, created_at, last_accessed_at, metadata, version }
}

function readCursor(given: unknown, column: string, descending: boolean): Cursor | undefined {
	if (given === undefined || given === null || given === '') return undefined
	const invalid = failures.invalidRequest('The cursor is not valid')
	if (typeof given !== 'string') throw invalid
	let place: Partial<Cursor> | null
	try {
		place = JSON.parse(Buffer.from(given, 'base64url').toString('utf8')) as Partial<Cursor> | null
	} catch {
		throw invalid
	}
	if (typeof place?.at !== 'string' || typeof place.name !== 'string') throw invalid
	if (place.column !== column || place.descending !== descending) throw invalid
	return place as Cursor
}

function toLimit(value: unknown): number {
	const count = Number(value ?? MAX_ROWS)
	return Number.isInteger(count) && count > 0 ? Math.min(count, MAX_ROWS) : MAX_ROWS
}
