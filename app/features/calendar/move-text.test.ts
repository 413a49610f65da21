import { expect, it } from 'vitest'
import { moveText, refusedText, type Standing } from './move-text.ts'
import type { Wish } from './wishes.ts'

const now = new Date('2026-11-24T08:00:00Z')
const at = (time: string, ...people: string[]) => ({ start: `2026-11-${time}:00Z`, people })
const say = (before: Standing, after: Standing) => moveText('Mia Muster', before, after, 'Europe/Berlin', now)

it('gives old and new time, with the day only once if it stays the same', () => {
	expect(say(at('24T09:00', 'Anna'), at('24T10:30', 'Anna'))).toBe(
		'Mia Muster: von heute 10:00 auf 11:30 Uhr verschoben',
	)
	expect(say(at('24T09:00', 'Anna'), at('25T09:00', 'Anna'))).toBe(
		'Mia Muster: von heute 10:00 auf morgen 10:00 Uhr verschoben',
	)
})

it('names the people if they change, and does not call that alone a move', () => {
	expect(say(at('24T09:00', 'Anna'), at('24T10:30', 'Ben'))).toBe(
		'Mia Muster: von heute 10:00 auf 11:30 Uhr verschoben, jetzt bei Ben',
	)
	expect(say(at('24T09:00', 'Anna'), at('24T09:00', 'Ben', 'Ben', 'Cem'))).toBe(
		'Mia Muster: jetzt bei Ben und Cem, weiterhin heute 10:00 Uhr',
	)
})

it('gives old and new end where the length was changed', () => {
	const before = { ...at('24T09:00', 'Anna'), end: '2026-11-24T09:45:00Z' }
	expect(say(before, { ...before, end: '2026-11-24T10:15:00Z' })).toBe('Mia Muster: jetzt bis 11:15 statt 10:45 Uhr')
})

it('names who was to go where before the reason against it', () => {
	const said = (wish: Partial<Wish>) =>
		refusedText('Mia Muster', { id: 'x', path: 'x', fields: {}, ...wish }, 'Anna arbeitet nicht.', 'Europe/Berlin', now)
	expect(said({ fields: { start: '2026-11-29T12:45:00Z' } })).toBe(
		'Mia Muster, So., 29. Nov., 13:45 Uhr: Anna arbeitet nicht.',
	)
	expect(said({ fields: { tag: '2026-11-29', zeit: '13:45' } })).toBe(
		'Mia Muster, So., 29. Nov., 13:45 Uhr: Anna arbeitet nicht.',
	)
	expect(said({ until: '2026-11-24T10:15:00Z' })).toBe('Mia Muster, bis heute 11:15 Uhr: Anna arbeitet nicht.')
	expect(said({ fields: { intent: 'remove' } })).toBe('Mia Muster: Anna arbeitet nicht.')
})
