import { expect, test } from 'vitest'
import { comingSentence } from './team.ts'

test('names the appointments that prevent archiving, and says how many more there are', () => {
	expect(comingSentence(['26.11.2026, 10:00'], 1)).toBe(
		'Hier sind noch Termine vereinbart: 26.11.2026, 10:00. Bitte verschieben oder sagen Sie sie zuerst ab.',
	)
	expect(comingSentence(['A', 'B', 'C'], 4)).toContain('A; B; C und 1 weiterer. Bitte')
	expect(comingSentence(['A', 'B', 'C'], 9)).toContain('A; B; C und 6 weitere. Bitte')
})
