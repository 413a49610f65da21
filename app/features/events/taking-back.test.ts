import { expect, it } from 'vitest'
import { cancelledText, changedText, stepOf, takenBackText } from './taking-back.ts'

it('says what was done to how many courses, and what came back', () => {
	expect(changedText(1)).toBe('Der Kurs ist geändert.')
	expect(changedText(3)).toBe('3 Kurse der Serie sind geändert.')
	expect(cancelledText(1, false)).toBe('Der Kurs ist abgesagt.')
	expect(cancelledText(2, true)).toBe('2 Kurse der Serie sind abgesagt. Die E-Mails darüber gehen gleich hinaus.')
	expect(takenBackText(1, 0)).toBe('Der Kurs ist wieder wie zuvor.')
	expect(takenBackText(2, 1)).toBe(
		'2 Kurse der Serie sind wieder wie zuvor. Einen hat jemand seither geändert; er bleibt.',
	)
	expect(takenBackText(2, 3)).toContain(' 3 hat jemand seither geändert; sie bleiben.')
})

it('reads from the address what was just done', () => {
	const step = (query: string) => stepOf(new URLSearchParams(query))
	expect(step('geaendert=2')).toEqual({ kind: 'changed', count: 2 })
	expect(step('abgesagt=1')).toEqual({ kind: 'cancelled', count: 1 })
	for (const query of ['', 'geaendert=0', 'geaendert=x', 'abgesagt=1.5']) expect(step(query)).toBeUndefined()
})
