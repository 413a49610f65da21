import { expect, it } from 'vitest'
import { dateBounds, dateText, isDate } from './calendar-date.ts'

it('accepts only dates that exist in the calendar', () => {
	expect(['2026-11-21', '2024-02-29', '0099-01-01', '9999-12-31'].map(isDate)).toEqual([true, true, true, true])
	expect(['2026-02-29', '2026-13-01', '2026-1-1', '21.11.2026', '', '12026-01-01', null, 5].filter(isDate)).toEqual([])
})

it('takes years from 100 back to 52 ahead', () => {
	expect(dateBounds('2026-11-21')).toEqual({ min: '1926-01-01', max: '2078-12-31' })
})

it('writes dates as people do, and leaves any other text as it is', () => {
	expect(['2026-12-05', '2026-02-30', 'bald', ''].map(dateText)).toEqual(['05.12.2026', '2026-02-30', 'bald', ''])
})
