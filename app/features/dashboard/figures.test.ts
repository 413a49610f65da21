import { expect, test } from 'vitest'
import { useFigure, visitsFigure } from './figures.server.ts'

const person = { id: 'x', taken: 0, working: 0, taken_before: 0, working_before: 0 }

test('visits show their sum and its change; without any there is no plot', () => {
	const day = (date: string, visits: number, before: number) => ({ day: date, visits, before, open: true })
	expect(visitsFigure([day('2026-11-21', 3, 2), day('2026-11-22', 3, 2)], '2026-11-22')?.says).toBe('6 Termine · +50 %')
	expect(visitsFigure([day('2026-11-22', 1, 0)], '2026-11-22')?.says).toBe('1 Termin')
	expect(visitsFigure([day('2026-11-22', 0, 4)], '2026-11-22')?.says).toBe('0 Termine · −100 %')
	expect(visitsFigure([day('2026-11-22', 0, 0)], '2026-11-22')).toBeNull()
})

test('the use of all people is that of their combined time; people who never work are left out', () => {
	const figure = useFigure([
		{ ...person, name: 'Anna', taken: 300, working: 600 },
		{ ...person, name: 'Ben', taken: 600, working: 600, working_before: 600 },
		{ ...person, name: 'Niemand' },
	])
	expect(figure?.says).toBe('75 % der Arbeitszeit aller belegt')
	expect(figure?.drawing.table.rows).toEqual([
		['Anna', '50 %', '–'],
		['Ben', '100 %', '0 %'],
	])
	expect(useFigure([{ ...person, name: 'Niemand' }])).toBeNull()
})
