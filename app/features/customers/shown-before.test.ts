import { expect, it } from 'vitest'
import { shownBefore } from './shown-before.ts'

const CARD = 'https://zeitplatz.example/admin/customers/1'
const from = (referer?: string) =>
	shownBefore(new Request(`${CARD}.data`, { headers: referer === undefined ? {} : { referer } }), new URL(CARD))

it('tells the page that already shows the card from one that leads to it', () => {
	expect(from(CARD)).not.toBeNull()
	expect(from(`${CARD}?gesundheit=1`)?.searchParams.has('gesundheit')).toBe(true)
	for (const other of [undefined, '', 'x', 'https://zeitplatz.example/', `${CARD}2`, `${CARD}/zusammen`])
		expect(from(other)).toBeNull()
})
