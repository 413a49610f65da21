import { expect, test } from 'vitest'
import { toldProgress } from './told-progress.tsx'

test('listeners hear of tenths, not of every row', () => {
	const told = Array.from({ length: 1001 }, (_, done) => toldProgress({ what: 'Läuft', done, most: 1000 }))
	expect([...new Set(told)]).toEqual([
		'Läuft',
		...[10, 20, 30, 40, 50, 60, 70, 80, 90, 100].map((each) => `Läuft, ${each} %`),
	])
	expect(toldProgress({ what: 'Fertig' })).toBe('Fertig')
	expect(toldProgress({ what: 'Läuft', done: 12, most: 10 })).toBe('Läuft, 100 %')
})
