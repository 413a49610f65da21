import { expect, test } from 'vitest'
import { pickDays } from './days.ts'

const day = (date: string, load: number | null, count = 0, closed = '') => ({
	...{ day: date, load, count, closed, notes: [], heat: 0 },
})
const SUNDAY = day('2026-11-22', null, 0, 'geschlossen')
const MONDAY = day('2026-11-23', 0)
const TUESDAY = day('2026-11-24', 40, 7)

test('a working day is shown even if nothing is booked, with the next one', () => {
	expect(pickDays([MONDAY, TUESDAY], '2026-11-23')).toEqual({ shown: MONDAY, closed: '', next: TUESDAY })
})

test('a closed day shows the next working day and says why', () => {
	const holiday = day('2026-11-23', null, 0, 'Betriebsausflug')
	expect(pickDays([SUNDAY, holiday, TUESDAY], '2026-11-22')).toEqual({ shown: TUESDAY, closed: 'geschlossen' })
})

test('a closed day is shown to people who have an appointment on it', () => {
	const opened = { ...SUNDAY, count: 1 }
	expect(pickDays([opened, MONDAY], '2026-11-22')).toEqual({ shown: opened, closed: '', next: MONDAY })
})

test('without any working day in the coming weeks today is shown, and nothing without people', () => {
	expect(pickDays([SUNDAY], '2026-11-22')).toEqual({ shown: SUNDAY, closed: '' })
	expect(pickDays([], '2026-11-22')).toBeUndefined()
})
