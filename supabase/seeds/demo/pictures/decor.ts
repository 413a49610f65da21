import { at, BRASS, circle, CREAM, GREEN, GREEN_DARK, glow, line, oval, path, rect, shadow, WHITE } from './svg.ts'

/** A lamp that hangs from the ceiling; y is its lower edge. */
export function pendant(x: number, y: number, fill = 'url(#deep)', width = 130): string {
	return [
		line(`M${x} 0 V${y - width * 0.5}`, '#3a3f45', 4),
		path(
			`M${x - width / 2} ${y} Q${x - width / 2} ${y - width * 0.62} ${x} ${y - width * 0.62} Q${x + width / 2} ${y - width * 0.62} ${x + width / 2} ${y}Z`,
			fill,
		),
		oval(x, y, width / 2, width * 0.07, '#fff2cf'),
		glow(x, y + 30, width * 1.5),
	].join('')
}

/** A glass ball that hangs from the ceiling. */
export const ball = (x: number, y: number, r = 46): string =>
	[
		line(`M${x} 0 V${y - r}`, '#3a3f45', 3),
		rect(x - 9, y - r - 14, 18, 18, 'url(#brass)', 3),
		glow(x, y, r * 3),
		circle(x, y, r, '#fff6df'),
		circle(x - r * 0.3, y - r * 0.3, r * 0.25, WHITE),
	].join('')

/** A lamp with a foot on the floor. */
export const floorLamp = (x: number, y: number, height = 520): string =>
	[
		shadow(x, y, 150),
		rect(x - 4, y - height, 8, height, 'url(#brass)'),
		oval(x, y - 4, 56, 12, 'url(#brass)'),
		glow(x, y - height, 240),
		path(
			`M${x - 62} ${y - height + 40} L${x - 40} ${y - height - 80} H${x + 40} L${x + 62} ${y - height + 40}Z`,
			'url(#cream)',
		),
	].join('')

/** A tall plant with large leaves in a pot. */
export function plant(x: number, y: number, scale = 1, pot = 'url(#cream)'): string {
	const leaf = (turn: number, length: number, color: string): string =>
		at(
			0,
			-150,
			1,
			[
				path(
					`M0 0 C${-length * 0.28} ${-length * 0.35} ${-length * 0.22} ${-length * 0.8} 0 ${-length} C${length * 0.22} ${-length * 0.8} ${length * 0.28} ${-length * 0.35} 0 0Z`,
					color,
				),
				line(`M0 0 V${-length * 0.88}`, '#ffffff', 2.5, { opacity: 0.25 }),
			],
			turn,
		)
	return at(x, y, scale, [
		shadow(10, 0, 230),
		leaf(-62, 210, GREEN_DARK),
		leaf(58, 230, GREEN_DARK),
		leaf(-34, 290, 'url(#green)'),
		leaf(36, 270, GREEN),
		leaf(-8, 330, 'url(#green)'),
		leaf(-80, 150, GREEN),
		leaf(80, 150, 'url(#green)'),
		path('M-68 -160 H68 L52 0 H-52Z', pot),
		rect(-74, -172, 148, 26, pot, 6),
	])
}

/** Upright pointed leaves in a pot. */
export function snakePlant(x: number, y: number, scale = 1, pot = 'url(#soft)'): string {
	const leaf = (dx: number, lean: number, height: number, color: string): string =>
		path(
			`M${dx - 16} -100 Q${dx - 22 + lean * 0.5} ${-100 - height * 0.6} ${dx + lean} ${-100 - height} Q${dx + 26 + lean * 0.5} ${-100 - height * 0.5} ${dx + 16} -100Z`,
			color,
		)
	return at(x, y, scale, [
		shadow(6, 0, 170),
		leaf(-26, -44, 200, GREEN_DARK),
		leaf(30, 50, 190, GREEN_DARK),
		leaf(0, -6, 270, 'url(#green)'),
		leaf(-14, -18, 230, GREEN),
		leaf(18, 20, 220, 'url(#green)'),
		path('M-56 -118 H56 L44 0 H-44Z', pot),
		rect(-60, -124, 120, 18, pot, 5),
	])
}

/** A small plant for a board or table. */
export const sprout = (x: number, y: number, scale = 1, pot = 'url(#accent)'): string =>
	at(x, y, scale, [
		...[-60, -30, 0, 30, 60].map((turn, index) =>
			at(0, -46, 1, path('M0 0 C-18 -24 -14 -56 0 -74 C14 -56 18 -24 0 0Z', index % 2 ? GREEN : GREEN_DARK), turn),
		),
		path('M-30 -52 H30 L22 0 H-22Z', pot),
	])

/** A plant that hangs from the ceiling; y is the pot's lower edge. */
export function hanging(x: number, y: number, scale = 1): string {
	const vines = [-58, -30, 0, 32, 60].map((dx, index) => {
		const length = 120 + ((index * 53) % 90)
		const leaves = Array.from({ length: Math.floor(length / 26) }, (_, number) =>
			oval(dx + (number % 2 ? 9 : -9), 4 + number * 26, 11, 15, number % 2 ? GREEN : GREEN_DARK, {
				transform: `rotate(${number % 2 ? -30 : 30} ${dx} ${4 + number * 26})`,
			}),
		)
		return line(`M${dx} -20 V${length}`, GREEN_DARK, 3) + leaves.join('')
	})
	return at(x, y, scale, [
		line(`M-60 -70 L0 ${-y / scale} L60 -70`, '#6d6258', 3),
		...vines,
		path('M-72 -78 H72 L54 0 H-54Z', 'url(#cream)'),
	])
}

/** A dry branch or flowers in a vase. */
export function vase(x: number, y: number, scale = 1, fill = 'url(#deep)', bloom = '#e9c9a6'): string {
	const stems: [number, number][] = [
		[-70, -330],
		[-26, -390],
		[30, -360],
		[76, -300],
	]
	return at(x, y, scale, [
		shadow(4, 0, 130),
		...stems.map(
			([dx, dy]) =>
				line(`M0 -130 Q${dx * 0.2} ${dy * 0.6} ${dx} ${dy}`, '#8a7458', 4) +
				[0, 1, 2, 3]
					.map((n) => oval(dx * (1 - n * 0.17) + (n % 2 ? 12 : -10), dy + n * 34, 13, 19, bloom, { opacity: 0.95 }))
					.join(''),
		),
		path('M-24 -160 Q-24 -126 -46 -92 Q-72 -40 -34 0 H34 Q72 -40 46 -92 Q24 -126 24 -160Z', fill),
	])
}

/** A framed picture: shapes in the colours of the room. */
export function frame(
	x: number,
	y: number,
	width: number,
	height: number,
	art: 'hill' | 'sun' | 'leaf' | 'lines',
	edge = 'url(#wood)',
): string {
	const arts = {
		hill: [
			rect(0, 0, 100, 140, CREAM),
			circle(66, 50, 20, 'url(#accent)'),
			path('M0 140 V96 Q30 64 60 92 T100 84 V140Z', 'url(#mid)'),
			path('M0 140 V116 Q40 96 100 118 V140Z', 'url(#deep)'),
		],
		sun: [
			rect(0, 0, 100, 140, CREAM),
			path('M14 96 A36 36 0 0 1 86 96Z', 'url(#accent)'),
			line('M14 108 H86 M24 120 H76', '#9d8a74', 4),
		],
		leaf: [
			rect(0, 0, 100, 140, CREAM),
			line('M50 122 V34', GREEN_DARK, 4),
			...[-1, 1].flatMap((side) =>
				[50, 74, 98].map((dy) =>
					path(`M50 ${dy} q${side * 26} -6 ${side * 32} -28 q${-side * 28} 2 ${-side * 32} 28Z`, GREEN),
				),
			),
		],
		lines: [
			rect(0, 0, 100, 140, 'url(#soft)'),
			line('M20 112 C20 40 80 40 80 112 M36 112 C36 66 64 66 64 112', WHITE, 6),
		],
	}
	return [
		rect(x + 8, y + 12, width, height, '#1b130c', 4, { opacity: 0.14 }),
		rect(x, y, width, height, edge, 3),
		`<svg x="${x + 10}" y="${y + 10}" width="${width - 20}" height="${height - 20}" viewBox="0 0 100 140" preserveAspectRatio="xMidYMid slice">${arts[art].join('')}</svg>`,
	].join('')
}

/** A round mirror with a metal rim. */
export const roundMirror = (x: number, y: number, r: number): string =>
	[
		circle(x + 8, y + 14, r + 8, '#1b130c', { opacity: 0.13 }),
		circle(x, y, r + 9, 'url(#brass)'),
		circle(x, y, r, 'url(#glass)'),
		path(
			`M${x - r * 0.62} ${y + r * 0.3} L${x + r * 0.1} ${y - r * 0.8} L${x + r * 0.34} ${y - r * 0.74} L${x - r * 0.46} ${y + r * 0.52}Z`,
			WHITE,
			{ opacity: 0.45 },
		),
	].join('')

/** A mirror with a round top; y is its lower edge. */
export function archMirror(x: number, y: number, width: number, height: number, rim = 'url(#brass)'): string {
	const shape = (grow: number): string => {
		const r = width / 2 + grow
		return `M${x - r} ${y + grow} V${y - height + width / 2} A${r} ${r} 0 0 1 ${x + r} ${y - height + width / 2} V${y + grow}Z`
	}
	return [
		path(shape(10), '#1b130c', { opacity: 0.13, transform: 'translate(8 12)' }),
		path(shape(10), rim),
		path(shape(0), 'url(#glass)'),
		path(
			`M${x - width * 0.36} ${y - height * 0.2} L${x + width * 0.1} ${y - height * 0.9} L${x + width * 0.26} ${y - height * 0.86} L${x - width * 0.28} ${y - height * 0.06}Z`,
			WHITE,
			{ opacity: 0.4 },
		),
	].join('')
}

/** A mirror with bulbs around it. */
export function bulbMirror(x: number, y: number, width: number, height: number): string {
	const bulbs = [0.1, 0.3, 0.5, 0.7, 0.9].flatMap((part): [number, number][] => [
		[x, y + height * part],
		[x + width, y + height * part],
	])
	const top = [0.17, 0.39, 0.61, 0.83].map((part): [number, number] => [x + width * part, y])
	return [
		rect(x - 26, y - 26, width + 52, height + 52, 'url(#woodDark)', 10),
		rect(x + 14, y + 14, width - 28, height - 28, 'url(#glass)', 4),
		path(
			`M${x + width * 0.16} ${y + height * 0.8} L${x + width * 0.5} ${y + 20} H${x + width * 0.62} L${x + width * 0.28} ${y + height * 0.8}Z`,
			WHITE,
			{ opacity: 0.4 },
		),
		...[...bulbs, ...top].flatMap(([bx, by]) => [glow(bx, by, 62), circle(bx, by, 13, '#fff5da')]),
	].join('')
}

export const clock = (x: number, y: number, r = 64): string =>
	[
		circle(x + 5, y + 8, r, '#1b130c', { opacity: 0.15 }),
		circle(x, y, r, 'url(#ink)'),
		circle(x, y, r - 9, CREAM),
		line(`M${x} ${y} V${y - r * 0.55} M${x} ${y} L${x + r * 0.36} ${y + r * 0.2}`, '#27313b', 6),
		circle(x, y, 5, BRASS),
	].join('')

export const candle = (x: number, y: number, height = 70): string =>
	[
		glow(x, y - height - 16, 90),
		rect(x - 18, y - height, 36, height, 'url(#cream)', 5),
		path(`M${x} ${y - height - 34} q12 16 0 30 q-12 -14 0 -30Z`, '#f3b562'),
	].join('')

/** A curtain that falls from the ceiling. */
export function curtain(x: number, width: number, bottom: number, fill = 'url(#soft)'): string {
	const folds = Math.max(3, Math.round(width / 46))
	const step = width / folds
	return Array.from({ length: folds }, (_, index) =>
		path(
			`M${x + index * step} 0 H${x + (index + 1) * step + 2} Q${x + (index + 1) * step + 6} ${bottom * 0.6} ${x + (index + 1) * step} ${bottom} H${x + index * step} Q${x + index * step - 4} ${bottom * 0.5} ${x + index * step} 0Z`,
			fill,
		),
	).join('')
}
