import { expect, it } from 'vitest'
import { seriesDates } from './event.ts'
import { spanOn } from './events.commands.server.ts'

const hours = (from: string, to: string, date: string) => {
	const span = spanOn({ from, to }, date, 'Europe/Berlin')
	return span && [span.starts, (Date.parse(span.ends) - Date.parse(span.starts)) / 3_600_000]
}

it('keeps the time on the clock over both changes of it', () => {
	const weekly = (first: string) => seriesDates(first, 1, 2).map((date) => hours('18:00', '19:30', date))
	expect(weekly('2027-03-21')).toEqual([
		['2027-03-21T17:00:00.000Z', 1.5],
		['2027-03-28T16:00:00.000Z', 1.5],
	])
	expect(weekly('2027-10-24')).toEqual([
		['2027-10-24T16:00:00.000Z', 1.5],
		['2027-10-31T17:00:00.000Z', 1.5],
	])
})

it('lasts as long as it really does in the night of a change', () => {
	expect(hours('22:00', '04:00', '2027-03-27')).toEqual(['2027-03-27T21:00:00.000Z', 5])
	expect(hours('22:00', '04:00', '2027-10-30')).toEqual(['2027-10-30T20:00:00.000Z', 7])
	expect(hours('20:00', '24:00', '2027-03-28')).toEqual(['2027-03-28T18:00:00.000Z', 4])
	// The hour is skipped.
	expect(hours('02:15', '03:15', '2027-03-28')).toBeNull()
})
