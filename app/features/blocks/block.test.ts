import { expect, it } from 'vitest'
import { MOST_DATES, repeatedDates } from './block.ts'

it('repeats by dates until a day, which counts', () => {
	expect(repeatedDates('2026-03-28', '', '')).toEqual(['2026-03-28'])
	expect(repeatedDates('2026-03-28', 'taeglich', '2026-03-30')).toEqual(['2026-03-28', '2026-03-29', '2026-03-30'])
	expect(repeatedDates('2026-03-28', 'woechentlich', '2026-04-11')).toEqual(['2026-03-28', '2026-04-04', '2026-04-11'])
	expect(repeatedDates('2026-03-28', 'woechentlich', '2026-04-10')).toEqual(['2026-03-28', '2026-04-04'])
})

it('ends one behind the limit, so that too many can be refused', () => {
	expect(repeatedDates('2026-01-01', 'taeglich', '2999-01-01')).toHaveLength(MOST_DATES + 1)
})
