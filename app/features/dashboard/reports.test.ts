import { expect, test } from 'vitest'
import { newcomersFigure, valueFigure, waitsFigure } from './report-figures.server.ts'
import { labelsOf } from './report-labels.ts'
import { monthsOf } from './report-rows.server.ts'
import { sourceFigure } from './report-shares.server.ts'

const part = (day: string, cents: number, fresh = 0) => ({
	...{ first: day, last: day, visits: 1, cents, fresh, again: 1 - fresh, missed: 0 },
	...{ visits_before: 0, cents_before: 0, fresh_before: 0, again_before: 0, missed_before: 0 },
})

test('a file asks month by month, whole ones and the rest at both ends', () => {
	expect(monthsOf({ from: '2025-12-24', to: '2026-02-01' })).toEqual([
		{ from: '2025-12-24', to: '2025-12-31' },
		{ from: '2026-01-01', to: '2026-01-31' },
		{ from: '2026-02-01', to: '2026-02-01' },
	])
	expect(monthsOf({ from: '2026-03-05', to: '2026-03-05' })).toEqual([{ from: '2026-03-05', to: '2026-03-05' }])
})

test('the names of a year are all different, though it begins and ends in the same month', () => {
	const [first, last] = [
		labelsOf({ first: '2025-11-24', last: '2025-11-30' }, 365),
		labelsOf({ first: '2026-11-01', last: '2026-11-23' }, 365),
	]
	expect([first.label, last.label]).toEqual(['Nov. 2025 (24.11.–30.11.)', 'Nov. 2026 (1.11.–23.11.)'])
	expect(labelsOf({ first: '2026-11-01', last: '2026-11-07' }, 90)).toEqual({ label: '1.11.–7.11.', short: '1.11.' })
})

test('figures say sums, and nothing where there is nothing', () => {
	const parts = [part('2026-11-22', 4500, 1), part('2026-11-23', 1050)]
	expect(valueFigure(parts, 30)?.says.replaceAll(/\s/g, ' ')).toBe('55,50 €')
	expect(newcomersFigure(parts, 30)?.says).toBe('1 neu, 1 wieder da')
	expect(valueFigure([part('2026-11-22', 0)], 30)).toBe(null)
	const sources = [
		{ source: 'web', origin: 'marketplace', visits: 1, before: 0 },
		{ source: 'admin', origin: 'unknown', visits: 2, before: 0 },
		{ source: 'web', origin: 'qr', visits: 2, before: 0 },
	]
	const figure = sourceFigure({ parts: [], leads: [], people: [], waits: [], sources }, 'source')
	expect(figure?.says).toBe('Am häufigsten: Zeitplatz, 60 %')
	expect(figure?.drawing.table.rows.map(([name]) => name)).toEqual(['Zeitplatz', 'von Hand'])
	const waits = [{ last: '2026-11-23', asked: 3, seated: 1, asked_before: 2, seated_before: 0 }]
	const answer = { parts, leads: [], people: [], sources: [] }
	expect(waitsFigure({ ...answer, waits }, 30)?.says).toBe('3 gefragt (+50 %), 1 gebucht')
	expect(waitsFigure({ ...answer, waits: [] }, 30)).toBe(null)
})
