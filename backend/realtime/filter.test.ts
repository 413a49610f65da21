import { postgresChangesFilter } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { FilterError, parseFilters } from './filter.ts'

test('reads the filters that the client builds', () => {
	const built = postgresChangesFilter().eq('a', 'x,y').in('b', ['1', 'q"(']).not('c', 'is', null).lt('d', 3).build()
	expect(parseFilters(built)).toEqual([
		{ column: 'a', operator: 'eq', values: ['x,y'], negate: false },
		{ column: 'b', operator: 'in', values: ['1', 'q"('], negate: false },
		{ column: 'c', operator: 'is', values: ['null'], negate: true },
		{ column: 'd', operator: 'lt', values: ['3'], negate: false },
	])
	expect(parseFilters('')).toEqual([])
})

test.each(['a', 'a=b', 'a=fts.x', String.raw`a=match.(x)\1`, 'a=in.1', `a=eq.1,b`, `a=in.(${'1,'.repeat(101)}1)`])(
	'refuses %s',
	(text) => {
		expect(() => parseFilters(text)).toThrow(FilterError)
	},
)
