/** A published table as the stream describes it, sent again whenever its definition has changed. */
export type Relation = { oid: number; schema: string; table: string; columns: string[]; identity: boolean[] }

export type Values = Record<string, string | null>

export type OutputMessage =
	| { kind: 'begin'; committedAt: Date; xid: number }
	| { kind: 'commit'; end: bigint }
	| { kind: 'relation'; relation: Relation }
	| { kind: 'change'; type: 'INSERT' | 'UPDATE' | 'DELETE'; oid: number; row?: Values; old?: Values }

const POSTGRES_EPOCH_MS = Date.UTC(2000, 0, 1)
/** Longer values cannot be part of a key and are read from the table when needed. */
const MAX_VALUE_BYTES = 8_192

/**
 * Reads one message of PostgreSQL's `pgoutput` plug-in, protocol version 1.
 * @param relationOf finds the latest relation message of a table.
 * @returns undefined for messages that carry no row (truncate, type, origin).
 */
export function readOutput(data: Buffer, relationOf: (oid: number) => Relation | undefined): OutputMessage | undefined {
	switch (String.fromCharCode(data[0] ?? 0)) {
		case 'B':
			return { kind: 'begin', committedAt: toDate(data.readBigInt64BE(9)), xid: data.readUInt32BE(17) }
		case 'C':
			return { kind: 'commit', end: data.readBigUInt64BE(10) }
		case 'R':
			return { kind: 'relation', relation: readRelation(data) }
		case 'I':
		case 'U':
		case 'D':
			return readChange(data, relationOf)
		default:
			return undefined
	}
}

function toDate(microseconds: bigint): Date {
	return new Date(POSTGRES_EPOCH_MS + Number(microseconds / 1000n))
}

function readRelation(data: Buffer): Relation {
	let at = 5
	const text = (): string => {
		const end = data.indexOf(0, at)
		const value = data.toString('utf8', at, end)
		at = end + 1
		return value
	}
	const schema = text() || 'pg_catalog'
	const table = text()
	at += 1
	const count = data.readUInt16BE(at)
	at += 2
	const columns: string[] = []
	const identity: boolean[] = []
	for (let i = 0; i < count; i++) {
		identity.push((data[at] ?? 0) === 1)
		at += 1
		columns.push(text())
		at += 8
	}
	return { oid: data.readUInt32BE(1), schema, table, columns, identity }
}

const TYPES = { I: 'INSERT', U: 'UPDATE', D: 'DELETE' } as const

function readChange(
	data: Buffer,
	relationOf: (oid: number) => Relation | undefined,
): Extract<OutputMessage, { kind: 'change' }> | undefined {
	const oid = data.readUInt32BE(1)
	const relation = relationOf(oid)
	if (!relation) return undefined
	const change: Extract<OutputMessage, { kind: 'change' }> = {
		kind: 'change',
		type: TYPES[String.fromCharCode(data[0] ?? 0) as keyof typeof TYPES],
		oid,
	}
	for (let at = 5; at < data.length;) {
		const part = String.fromCharCode(data[at] ?? 0)
		const tuple = readTuple(data, at + 1, relation, part === 'K')
		if (part === 'N') change.row = tuple.values
		else change.old = tuple.values
		at = tuple.end
	}
	return change
}

/** Leaves out unchanged and long values; a key tuple has only the columns of the identity. */
function readTuple(data: Buffer, start: number, relation: Relation, keyOnly: boolean): { values: Values; end: number } {
	const values: Values = {}
	const count = data.readUInt16BE(start)
	let at = start + 2
	for (let i = 0; i < count; i++) {
		const name = relation.columns[i] ?? ''
		const state = String.fromCharCode(data[at] ?? 0)
		at += 1
		if (state === 'n' && (!keyOnly || relation.identity[i])) values[name] = null
		if (state !== 't') continue
		const length = data.readUInt32BE(at)
		at += 4
		if (length <= MAX_VALUE_BYTES) values[name] = data.toString('utf8', at, at + length)
		at += length
	}
	return { values, end: at }
}
