import type { At, Group, Logic } from '../tree.ts'
import { Cursor } from './cursor.ts'
import { readCondition } from './filter.ts'
import { readField, readName, readQuoted } from './names.ts'

const MAX_DEPTH = 60

/** Reads a logic parameter, for example `posts.not.or=(a.eq.1,and(b.gt.2,c.is.null))`. */
export function parseLogic(key: string, value: string): At<Group> {
	const keyCursor = new Cursor(key, `logic path (${key})`)
	const names = [readName(keyCursor)]
	while (keyCursor.take('.')) names.push(readName(keyCursor))
	const operator = names.pop() as 'and' | 'or'
	const negated = names.at(-1) === 'not'
	if (negated) names.pop()
	const cursor = new Cursor(value, `logic tree (${value})`)
	const items = readItems(cursor, 0)
	if (!cursor.done) cursor.fail('end of input')
	return { path: names, value: { kind: 'group', operator, negated, items } }
}

function readItems(cursor: Cursor, depth: number): Logic[] {
	if (depth > MAX_DEPTH) cursor.fail('fewer nested conditions')
	const items: Logic[] = []
	cursor.expect('(')
	do {
		cursor.spaces()
		items.push(readItem(cursor, depth))
		cursor.spaces()
	} while (cursor.take(','))
	cursor.expect(')')
	return items
}

function readItem(cursor: Cursor, depth: number): Logic {
	const word = cursor.match(/(?:not\.)?(?:and|or)(?=\()/y)
	if (word) {
		const negated = word.startsWith('not.')
		return {
			kind: 'group',
			operator: word.endsWith('and') ? 'and' : 'or',
			negated,
			items: readItems(cursor, depth + 1),
		}
	}
	const field = readField(cursor)
	cursor.expect('.')
	return { kind: 'filter', field, ...readCondition(cursor, readValue) }
}

// Inside brackets a value ends at a comma or bracket, unless it is quoted or an array or range literal.
function readValue(cursor: Cursor): string {
	const start = cursor.at
	const quoted = readQuoted(cursor)
	if (quoted !== undefined && /^[,)]?$/.test(cursor.peek())) return quoted
	cursor.at = start
	if (cursor.peek() === '{' || cursor.peek() === '[') {
		const literal = readLiteral(cursor)
		if (literal !== undefined) return literal
	}
	return cursor.match(/[^,)]*/y) as string
}

function readLiteral(cursor: Cursor): string | undefined {
	const start = cursor.at
	const closing: Record<string, string> = { '{': '}', '[': ']' }
	const open: string[] = []
	do {
		const quoted = cursor.match(/"(?:[^\\"]|\\.)*"/sy)
		if (quoted !== undefined) continue
		const char = cursor.peek()
		cursor.at++
		if (closing[char]) open.push(closing[char])
		else if (char === open.at(-1) || (char === ')' && open.length === 1 && open[0] === ']')) open.pop()
	} while (open.length > 0 && !cursor.done)
	if (open.length === 0 && /^[,)]?$/.test(cursor.peek())) return cursor.text.slice(start, cursor.at)
	cursor.at = start
	return undefined
}
