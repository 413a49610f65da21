import { expect, it } from 'vitest'
import { eventTime, seriesDates } from './event.ts'

it('repeats a series by dates, over the turn of the year and the change of the clock', () => {
	expect(seriesDates('2026-12-22', 1, 3)).toEqual(['2026-12-22', '2026-12-29', '2027-01-05'])
	expect(seriesDates('2027-03-21', 1, 2)).toEqual(['2027-03-21', '2027-03-28'])
	expect(seriesDates('2026-10-11', 2, 2)).toEqual(['2026-10-11', '2026-10-25'])
	expect(seriesDates('2026-10-11', 0, 1)).toEqual(['2026-10-11'])
})

it('names the day of an end after midnight, but not of an end at midnight', () => {
	const time = (starts_at: string, ends_at: string) => eventTime({ starts_at, ends_at }, 'Europe/Berlin')
	expect(time('2026-12-01T17:00:00Z', '2026-12-01T18:30:00Z')).toBe('Di., 1. Dez. 2026, 18:00–19:30 Uhr')
	expect(time('2026-12-01T17:00:00Z', '2026-12-01T23:00:00Z')).toBe('Di., 1. Dez. 2026, 18:00–00:00 Uhr')
	expect(time('2026-12-01T17:00:00Z', '2026-12-02T00:00:00Z')).toContain('–Mi., 2. Dez. 2026, 01:00 Uhr')
})
