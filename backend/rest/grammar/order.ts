import type { OrderTerm } from '../tree.ts'
import { Cursor } from './cursor.ts'
import { readField, readName } from './names.ts'

/** Reads `order=`, for example `name.desc.nullslast,owner(name)`. */
export function parseOrder(text: string): OrderTerm[] {
	const cursor = new Cursor(text, `order (${text})`)
	const terms: OrderTerm[] = []
	do {
		cursor.spaces()
		terms.push(readTerm(cursor))
		cursor.spaces()
	} while (cursor.take(','))
	if (!cursor.done) cursor.fail('"," or end of input')
	return terms
}

function readTerm(cursor: Cursor): OrderTerm {
	const start = cursor.at
	const name = readName(cursor)
	const term: OrderTerm = { field: { name, path: [] } }
	if (cursor.take('(')) {
		term.relation = name
		term.field = readField(cursor)
		cursor.expect(')')
	} else {
		cursor.at = start
		term.field = readField(cursor)
	}
	const direction = cursor.match(/\.(?:asc|desc)(?![a-z])/y)
	if (direction) term.direction = direction.slice(1) as 'asc' | 'desc'
	const nulls = cursor.match(/\.nulls(?:first|last)(?![a-z])/y)
	if (nulls) term.nulls = nulls.endsWith('first') ? 'first' : 'last'
	if (cursor.peek() === '.') cursor.fail('asc, desc, nullsfirst or nullslast')
	return term
}
