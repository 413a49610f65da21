import { expect, it } from 'vitest'
import { MOST_DATES, readTaker, repeatedDates, takes, takerValue } from './block.ts'

it('repeats by dates until a day, which counts', () => {
	expect(repeatedDates('2026-03-28', '', '')).toEqual(['2026-03-28'])
	expect(repeatedDates('2026-03-28', 'taeglich', '2026-03-30')).toEqual(['2026-03-28', '2026-03-29', '2026-03-30'])
	expect(repeatedDates('2026-03-28', 'woechentlich', '2026-04-11')).toEqual(['2026-03-28', '2026-04-04', '2026-04-11'])
	expect(repeatedDates('2026-03-28', 'woechentlich', '2026-04-10')).toEqual(['2026-03-28', '2026-04-04'])
})

it('ends one behind the limit, so that too many can be refused', () => {
	expect(repeatedDates('2026-01-01', 'taeglich', '2999-01-01')).toHaveLength(MOST_DATES + 1)
})

it('a field names a person or a room, and nothing else', () => {
	const id = '11111111-aaaa-4aaa-8aaa-aaaaaaaaaaaa'
	for (const taker of [
		{ employee_id: id, resource_id: null },
		{ employee_id: null, resource_id: id },
	])
		expect(readTaker(takerValue(taker))).toEqual(taker)
	for (const value of ['', 'raum-', 'raum-1', 'alle', `raum-raum-${id}`]) expect(readTaker(value)).toBeNull()
})

it('a room takes what is in it, whoever serves there', () => {
	const line = { employee_id: 'anna', resource_id: 'meer' }
	expect(takes(line, { employee_id: null, resource_id: 'meer' })).toBe(true)
	expect(takes(line, { employee_id: 'anna', resource_id: null })).toBe(true)
	expect(takes({ employee_id: 'anna' }, { employee_id: null, resource_id: 'meer' })).toBe(false)
	expect(takes({ employee_id: null, resource_id: 'meer' }, { employee_id: 'anna', resource_id: null })).toBe(false)
})
