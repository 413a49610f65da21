import { expect, it } from 'vitest'
import { apart, twinsIn } from './pictures-apart.ts'

const picture = (path: string) => ({ path, alt: '', width: 4, height: 3, color: '#ffffff' })
const card = (id: string, path: string) => ({ id, image: picture(path) })
const paths = (cards: { image: { path: string } | null }[]) => cards.map(({ image }) => image?.path)

it('gives a card whose picture stands just before it the next one of its own', () => {
	const cards = [card('1', 'a'), card('2', 'b'), card('3', 'a'), card('4', 'b')]
	expect(twinsIn(cards)).toEqual(['3', '4'])
	const others = new Map([
		['3', [picture('a'), picture('b'), picture('c')]],
		['4', [picture('b')]],
	])
	expect(paths(apart(cards, others))).toEqual(['a', 'b', 'c', 'b'])
})

it('leaves pictures that are far apart, and cards without one', () => {
	const cards = [card('0', 'a'), ...[1, 2, 3, 4, 5, 6].map((n) => card(String(n), `p${n}`)), card('7', 'a')]
	expect(twinsIn(cards)).toEqual([])
	expect(apart([{ id: '1', image: null }, ...cards], new Map())).toHaveLength(9)
})
