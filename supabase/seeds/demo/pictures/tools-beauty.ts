import { at, circle, CREAM, GREEN, GREEN_DARK, line, oval, path, rect, shadow, STEEL, WHITE } from './svg.ts'

export const scissors = (x: number, y: number, scale = 1, turn = 0): string =>
	at(
		x,
		y,
		scale,
		[
			path('M-10 0 L26 -330 Q34 -344 40 -328 L22 6Z', 'url(#steel)'),
			path('M10 0 L-26 -330 Q-34 -344 -40 -328 L-22 6Z', '#98a3ad'),
			line('M-8 0 Q-30 70 -56 92 M8 0 Q30 70 56 92', STEEL, 16),
			circle(-72, 132, 46, 'none', { stroke: '#c9a45c', 'stroke-width': 17 }),
			circle(72, 132, 46, 'none', { stroke: '#c9a45c', 'stroke-width': 17 }),
			circle(0, -4, 11, '#6a747d'),
		],
		turn,
	)

export const comb = (x: number, y: number, scale = 1, turn = 0, fill = 'url(#ink)'): string =>
	at(
		x,
		y,
		scale,
		[
			rect(-200, -34, 400, 34, fill, 12),
			...Array.from({ length: 24 }, (_, index) => rect(-190 + index * 16, -6, index < 12 ? 5 : 9, 62, fill, 3)),
		],
		turn,
	)

export const brush = (x: number, y: number, scale = 1, turn = 0): string =>
	at(
		x,
		y,
		scale,
		[
			rect(-16, -40, 32, 210, 'url(#wood)', 14),
			rect(-52, -250, 104, 216, 'url(#woodDark)', 50),
			...Array.from({ length: 20 }, (_, index) =>
				circle(-28 + (index % 4) * 19, -220 + Math.floor(index / 4) * 38, 5, CREAM),
			),
		],
		turn,
	)

export const dryer = (x: number, y: number, scale = 1, fill = 'url(#accent)'): string =>
	at(x, y, scale, [
		path('M-20 -20 L-52 150 Q-56 176 -30 180 H2 Q20 180 26 156 L56 -20Z', fill),
		circle(-10, -80, 100, fill),
		path('M-20 -146 H190 V-20 H-20Z', fill),
		rect(180, -158, 44, 150, 'url(#ink)', 8),
		circle(-34, -84, 52, 'url(#ink)'),
		circle(-34, -84, 34, '#4a5661'),
		line('M-30 180 Q-40 250 40 252 T150 230', '#27313b', 10),
	])

export const bowl = (x: number, y: number, scale = 1, fill = 'url(#ink)', inside = 'url(#mid)'): string =>
	at(x, y, scale, [
		path('M-120 -110 H120 Q116 -14 46 0 H-46 Q-116 -14 -120 -110Z', fill),
		oval(0, -110, 120, 24, inside),
		oval(0, -110, 120, 24, 'none', { stroke: WHITE, 'stroke-width': 5, opacity: 0.4 }),
	])

export const tintBrush = (x: number, y: number, scale = 1, turn = 20): string =>
	at(
		x,
		y,
		scale,
		[
			rect(-13, -250, 26, 190, 'url(#ink)', 12),
			rect(-34, -72, 68, 22, 'url(#ink)', 4),
			path('M-30 -52 H30 L24 10 H-24Z', 'url(#mid)'),
		],
		turn,
	)

export const razor = (x: number, y: number, scale = 1, turn = 0): string =>
	at(
		x,
		y,
		scale,
		[
			path('M0 0 Q120 -30 262 -18 Q276 10 254 22 Q120 14 4 30Z', 'url(#woodDark)'),
			path('M-6 0 L-270 -58 Q-286 -28 -272 6 L-6 30Z', 'url(#steel)'),
			path('M-272 6 L-6 30 V22 L-268 -6Z', WHITE, { opacity: 0.6 }),
			circle(0, 14, 15, 'url(#brass)'),
		],
		turn,
	)

export const shavingBrush = (x: number, y: number, scale = 1): string =>
	at(x, y, scale, [
		shadow(0, 2, 160),
		path('M-46 0 Q-58 -50 -26 -78 Q-40 -100 -38 -128 H38 Q40 -100 26 -78 Q58 -50 46 0Z', 'url(#woodDark)'),
		rect(-42, -146, 84, 24, 'url(#brass)', 5),
		path('M-40 -144 Q-88 -240 -56 -296 Q0 -330 56 -296 Q88 -240 40 -144Z', '#e8d6bb'),
		path('M-24 -150 Q-44 -240 -26 -300 M0 -150 V-312 M24 -150 Q44 -240 26 -300', 'none', {
			stroke: '#b69a75',
			'stroke-width': 5,
		}),
	])

export const clipper = (x: number, y: number, scale = 1, turn = 0): string =>
	at(
		x,
		y,
		scale,
		[
			path('M-48 0 Q-62 -150 -44 -250 H44 Q62 -150 48 0 Q40 34 0 34 Q-40 34 -48 0Z', 'url(#ink)'),
			rect(-48, -296, 96, 50, 'url(#steel)', 6),
			...Array.from({ length: 9 }, (_, index) => rect(-46 + index * 10.6, -322, 5, 30, STEEL)),
			rect(-14, -150, 28, 70, 'url(#brass)', 12),
		],
		turn,
	)

export const barberPole = (x: number, y: number, scale = 1): string =>
	at(x, y, scale, [
		rect(-52, -400, 104, 40, 'url(#brass)', 10),
		rect(-52, -40, 104, 40, 'url(#brass)', 10),
		circle(0, -420, 34, 'url(#brass)'),
		rect(-40, -362, 80, 324, CREAM),
		...Array.from({ length: 5 }, (_, index) =>
			path(
				`M-40 ${-312 + index * 66} L40 ${-362 + index * 66} V${-334 + index * 66} L-40 ${-284 + index * 66}Z`,
				index % 2 ? '#b5473c' : '#2b5a8c',
			),
		),
		rect(-40, -362, 22, 324, WHITE, 0, { opacity: 0.35 }),
	])

export const polish = (x: number, y: number, scale = 1, fill = 'url(#mid)'): string =>
	at(x, y, scale, [
		shadow(0, 2, 130),
		path('M-48 0 V-84 Q-48 -112 -20 -114 H20 Q48 -112 48 -84 V0Z', fill),
		rect(-34, -92, 14, 78, WHITE, 7, { opacity: 0.35 }),
		path('M-20 -110 L-16 -236 Q-14 -250 0 -250 Q14 -250 16 -236 L20 -110Z', 'url(#ink)'),
	])

/** A hand with painted nails, the wrist at the origin. */
export const hand = (x: number, y: number, scale = 1, nail = 'url(#mid)', skin = '#e9c4a4'): string => {
	const finger = (dx: number, dy: number, length: number, turn: number): string =>
		at(
			dx,
			dy,
			1,
			[
				rect(-27, -length, 54, length + 50, skin, 27),
				path(
					`M-19 ${-length + 12} Q-19 ${-length - 34} 0 ${-length - 38} Q19 ${-length - 34} 19 ${-length + 12} Q0 ${-length + 26} -19 ${-length + 12}Z`,
					nail,
				),
			],
			turn,
		)
	return at(x, y, scale, [
		path('M-110 150 Q-120 -60 -104 -190 H100 Q116 -60 104 150Z', skin),
		finger(-76, -190, 150, -9),
		finger(-25, -206, 186, -3),
		finger(28, -204, 172, 3),
		finger(78, -184, 128, 10),
		finger(-104, -60, 120, -48),
	])
}

export const stones = (x: number, y: number, scale = 1): string =>
	at(x, y, scale, [
		shadow(0, 2, 260),
		oval(0, -34, 112, 38, 'url(#ink)'),
		oval(-4, -96, 84, 32, '#5d6a72'),
		oval(4, -146, 60, 24, '#86929a'),
		oval(-20, -156, 26, 7, WHITE, { opacity: 0.25 }),
	])

/** An orchid in a pot. */
export const orchid = (x: number, y: number, scale = 1, bloom = '#f6dfe6'): string => {
	const flower = (fx: number, fy: number): string =>
		at(fx, fy, 1, [
			...[0, 72, 144, 216, 288].map((turn) => at(0, 0, 1, oval(0, -26, 19, 28, bloom), turn)),
			circle(0, 0, 11, '#d9a441'),
		])
	return at(x, y, scale, [
		shadow(0, 2, 150),
		line('M0 -90 Q10 -280 90 -350 T210 -330', GREEN_DARK, 7),
		path('M0 -90 Q-90 -150 -150 -110 Q-90 -80 0 -84Z', 'url(#green)'),
		path('M0 -90 Q80 -160 140 -120 Q80 -84 0 -84Z', GREEN),
		flower(60, -338),
		flower(124, -374),
		flower(186, -346),
		flower(216, -292),
		path('M-50 -96 H50 L38 0 H-38Z', 'url(#cream)'),
	])
}

export const bamboo = (x: number, y: number, height: number): string =>
	[0, 34, 66]
		.map((dx, index) => {
			const top = height * (1 - index * 0.14)
			return (
				rect(x + dx, y - top, 20, top, 'url(#green)', 4) +
				Array.from({ length: Math.floor(top / 90) }, (_, n) =>
					rect(x + dx - 3, y - 70 - n * 90, 26, 7, GREEN_DARK, 3),
				).join('') +
				path(`M${x + dx + 10} ${y - top + 30} q60 -50 110 -26 q-50 34 -110 26Z`, GREEN)
			)
		})
		.join('')

/** A stylised eye with lashes and a brow. */
export const eye = (x: number, y: number, scale = 1, iris = 'url(#mid)'): string =>
	at(x, y, scale, [
		path('M-230 -150 Q-60 -270 236 -176 Q60 -222 -60 -196 Q-150 -178 -230 -150Z', '#5a4032'),
		path('M-210 10 Q0 -160 210 10 Q0 130 -210 10Z', WHITE),
		circle(0, -8, 74, iris),
		circle(0, -8, 36, '#1f2429'),
		circle(24, -34, 16, WHITE),
		line('M-214 10 Q0 -164 214 10', '#2a2320', 15),
		...Array.from({ length: 13 }, (_, index) => {
			const t = index / 12
			const bx = -200 + 400 * t
			const by = 10 - Math.sin(Math.PI * (0.04 + t * 0.92)) * 84
			return line(
				`M${bx} ${by} q${(t - 0.5) * 40} -30 ${(t - 0.5) * 110} -${62 + Math.sin(Math.PI * t) * 26}`,
				'#2a2320',
				8,
			)
		}),
		line('M-160 56 Q0 128 160 56', '#2a2320', 4, { opacity: 0.5 }),
	])

export const tweezers = (x: number, y: number, scale = 1, turn = 0): string =>
	at(
		x,
		y,
		scale,
		[path('M-4 0 Q-44 -160 -18 -330 Q0 -360 18 -330 Q44 -160 4 0 Q18 -170 0 -310 Q-18 -170 -4 0Z', 'url(#brass)')],
		turn,
	)

export const mascara = (x: number, y: number, scale = 1, turn = 0): string =>
	at(
		x,
		y,
		scale,
		[
			rect(-24, -20, 48, 220, 'url(#deep)', 12),
			rect(-24, 10, 48, 12, 'url(#brass)'),
			line('M0 -20 V-90', STEEL, 8),
			...Array.from({ length: 15 }, (_, index) =>
				line(
					`M${-15 - Math.sin((index / 14) * Math.PI) * 9} ${-92 - index * 9} h${30 + Math.sin((index / 14) * Math.PI) * 18}`,
					'#27313b',
					5,
				),
			),
		],
		turn,
	)

/** A pot of warm wax with a spatula. */
export const waxPot = (x: number, y: number, scale = 1): string =>
	at(x, y, scale, [
		shadow(0, 4, 330),
		path('M-140 -180 H140 L122 0 H-122Z', 'url(#cream)'),
		oval(0, -180, 140, 34, 'url(#steel)'),
		oval(0, -180, 118, 26, '#d99a3a'),
		oval(-26, -186, 50, 9, '#f2c777'),
		circle(0, -70, 22, 'url(#accent)'),
		at(70, -190, 1, [rect(-15, -230, 30, 250, 'url(#wood)', 15)], 24),
	])

export const lipstick = (x: number, y: number, scale = 1): string =>
	at(x, y, scale, [
		shadow(0, 2, 100),
		rect(-32, -90, 64, 90, 'url(#ink)', 5),
		rect(-26, -132, 52, 46, 'url(#brass)'),
		path('M-22 -130 V-190 Q-10 -222 22 -226 V-130Z', 'url(#mid)'),
	])

export const powderBrush = (x: number, y: number, scale = 1, turn = 0): string =>
	at(
		x,
		y,
		scale,
		[
			path('M-12 160 Q-18 20 -18 -40 H18 Q18 20 12 160Z', 'url(#ink)'),
			rect(-24, -96, 48, 60, 'url(#brass)', 4),
			path('M-24 -94 Q-74 -200 -40 -250 Q0 -282 40 -250 Q74 -200 24 -94Z', '#e7c4b5'),
		],
		turn,
	)

export const compact = (x: number, y: number, scale = 1): string =>
	at(x, y, scale, [
		shadow(0, 4, 260),
		at(0, -40, 1, [oval(0, -104, 112, 108, 'url(#ink)'), oval(0, -104, 96, 92, 'url(#glass)')]),
		oval(0, -26, 118, 34, 'url(#ink)'),
		oval(0, -32, 98, 24, '#e8b9a0'),
	])

export const leafBranch = (x: number, y: number, scale = 1, turn = 0): string =>
	at(
		x,
		y,
		scale,
		[
			line('M0 0 V-330', GREEN_DARK, 7),
			...Array.from({ length: 6 }, (_, index) =>
				[-1, 1]
					.map((side) =>
						path(
							`M0 ${-30 - index * 50} q${side * 60} -14 ${side * 92} -66 q${side * -74} 4 ${side * -92} 66Z`,
							side > 0 ? GREEN : GREEN_DARK,
						),
					)
					.join(''),
			),
		],
		turn,
	)
