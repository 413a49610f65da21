import { beforeEach, expect, test, vi } from 'vitest'
import { keepScroll, keptScroll } from './kept-scroll.ts'

beforeEach(() => {
	const stored = new Map<string, string>()
	vi.stubGlobal('sessionStorage', {
		getItem: (key: string) => stored.get(key) ?? null,
		setItem: (key: string, value: string) => stored.set(key, value),
	})
})

const scroll = { minute: 600, left: 80, columns: 'a b' }

test('a day is found where it was left, the present one only for half an hour', () => {
	expect(keptScroll('2026-11-23', false)).toBeUndefined()
	keepScroll('2026-11-23', scroll, 0)
	expect(keptScroll('2026-11-23', false, 86_400_000)).toMatchObject(scroll)
	expect(keptScroll('2026-11-23', true, 29 * 60_000)).toMatchObject(scroll)
	expect(keptScroll('2026-11-23', true, 31 * 60_000)).toBeUndefined()
})

test('the oldest days are forgotten, and what cannot be read is nothing', () => {
	for (let day = 0; day < 61; day++) keepScroll(`day ${day}`, scroll, day)
	expect(keptScroll('day 0', false)).toBeUndefined()
	expect(keptScroll('day 60', false)).toMatchObject(scroll)
	sessionStorage.setItem('zeitplatz-calendar-scroll', '{')
	expect(keptScroll('day 60', false)).toBeUndefined()
	keepScroll('day 1', scroll)
	expect(keptScroll('day 1', false)).toMatchObject(scroll)
})
