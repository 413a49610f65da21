import { expect, it } from 'vitest'
import { asksFor, remembered, rememberingCookie } from './remembered.ts'
import { ROOMS } from './rooms.ts'

const [here, there, anna] = ['1', '2', '3'].map((digit) => `${digit.repeat(8)}-aaaa-4aaa-8aaa-aaaaaaaaaaaa`)
const today = '2026-11-24'
const shown = { view: 'woche', day: '2026-11-30', person: anna ?? '' } as const
const cookie = rememberingCookie(String(here), shown, today).split(';')[0]
const asked = (value: string | undefined) =>
	new Request('https://a.example/', value ? { headers: { cookie: `andere=1; ${value}` } } : {})

it('keeps view, person and day of a location', () => {
	expect(remembered(asked(cookie), String(here), today)).toEqual(shown)
	expect(remembered(asked(cookie), String(there), today)).toEqual({})
	expect(remembered(asked(undefined), String(here), today)).toEqual({})
})

it('keeps that rooms are shown instead of people', () => {
	const kept = rememberingCookie(String(here), { ...shown, person: ROOMS }, today).split(';')[0]
	expect(remembered(asked(kept), String(here), today)).toEqual({ ...shown, person: ROOMS })
})

it('keeps several people', () => {
	const person = `${anna}_${there}`
	const kept = rememberingCookie(String(here), { ...shown, person }, today).split(';')[0]
	expect(remembered(asked(kept), String(here), today)).toEqual({ ...shown, person })
})

it('opens at the present day on the next day', () => {
	expect(remembered(asked(cookie), String(here), '2026-11-25')).toEqual({ view: 'woche', person: anna })
})

it('ignores values that it would not write itself', () => {
	for (const value of ['', 'jahr.x.gestern.2026-11-24', '....', 'woche.'.repeat(300)]) {
		const read = remembered(asked(`zeitplatz-calendar-${here}=${value}`), String(here), today)
		expect(read).toEqual(value.startsWith('woche') ? { view: 'woche' } : {})
	}
})

it('an address with any choice is used instead', () => {
	expect(asksFor(new URLSearchParams('leistung=1'))).toBe(false)
	for (const query of ['tag=2026-11-24', 'ansicht=woche', 'person=']) {
		expect(asksFor(new URLSearchParams(query))).toBe(true)
	}
})
