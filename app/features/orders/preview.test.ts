import { expect, test } from 'vitest'
import { previewOf } from './preview.ts'
import { reachText } from './reach.ts'

const TODAY = '2026-11-26'
const empty = {
	...{ was: '', kategorie: '', wo: '', umkreis: '10', personen: '1', hoechstens: '', nachricht: '' },
	...{ wann: 'tage', zeit: [], von: '', bis: '', teil: '' },
}

test('what businesses will read grows with the form', () => {
	expect(previewOf(empty, '', '', TODAY)).toEqual({ title: '', lines: [], text: '' })
	const typed = { ...empty, kategorie: 'styling', wo: '10997', zeit: ['2026-11-28/0'], hoechstens: '90', personen: '2' }
	expect(previewOf(typed, 'Styling', 'Berlin-Kreuzberg', TODAY)).toEqual({
		title: 'Styling',
		lines: ['Berlin-Kreuzberg, 10 km · bis 90 €', 'Sa., 28. Nov., 08:00 bis 12:00 Uhr', '2 Personen'],
		text: '',
	})
	expect(previewOf({ ...typed, was: 'Hochsteckfrisur', wo: 'Nirgendwo' }, 'Styling', '', TODAY).title).toBe(
		'Hochsteckfrisur',
	)
})

test('numbers, addresses and links are left out, dates and prices stay', () => {
	const read = (nachricht: string) => previewOf({ ...empty, nachricht }, '', '', TODAY).text
	expect(read('Bitte anrufen: 0171 / 392 00-91')).toBe('Bitte anrufen: ▮')
	expect(read('mia@example.org oder www.mia.example/haare')).toBe('▮ oder ▮')
	expect(read('Am 28.11.2026 14:30, bis 90,00 €')).toBe('Am 28.11.2026 14:30, bis 90,00 €')
})

test('times as they are chosen; what cannot be read is left out', () => {
	const times = (typed: object) => previewOf({ ...empty, ...typed }, '', '', TODAY).lines
	expect(times({ wann: 'egal' })).toEqual(['Zeit egal'])
	expect(times({ wann: 'zeitraum', von: '5.12.', bis: '7.12.', teil: '2' })).toEqual([
		'Sa., 5. Dez. bis Mo., 7. Dez., 17:00 bis 21:00 Uhr',
	])
	expect(times({ wann: 'zeitraum', von: '7.12.', bis: '5.12.' })).toEqual([])
	expect(times({ hoechstens: 'viel' })).toEqual([])
})

test('the reach in words', () => {
	expect(reachText(null)).toBe('')
	expect(reachText({ count: 1, radius: 5, place: 'Berlin' })).toBe('Ein Betrieb im Umkreis von 5 km macht das.')
	expect(reachText({ count: 40, radius: 5, place: 'Berlin' })).toContain('Etwa 40 Betriebe')
	expect(reachText({ count: 0, radius: 2, place: 'Berlin' })).toContain('größeren Umkreis')
})
