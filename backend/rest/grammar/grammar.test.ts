import { describe, expect, test } from 'vitest'
import { RestError } from '../errors.ts'
import { parseCondition } from './filter.ts'
import { parseLogic } from './logic.ts'
import { parseOrder } from './order.ts'
import { parseQuery } from './query.ts'
import { parseSelect } from './select.ts'

const field = (name: string, ...path: [('->' | '->>')?, (string | number)?][]) => ({
	name,
	path: path.map(([arrow, key]) => ({ arrow, key })),
})

function codeOf(run: () => unknown): string | undefined {
	try {
		run()
		return undefined
	} catch (error) {
		return error instanceof RestError ? error.body.code : String(error)
	}
}

describe('select', () => {
	test('columns with alias, cast and JSON path', () => {
		expect(parseSelect('a,b:c::text,d->e->>f,x:d->0::int,"odd,name"')).toMatchObject([
			{ field: field('a') },
			{ field: field('c'), alias: 'b', cast: 'text' },
			{ field: field('d', ['->', 'e'], ['->>', 'f']) },
			{ field: field('d', ['->', 0]), alias: 'x', cast: 'int' },
			{ field: field('odd,name') },
		])
	})

	test('aggregates with casts on both sides', () => {
		expect(parseSelect('count(),total:price::int.sum()::text,data->n.avg()')).toMatchObject([
			{ field: field('*'), aggregate: 'count' },
			{ field: field('price'), alias: 'total', cast: 'int', aggregate: 'sum', aggregateCast: 'text' },
			{ field: field('data', ['->', 'n']), aggregate: 'avg' },
		])
	})

	test('embedded resources with alias, hint, join and spread', () => {
		expect(parseSelect('*,x:rel!hint!inner(a,deep(*)),...other!left(b),none()')).toMatchObject([
			{ kind: 'field', field: field('*') },
			{ relation: 'rel', alias: 'x', hint: 'hint', join: 'inner', spread: false, select: [{}, { relation: 'deep' }] },
			{ relation: 'other', join: 'left', spread: true },
			{ relation: 'none', select: [] },
		])
	})

	test.each(['a,', 'a(', 'a(b', 'a)', 'a::', 'a->', ':b', 'a!x', '"open', '...a', 'a b(', '*a', '('.repeat(1000)])(
		'refuses %s',
		(text) => expect(codeOf(() => parseSelect(text))).toBe('PGRST100'),
	)

	test('refuses endless nesting', () => {
		expect(codeOf(() => parseSelect('a('.repeat(5_000) + '*' + ')'.repeat(5_000)))).toBe('PGRST100')
	})
})

describe('filter', () => {
	test.each([
		['eq.a.b', { negated: false, operation: { kind: 'simple', operator: '=', value: 'a.b' } }],
		['not.gte.5', { negated: true, operation: { kind: 'simple', operator: '>=', value: '5' } }],
		['like(any).{a*,b*}', { operation: { quantifier: 'any', value: '{a*,b*}' } }],
		['in.(1,"a,b","say ""x"")', { operation: { kind: 'in' } }],
		['in.()', { operation: { values: [] } }],
		['in.("a\\"b",c d)', { operation: { values: ['a"b', 'c d'] } }],
		['is.NULL', { operation: { kind: 'is', value: 'null' } }],
		['fts(german).haus', { operation: { kind: 'search', language: 'german', value: 'haus' } }],
		['isdistinct.', { operation: { kind: 'distinct', value: '' } }],
	])('%s', (text, expected) => expect(parseCondition(text)).toMatchObject(expected))

	test.each(['', 'eq', 'foo.1', 'is.maybe', 'in.1,2', 'in.(1', 'cs(any).x', 'constructor.x', 'fts().x', 'not.'])(
		'refuses %s',
		(text) => expect(codeOf(() => parseCondition(text))).toBe('PGRST100'),
	)
})

test('logic trees keep quoted values, arrays and ranges together', () => {
	expect(parseLogic('rel.not.or', '(a.eq.1,not.and(b.cs.{1,2},c.not.in.(x,y)),d.eq."a,)b",e.ov.[1,3))')).toMatchObject({
		path: ['rel'],
		value: {
			operator: 'or',
			negated: true,
			items: [
				{ field: field('a') },
				{
					negated: true,
					items: [{ operation: { value: '{1,2}' } }, { negated: true, operation: { values: ['x', 'y'] } }],
				},
				{ operation: { value: 'a,)b' } },
				{ operation: { value: '[1,3)' } },
			],
		},
	})
	for (const text of ['', '()', '(a)', '(a.eq.1', 'a.eq.1', '(a.eq.1))', '(xor(a.eq.1))']) {
		expect(codeOf(() => parseLogic('or', text))).toBe('PGRST100')
	}
})

test('order', () => {
	expect(parseOrder('a.desc.nullslast,data->x.asc,rel(name).desc,b')).toEqual([
		{ field: field('a'), direction: 'desc', nulls: 'last' },
		{ field: field('data', ['->', 'x']), direction: 'asc' },
		{ relation: 'rel', field: field('name'), direction: 'desc' },
		{ field: field('b') },
	])
	for (const text of ['a.down', 'a.desc.x', 'a,', 'a.descx']) expect(codeOf(() => parseOrder(text))).toBe('PGRST100')
})

test('parameters without an operator are arguments of functions only', () => {
	const parameters: [string, string][] = [
		['a', '1'],
		['b', 'eq.2'],
		['c.d', 'gt.3'],
		['c.limit', '4'],
	]
	expect(parseQuery(parameters, true)).toMatchObject({
		args: [['a', '1']],
		filters: [{ path: [] }, { path: ['c'] }],
		limits: [{ path: ['c'], value: 4 }],
	})
	expect(codeOf(() => parseQuery(parameters, false))).toBe('PGRST100')
})
