import { expect, test } from 'vitest'
import { drawVisits } from './visits.server.ts'

test('openings stand by day for thirty days and by month for twelve, also over the turn of the year', () => {
	const { days, months } = drawVisits(
		[
			{ day: '2026-02-28', visits: 4 },
			{ day: '2026-12-31', visits: 1 },
			{ day: '2027-01-15', visits: 2 },
		],
		'2027-01-15',
	)
	expect([days.says, months.says]).toEqual(['3 Mal geöffnet', '7 Mal geöffnet'])
	const rows = months.drawing.table.rows
	expect(rows.map(([name]) => name)).toHaveLength(12)
	expect(rows[0]).toEqual(['Feb. 2026', '4'])
	expect(rows.slice(-2)).toEqual([
		['Dez. 2026', '1'],
		['Jan. 2027', '2'],
	])
	expect(days.drawing.table.rows.at(-1)?.[1]).toBe('2')
	expect(days.drawing.table.rows).toHaveLength(30)
})

test('one opening is one', () => {
	expect(drawVisits([{ day: '2026-03-01', visits: 1 }], '2026-03-01').days.says).toBe('1 Mal geöffnet')
})
