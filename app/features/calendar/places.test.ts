import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { GRID_CSS, gridCss } from '#scripts/grid-css.ts'
import { colorClass, laneClass, placeClass } from './places.ts'

it('the committed styles are those of the script', () => {
	expect(readFileSync(GRID_CSS, 'utf8'), 'node scripts/grid-css.ts').toBe(gridCss())
})

it('every place, lane and colour has a class', () => {
	const known = new Set(gridCss().match(/(?<=\.)[a-z]\d+/g))
	const used = [
		placeClass(0, 0, 1500),
		placeClass(0, 1499, 1500),
		placeClass(480, 483, 484),
		...Array.from({ length: 40 }, (_, lane) => laneClass(lane, 40)),
		...['#000000', '#ffffff', '#235789'].map(colorClass),
	]
	expect(used.flatMap((names) => names.split(' ')).filter((name) => !known.has(name))).toEqual([])
})

it('draws in steps of five minutes, without a gap between neighbours', () => {
	expect(placeClass(480, 543, 551)).toBe('f13 m1')
	expect(placeClass(480, 551, 562)).toBe('f14 m2')
	expect(colorClass('#235789')).toBe('r2 g5 b8')
})
