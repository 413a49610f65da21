import { at, circle, CREAM, FLOOR, HEIGHT, line, oval, type Palette, path, rect, WHITE, WIDTH } from './svg.ts'

/** A wall and a wooden floor. */
export function room(p: Palette, floor = FLOOR): string {
	const boards = Array.from({ length: 9 }, (_, index) => {
		const x = -500 + index * 325
		return line(`M${800 + (x - 800) * 0.55} ${floor} L${x} ${HEIGHT}`, p.floorShade, 3, { opacity: 0.45 })
	})
	return [
		rect(0, 0, WIDTH, floor, 'url(#wall)'),
		rect(0, floor, WIDTH, HEIGHT - floor, 'url(#floor)'),
		...boards,
		rect(0, floor - 26, WIDTH, 26, WHITE, 0, { opacity: p.wall.endsWith('33%)') ? 0.16 : 0.75 }),
		rect(0, floor, WIDTH, 22, '#1b130c', 0, { opacity: 0.09 }),
	].join('')
}

/** Panels on the lower wall. */
export function panels(p: Palette, floor = FLOOR, top = floor - 330): string {
	const boxes = Array.from({ length: 6 }, (_, index) =>
		rect(30 + index * 265, top + 50, 215, floor - top - 110, 'none', 4, {
			stroke: p.wallShade,
			'stroke-width': 5,
			opacity: 0.9,
		}),
	)
	return [
		rect(0, top, WIDTH, floor - top - 26, p.pale, 0, { opacity: 0.5 }),
		rect(0, top - 12, WIDTH, 14, WHITE, 0, { opacity: 0.7 }),
		...boxes,
	].join('')
}

/** Tiles on a part of the wall. */
export function tiles(p: Palette, y: number, height: number, color = p.pale, size = 88): string {
	const rows = Math.ceil(height / size)
	const joints: string[] = []
	for (let row = 0; row <= rows; row++) joints.push(`M0 ${y + row * size} H${WIDTH}`)
	for (let row = 0; row < rows; row++) {
		for (let x = row % 2 ? 0 : size; x < WIDTH; x += size * 2)
			joints.push(`M${x} ${y + row * size} V${Math.min(y + height, y + (row + 1) * size)}`)
	}
	return (
		rect(0, y, WIDTH, height, color, 0, { opacity: 0.75 }) + line(joints.join(''), p.wallShade, 3, { opacity: 0.8 })
	)
}

/** An arch painted on the wall, or an alcove. */
export function arch(x: number, width: number, top: number, fill: string, bottom = FLOOR - 26, opacity = 1): string {
	const r = width / 2
	return path(`M${x - r} ${bottom} V${top + r} A${r} ${r} 0 0 1 ${x + r} ${top + r} V${bottom}Z`, fill, { opacity })
}

/** A window with sky and a far hill. */
export function windowAt(x: number, y: number, width: number, height: number, frame = WHITE): string {
	return [
		rect(x - 16, y - 16, width + 32, height + 32, '#1b130c', 8, { opacity: 0.1 }),
		rect(x - 14, y - 14, width + 28, height + 28, frame, 6),
		rect(x, y, width, height, 'url(#sky)'),
		path(
			`M${x} ${y + height} V${y + height * 0.72} Q${x + width * 0.3} ${y + height * 0.52} ${x + width * 0.55} ${y + height * 0.7} T${x + width} ${y + height * 0.66} V${y + height}Z`,
			'#b5d0c2',
		),
		path(
			`M${x} ${y + height} V${y + height * 0.86} Q${x + width * 0.4} ${y + height * 0.7} ${x + width} ${y + height * 0.84} V${y + height}Z`,
			'#94b8a4',
		),
		rect(x + width / 2 - 6, y, 12, height, frame),
		rect(x, y + height * 0.36, width, 10, frame),
		rect(x - 30, y + height + 14, width + 60, 18, frame, 4),
		rect(x - 24, y + height + 32, width + 48, 8, '#1b130c', 2, { opacity: 0.1 }),
	].join('')
}

/** Daylight that falls through a window at x over wall and floor. */
export function daylight(x: number, width: number, slant = 380): string {
	return [0, 1]
		.map((pane) => {
			const left = x + (pane * width) / 2
			return path(
				`M${left} 120 h${width / 2 - 16} L${left + width / 2 + slant} ${HEIGHT} h${-width * 0.72}Z`,
				'url(#beam)',
				{ opacity: 0.55 },
			)
		})
		.join('')
}

/** A table top that fills the lower part, for things seen from near. */
export function tableTop(y = 700, fill = 'url(#wood)', edge = '#8f6844'): string {
	return [
		rect(0, y, WIDTH, HEIGHT - y, fill),
		rect(0, y, WIDTH, 12, WHITE, 0, { opacity: 0.28 }),
		rect(0, y - 5, WIDTH, 7, '#1b130c', 0, { opacity: 0.12 }),
		line(`M0 ${y + 110} H${WIDTH} M0 ${y + 236} H${WIDTH}`, edge, 3, { opacity: 0.22 }),
	].join('')
}

/** A wall behind a table, with far lights out of focus. */
export function backdrop(p: Palette): string {
	const spots: [number, number, number][] = [
		[180, 180, 90],
		[420, 90, 50],
		[1380, 150, 110],
		[1180, 300, 44],
		[1500, 420, 60],
		[90, 470, 56],
	]
	return (
		rect(0, 0, WIDTH, HEIGHT, 'url(#wall)') +
		spots.map(([x, y, r]) => circle(x, y, r, WHITE, { opacity: p.wall.endsWith('33%)') ? 0.07 : 0.3 })).join('')
	)
}

/** A rug in perspective. */
export function rug(x: number, y: number, width: number, fill: string, inner = CREAM): string {
	return [
		oval(x, y, width / 2, width * 0.11, fill),
		oval(x, y, width * 0.42, width * 0.088, 'none', { stroke: inner, 'stroke-width': 6, opacity: 0.6 }),
	].join('')
}

/** A board on the wall with things on it, which stand at y 0. */
export function board(x: number, y: number, width: number, things: string[], fill = 'url(#wood)'): string {
	return at(x, y, 1, [
		...things,
		rect(-width / 2, 0, width, 16, fill, 3),
		rect(-width / 2 + 8, 16, width - 16, 16, '#1b130c', 3, { opacity: 0.1 }),
	])
}
