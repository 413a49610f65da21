import type { Operation } from '../tree.ts'
import { Cursor, syntaxError } from './cursor.ts'
import { readQuoted } from './names.ts'

const OPERATORS: Record<string, string> = {
	eq: '=',
	neq: '<>',
	gt: '>',
	gte: '>=',
	lt: '<',
	lte: '<=',
	like: 'like',
	ilike: 'ilike',
	match: '~',
	imatch: '~*',
	cs: '@>',
	cd: '<@',
	ov: '&&',
	sl: '<<',
	sr: '>>',
	nxr: '&<',
	nxl: '&>',
	adj: '-|-',
}
const QUANTIFIED = new Set(['eq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'match', 'imatch'])
const SEARCHES: Record<string, string> = {
	fts: 'to_tsquery',
	plfts: 'plainto_tsquery',
	phfts: 'phraseto_tsquery',
	wfts: 'websearch_to_tsquery',
}

export type Condition = { negated: boolean; operation: Operation }

/** True when a parameter's value begins like a filter; other values are arguments of a function. */
export function looksLikeFilter(value: string): boolean {
	const [word = '', rest] = value.split('.', 2)
	if (word === 'not') return rest !== undefined
	const name = word.replace(/\(.*$/s, '')
	const known = name in OPERATORS || name in SEARCHES || name === 'is' || name === 'in' || name === 'isdistinct'
	return known && (rest !== undefined || name in SEARCHES)
}

/** Reads the value of a filter parameter, for example `not.in.(1,2)`. */
export function parseCondition(text: string): Condition {
	const cursor = new Cursor(text, `filter (${text})`)
	const condition = readCondition(cursor, readRest)
	if (!cursor.done) cursor.fail('end of input')
	return condition
}

/** Reads `[not.]operator.value`; `readValue` decides where a plain value ends. */
export function readCondition(cursor: Cursor, readValue: (cursor: Cursor) => string): Condition {
	const negated = cursor.take('not.')
	const start = cursor.at
	const name = cursor.match(/[a-z]+/y) ?? ''
	const operation = readOperation(cursor, name, readValue)
	if (!operation) throw syntaxError(cursor.what, start, `unknown single value operator ${name || cursor.text}`)
	return { negated, operation }
}

function readOperation(cursor: Cursor, name: string, readValue: (cursor: Cursor) => string): Operation | undefined {
	if (name === 'in') {
		cursor.expect('.')
		return { kind: 'in', values: readList(cursor) }
	}
	if (name === 'is') {
		cursor.expect('.')
		const value = cursor.match(/(?:null|not_null|true|false|unknown)(?![a-z_])/iy)
		return { kind: 'is', value: (value ?? cursor.fail('null or trilean value')).toLowerCase() }
	}
	if (name === 'isdistinct') {
		cursor.expect('.')
		return { kind: 'distinct', value: readValue(cursor) }
	}
	const search = Object.hasOwn(SEARCHES, name) ? SEARCHES[name] : undefined
	if (search) {
		const language = cursor.take('(') ? (cursor.match(/[\p{L}\p{N}_ ]+/uy) ?? cursor.fail('language')) : undefined
		if (language) cursor.expect(')')
		cursor.expect('.')
		return { kind: 'search', function: search, language, value: readValue(cursor) }
	}
	const operator = Object.hasOwn(OPERATORS, name) ? OPERATORS[name] : undefined
	if (!operator) return undefined
	const quantifier = cursor.match(/\((?:any|all)\)(?=\.)/y)?.slice(1, 4) as 'any' | 'all' | undefined
	if (quantifier && !QUANTIFIED.has(name)) return undefined
	cursor.expect('.')
	return { kind: 'simple', operator, quantifier, value: readValue(cursor) }
}

function readRest(cursor: Cursor): string {
	return cursor.match(/.*/sy) as string
}

/** `(a,"b,c",d)`. An empty pair of brackets is an empty list. */
function readList(cursor: Cursor): string[] {
	cursor.expect('(')
	const values: string[] = []
	do {
		cursor.spaces()
		const start = cursor.at
		let value = readQuoted(cursor)
		cursor.spaces()
		if (value === undefined || !/[,)]/.test(cursor.peek())) {
			cursor.at = start
			value = cursor.match(/[^,)]*/y) as string
		}
		values.push(value)
	} while (cursor.take(','))
	cursor.expect(')')
	return values.length === 1 && values[0] === '' ? [] : values
}
