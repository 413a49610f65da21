import type { Query } from '../tree.ts'
import { Cursor } from './cursor.ts'
import { looksLikeFilter, parseCondition } from './filter.ts'
import { parseLogic } from './logic.ts'
import { readNameList, readTreePath } from './names.ts'
import { parseOrder } from './order.ts'
import { parseSelect } from './select.ts'

const STAR = parseSelect('*')

/**
 * Reads all parameters of a URL into a query tree. With `args`, parameters that are not filters become arguments of a
 * function.
 * @throws RestError PGRST100 for the first parameter that does not parse.
 */
export function parseQuery(params: Iterable<[string, string]>, args: boolean): Query {
	const query: Query = {
		select: STAR,
		selectGiven: false,
		filters: [],
		logic: [],
		orders: [],
		limits: [],
		offsets: [],
		args: [],
	}
	for (const [key, value] of params) readParameter(query, key, value, args)
	return query
}

function readParameter(query: Query, key: string, value: string, args: boolean): void {
	if (key === 'select') {
		query.select = parseSelect(value)
		query.selectGiven = true
	} else if (key === 'columns') query.columns = readNameList(new Cursor(value, `columns parameter (${value})`))
	else if (key === 'on_conflict') query.onConflict = readNameList(new Cursor(value, `on_conflict parameter (${value})`))
	else if (key !== 'apikey') readLevelParameter(query, key, value, args)
}

function readLevelParameter(query: Query, key: string, value: string, args: boolean): void {
	const last = key.slice(key.lastIndexOf('.') + 1)
	if (last === 'and' || last === 'or') {
		if (value !== '') query.logic.push(parseLogic(key, value))
	} else if (last === 'order') {
		if (value !== '') query.orders.push({ path: pathOf(key), value: parseOrder(value) })
	} else if (last === 'limit' || last === 'offset') {
		if (/^-?\d+$/.test(value)) query[`${last}s`].push({ path: pathOf(key), value: Number(value) })
	} else if (!args || key.includes('.') || looksLikeFilter(value)) {
		const { path, field } = readTreePath(new Cursor(key, `tree path (${key})`))
		query.filters.push({ path, value: { kind: 'filter', field, ...parseCondition(value) } })
	} else query.args.push([key, value])
}

function pathOf(key: string): string[] {
	return readTreePath(new Cursor(key, `tree path (${key})`)).path
}
