import { expect, test } from 'vitest'
import { factTexts, usualVisit } from './facts.ts'

const ZONE = 'Europe/Berlin'
const FACTS = {
	...{ visits: 3, no_shows: 1, cancelled: 1, spent_cents: 10_000, next_visit_at: null },
	...{ first_visit_at: '2026-03-01T09:00:00Z', last_visit_at: '2026-04-26T08:00:00Z' },
}

test('facts are written in words', () => {
	expect(factTexts(FACTS, { service: 'Schnitt', person: 'Anna' }, ZONE)).toEqual([
		['3 Besuche', 'seit März 2026'],
		['100,00\u00A0€', '33,33\u00A0€ je Besuch'],
		['alle 4 Wochen', 'zuletzt So., 26. Apr. 2026'],
		['1 nicht erschienen', '1 Absage'],
		['Schnitt', 'meist bei Anna'],
	])
})

test('a customer without visits has facts too, and two visits are no rhythm', () => {
	expect(factTexts(null, null, ZONE)[0]).toEqual(['0 Besuche', 'noch nie da'])
	expect(factTexts({ ...FACTS, visits: 2 }, null, ZONE)[2]?.[0]).toBe('–')
	expect(factTexts({ ...FACTS, last_visit_at: '2026-03-14T09:00:00Z' }, null, ZONE)[2]?.[0]).toBe('jede Woche')
})

test("the month of the first visit is that of the location's zone", () => {
	const first_visit_at = '2026-02-28T23:30:00Z'
	expect(factTexts({ ...FACTS, first_visit_at }, null, ZONE)[0]?.[1]).toBe('seit März 2026')
})

test('the usual visit is the one booked most often among those that took place', () => {
	const line = (service_name: string, name: string) => [{ service_name, employees: { name } }]
	const visits = [
		{ state: 'cancelled', lines: line('Farbe', 'Ben') },
		{ state: 'no_show', lines: line('Farbe', 'Ben') },
		{ state: 'completed', lines: line('Schnitt', 'Anna') },
		{ state: 'completed', lines: line('Schnitt', 'Ben') },
		{ state: 'completed', lines: line('Farbe', 'Anna') },
	]
	expect(usualVisit(visits)).toEqual({ service: 'Schnitt', person: 'Anna' })
	expect(usualVisit([])).toBeNull()
})
