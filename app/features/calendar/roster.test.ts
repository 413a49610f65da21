import { describe, expect, it } from 'vitest'
import { figuresOf } from './figures.ts'
import type { RosterDay } from './roster.contracts.ts'
import { cellOf, daySums } from './roster.ts'

const zone = 'Europe/Berlin'
const row = (more: Partial<RosterDay> = {}): RosterDay => ({
	...{ employee_id: 'a', day: '2026-11-24', begins: '2026-11-23T23:00:00Z', absences: [], appointments: 2, begun: 1 },
	...{
		work: [
			[540, 720],
			[780, 1080],
		],
		taken: [[540, 660]],
	},
	...more,
})
const at = (instant: string): number => Date.parse(instant)
const early = at('2026-11-20T08:00:00Z')

describe('a cell', () => {
	it('shows working time, load, what is taken between the first and last work, and the first free time', () => {
		expect(cellOf(row(), zone, early)).toEqual({
			...{ person: 'a', day: '2026-11-24', hours: '09:00–18:00', load: 25, count: 2, away: [] },
			breaks: [{ from: 33.3, length: 11.1 }],
			taken: [{ from: 0, length: 22.2 }],
			free: { time: '11:00', wall: '11:00' },
		})
	})
	it('offers no past time, none below a quarter of an hour, and none on a past day', () => {
		const free = (now: string, more: Partial<RosterDay> = {}) => cellOf(row(more), zone, at(now)).free
		expect(free('2026-11-24T10:50:00Z')).toEqual({ time: '13:00', wall: '13:00' })
		expect(free('2026-11-24T12:02:00Z')).toEqual({ time: '13:15', wall: '13:15' })
		expect(free('2026-11-24T16:50:00Z')).toBe('')
		expect(free('2026-11-24T17:00:00Z')).toBeUndefined()
		expect(
			free('2026-11-20T08:00:00Z', {
				taken: [
					[540, 710],
					[780, 1080],
				],
			}),
		).toBe('')
	})
	it('names absences, or says that there is no working day', () => {
		const off = { work: [], taken: [], appointments: 0 }
		expect(cellOf(row(off), zone, early)).toMatchObject({ hours: '', load: null, away: ['kein Arbeitstag'] })
		const absences = ['Urlaub', '', 'Urlaub'].map((reason) => ({ reason, everyone: false }))
		expect(cellOf(row({ absences }), zone, early).away).toEqual(['Urlaub', 'Abwesend'])
	})
	it('reads the clock on both days with a clock change', () => {
		const spring = {
			begins: '2027-03-27T23:00:00Z',
			day: '2027-03-28',
			work: [[60, 480]] as [number, number][],
			taken: [],
		}
		expect(cellOf(row(spring), zone, early)).toMatchObject({ hours: '01:00–09:00', free: { wall: '01:00' } })
		const autumn = {
			begins: '2027-10-30T22:00:00Z',
			day: '2027-10-31',
			work: [[180, 600]] as [number, number][],
			taken: [],
		}
		expect(cellOf(row(autumn), zone, early)).toMatchObject({
			...{ hours: '02:00 MEZ–09:00', load: 0, free: { time: '02:00 MEZ', wall: '02:00' } },
		})
	})
})

describe('days of a team', () => {
	const other = row({ employee_id: 'b', work: [[480, 780]], taken: [[480, 780]], begun: 1 })
	it('count each appointment once, and a small load is never white', () => {
		expect(daySums([row(), other], '')).toEqual([
			{ day: '2026-11-24', load: 54, count: 2, closed: '', notes: [], heat: 4 },
		])
		expect(daySums([other], 'b')[0]).toMatchObject({ load: 100, count: 2, heat: 6 })
		expect(daySums([row({ taken: [] })], '')[0]).toMatchObject({ load: 0, heat: 1 })
	})
	it('give the reason why everybody or one person is away', () => {
		const off = { work: [], taken: [], appointments: 0, begun: 0 }
		const holiday = { ...off, absences: [{ reason: 'Buß- und Bettag', everyone: true }] }
		expect(daySums([row(holiday), row(holiday)], '')[0]).toMatchObject({ closed: 'Buß- und Bettag', heat: 0 })
		const ill = { ...off, absences: [{ reason: 'Urlaub', everyone: false }] }
		expect(daySums([row(ill)], '')[0]?.closed).toBe('geschlossen')
		expect(daySums([row(ill)], 'a')[0]?.closed).toBe('Urlaub')
		expect(daySums([row(off)], 'a')[0]?.closed).toBe('kein Arbeitstag')
		const feast = { absences: [{ reason: 'Feier', everyone: true }] }
		expect(daySums([row(feast), other], '')[0]).toMatchObject({ closed: '', notes: ['Feier'] })
	})
})

it('are summed up in figures', () => {
	expect(figuresOf([row(), row({ begun: 2 })], '')).toEqual({ count: '3 Termine', load: '25 %' })
	expect(figuresOf([row({ work: [], taken: [], appointments: 1 })], 'a', [])).toEqual({
		count: '1 Termin',
		value: '0,00\u00a0€',
	})
})
