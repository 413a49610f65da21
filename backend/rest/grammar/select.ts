import type { Aggregate, SelectField, SelectItem, SelectRelation } from '../tree.ts'
import { Cursor } from './cursor.ts'
import { readField, readName } from './names.ts'

const MAX_DEPTH = 60

/** Reads `select=`: columns, JSON paths, casts, aggregates and embedded resources. */
export function parseSelect(text: string): SelectItem[] {
	const cursor = new Cursor(text, `select parameter (${text})`)
	const items = readItems(cursor, 0)
	if (!cursor.done) cursor.fail('"," or end of input')
	return items
}

function readItems(cursor: Cursor, depth: number): SelectItem[] {
	if (depth > MAX_DEPTH) cursor.fail('fewer nested resources')
	const items: SelectItem[] = []
	cursor.spaces()
	if (cursor.peek() === ')' || (cursor.done && depth === 0)) return items
	do {
		cursor.spaces()
		items.push(readItem(cursor, depth))
		cursor.spaces()
	} while (cursor.take(','))
	return items
}

function readItem(cursor: Cursor, depth: number): SelectItem {
	if (cursor.take('...')) return readRelation(cursor, readName(cursor), depth, { spread: true })
	const aliasEnd = cursor.at
	const alias = readAlias(cursor)
	if (alias === undefined) cursor.at = aliasEnd
	if (cursor.match(/count\(\)/y)) {
		return { kind: 'field', field: { name: '*', path: [] }, alias, aggregate: 'count', aggregateCast: readCast(cursor) }
	}
	const start = cursor.at
	const field = readField(cursor)
	if (field.path.length === 0 && field.name !== '*' && /[!(]/.test(cursor.peek())) {
		return readRelation(cursor, field.name, depth, { spread: false, alias })
	}
	if (field.name === '*' && cursor.at === start + 1) return { kind: 'field', field }
	return readFieldEnd(cursor, { kind: 'field', field, alias })
}

function readAlias(cursor: Cursor): string | undefined {
	if (cursor.peek() === '*') return undefined
	const name = readName(cursor)
	return cursor.match(/:(?!:)/y) ? name : undefined
}

function readFieldEnd(cursor: Cursor, item: SelectField): SelectField {
	item.cast = readCast(cursor)
	const aggregate = cursor.match(/\.(sum|avg|count|max|min)\(\)/y)
	if (aggregate) {
		item.aggregate = aggregate.slice(1, -2) as Aggregate
		item.aggregateCast = readCast(cursor)
	}
	return item
}

function readCast(cursor: Cursor): string | undefined {
	if (!cursor.take('::')) return undefined
	return cursor.match(/ *[\p{L}\p{N}_$][\p{L}\p{N}_ $]*(?:\[\])*/uy) ?? cursor.fail('a type name')
}

function readRelation(
	cursor: Cursor,
	relation: string,
	depth: number,
	start: { spread: boolean; alias?: string },
): SelectRelation {
	const item: SelectRelation = { kind: 'relation', relation, ...start, select: [] }
	while (cursor.take('!')) {
		const word = readName(cursor)
		if (word === 'inner' || word === 'left') item.join = word
		else item.hint = word
	}
	cursor.expect('(')
	item.select = readItems(cursor, depth + 1)
	cursor.expect(')')
	return item
}
