import { expect, test } from 'vitest'
import { ROOMS } from './rooms.ts'
import { shownWith, wayOut } from './shown-by.ts'

const request = { starts_at: '2026-11-26T23:30:00Z', lines: [{ employee_id: 'anna' }] }

test('an appointment is shown on its own local day, with whoever serves it, and never in the sums of a month', () => {
	const shown = (ansicht: string | undefined, person: string | undefined) =>
		shownWith({ tag: '2026-11-24', ansicht, person }, request, 'Europe/Berlin')
	expect(shown(undefined, undefined)).toEqual({ tag: '2026-11-27' })
	expect(shown('woche', 'anna')).toEqual({ tag: '2026-11-27', ansicht: 'woche', person: 'anna' })
	expect(shown(undefined, ROOMS)).toEqual({ tag: '2026-11-27', person: ROOMS })
	expect(shown('monat', 'ben')).toEqual({ tag: '2026-11-27' })
})

test.each([
	['tag=2026-11-24&ansicht=woche', '/admin/calendar?tag=2026-11-24&ansicht=woche'],
	['tag=2026-11-24&aus=%2Fadmin%2Fcustomers%3Fq%3Dmia', '/admin/customers?q=mia'],
	['tag=2026-11-24&aus=%2F%2Fevil.example', '/admin/calendar?tag=2026-11-24'],
	['tag=2026-11-24&aus=offen', '/admin/calendar?tag=2026-11-24'],
])('a form opened with %s is left to %s', (query, target) => {
	expect(wayOut({ searchParams: new URLSearchParams(query) })).toBe(target)
})
