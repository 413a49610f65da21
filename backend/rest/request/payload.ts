import { RestError } from '../errors.ts'

const MAX_BYTES = 10 * 1024 * 1024

/** The body of a write: JSON text for PostgreSQL, and what the service needs to know about it. */
export type Payload =
	| { kind: 'rows'; json: string; many: boolean; count: number; keys: string[]; uniform: boolean }
	/** JSON that is neither an object nor an array of objects; only a function with one unnamed parameter accepts it. */
	| { kind: 'value'; json: string }
	| { kind: 'text' | 'xml' | 'bytes'; text: string }

/** @throws RestError with status 413 above `most` bytes, or 10 MB. */
export async function readBytes(request: Request, most = MAX_BYTES): Promise<Uint8Array> {
	const tooLarge = (): RestError => new RestError(413, 'PGRST102', 'Request body too large')
	if (Number(request.headers.get('content-length') ?? 0) > most) throw tooLarge()
	if (!request.body) return new Uint8Array()
	const chunks: Uint8Array[] = []
	let size = 0
	for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
		size += chunk.length
		if (size > most) throw tooLarge()
		chunks.push(chunk)
	}
	return chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks)
}

/**
 * Reads a body by its content type: JSON, CSV, a form, text or bytes.
 * @throws RestError PGRST102.
 */
export function readPayload(bytes: Uint8Array, contentType: string | null, forFunction: boolean): Payload {
	const type = (contentType ?? 'application/json').split(';', 1)[0]?.trim().toLowerCase()
	const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
	if (type === 'application/octet-stream' && forFunction) return { kind: 'bytes', text: `\\x${buffer.toString('hex')}` }
	const text = buffer.toString('utf8')
	if (type === 'text/plain' && forFunction) return { kind: 'text', text }
	if (type === 'text/xml' && forFunction) return { kind: 'xml', text }
	if (type === 'text/csv') return fromJson(JSON.stringify(csvRows(text)))
	if (type === 'application/x-www-form-urlencoded')
		return fromJson(JSON.stringify(Object.fromEntries(new URLSearchParams(text))))
	if (type === 'application/json' || /^application\/[\w.-]+\+json$/.test(type ?? '')) {
		return fromJson(text === '' && forFunction ? '{}' : text)
	}
	throw new RestError(400, 'PGRST102', `Content-Type not acceptable: ${type}`)
}

function fromJson(json: string): Payload {
	let value: unknown
	try {
		value = JSON.parse(json)
	} catch {
		throw new RestError(400, 'PGRST102', 'Empty or invalid json')
	}
	if (Array.isArray(value)) {
		if (!value.every(isObject)) return { kind: 'value', json }
		const keys = Object.keys(value[0] ?? {})
		return { kind: 'rows', json, many: true, count: value.length, keys, uniform: isUniform(value, keys) }
	}
	if (!isObject(value)) return { kind: 'value', json }
	return { kind: 'rows', json, many: false, count: 1, keys: Object.keys(value), uniform: true }
}

function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isUniform(rows: Record<string, unknown>[], keys: string[]): boolean {
	return rows.every((row) => Object.keys(row).length === keys.length && keys.every((key) => Object.hasOwn(row, key)))
}

/** Rows of a CSV body with a header line; the word NULL is null. */
function csvRows(text: string): Record<string, string | null>[] {
	const [head = [], ...rows] = csvCells(text)
	const names = head.map(({ value }) => value)
	return rows.map((cells) => {
		if (cells.length !== names.length) throw new RestError(400, 'PGRST102', 'All lines must have same number of fields')
		return Object.fromEntries(
			cells.map(({ value, quoted }, at) => [names[at], !quoted && value === 'NULL' ? null : value]),
		)
	})
}

function csvCells(text: string): { value: string; quoted: boolean }[][] {
	const rows: { value: string; quoted: boolean }[][] = []
	let row: { value: string; quoted: boolean }[] = []
	const cell = /(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r?\n|\r|$)/gy
	for (let found = cell.exec(text); found; found = cell.exec(text)) {
		const quoted = found[1] !== undefined
		row.push({ value: quoted ? (found[1] as string).replaceAll('""', '"') : (found[2] ?? ''), quoted })
		if (found[3] !== ',') {
			if (row.length > 1 || quoted || row[0]?.value !== '') rows.push(row)
			row = []
			if (cell.lastIndex >= text.length) return rows
		}
	}
	throw new RestError(400, 'PGRST102', 'Malformed CSV')
}
