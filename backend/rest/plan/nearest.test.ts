import { expect, test } from 'vitest'
import { nearest } from './nearest.ts'

// PostgREST's own examples of its hints, and words that share no piece with any name.
test.each([
	['testt', ['test', 'another'], 'test'],
	['other', ['test', 'another'], 'another'],
	['noclosealternative', ['test', 'another'], undefined],
	['(nam, pqaram, vall)', ['(name, param, val)', '(attr, id)'], '(name, param, val)'],
	['(id)', ['(name, param, val)', '(attr, id)'], '(attr, id)'],
	['(noclosealternative)', ['(name, param, val)', '(attr, id)'], undefined],
	['film', ['films', 'roles'], 'films'],
	['Films', ['films', 'roles'], 'films'],
	['xoxox', ['ayoyo', 'oyoyo'], undefined],
	['x'.repeat(300), ['x'.repeat(299)], undefined],
])('%s is closest to one of %j: %s', (wanted, names, expected) => expect(nearest(wanted, names)).toBe(expected))
