import { expect, it } from 'vitest'
import { dateBounds, dateFault, isDate } from './calendar-date.ts'

const NOW = new Date('2026-11-21T12:00:00Z')

it('knows dates of the calendar, and nothing else', () => {
	expect(['2026-11-21', '2024-02-29', '0099-01-01', '9999-12-31'].map(isDate)).toEqual([true, true, true, true])
	expect(['2026-02-29', '2026-13-01', '2026-1-1', '21.11.2026', '', '12026-01-01', null, 5].filter(isDate)).toEqual([])
})

it('takes years from 100 back to 52 ahead, and says so about others', () => {
	expect(dateBounds(NOW)).toEqual({ min: '1926-01-01', max: '2078-12-31' })
	expect(['1926-01-01', '2078-12-31', '', null, undefined].map((text) => dateFault(text, NOW))).toEqual(
		Array.from({ length: 5 }),
	)
	for (const text of ['1925-12-31', '2079-01-01', '0226-11-21', '3026-11-21'])
		expect(dateFault(text, NOW)).toBe('Dieses Jahr liegt zu weit entfernt. Bitte geben Sie eines von 1926 bis 2078 an.')
	expect(dateFault('2026-02-30', NOW)).toContain('gibt es nicht')
})
