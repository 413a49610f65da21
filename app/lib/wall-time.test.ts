import { expect, it } from 'vitest'
import { instantOf } from './wall-time.ts'

it('reads wall times of a zone', () => {
	expect(instantOf('2026-11-21T10:00', 'Europe/Berlin')).toBe('2026-11-21T09:00:00.000Z')
	expect(instantOf('2026-07-01T00:00:00', 'Europe/Berlin')).toBe('2026-06-30T22:00:00.000Z')
})

it('reads missing hours before the gap and double ones first', () => {
	expect(instantOf('2026-03-29T02:30', 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z')
	expect(instantOf('2026-10-25T02:30', 'Europe/Berlin')).toBe('2026-10-25T00:30:00.000Z')
})

it('refuses what is not a time', () => {
	for (const text of ['', 'morgen', '2026-02-30T10:00', '2026-01-01T25:00'])
		expect(instantOf(text, 'Europe/Berlin')).toBeUndefined()
})
