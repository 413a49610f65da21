import { at, circle, INK, line, oval, path, rect, shadow, STEEL, WHITE } from './svg.ts'

export const wheel = (x: number, y: number, r: number, fill = '#27313b'): string =>
	[
		circle(x, y, r, 'none', { stroke: fill, 'stroke-width': r * 0.12 }),
		circle(x, y, r * 0.9, 'none', { stroke: STEEL, 'stroke-width': r * 0.05 }),
		line(
			Array.from({ length: 12 }, (_, index) => {
				const angle = (index * Math.PI) / 12
				return `M${(x - Math.cos(angle) * r * 0.88).toFixed(1)} ${(y - Math.sin(angle) * r * 0.88).toFixed(1)} L${(x + Math.cos(angle) * r * 0.88).toFixed(1)} ${(y + Math.sin(angle) * r * 0.88).toFixed(1)}`
			}).join(''),
			'#9aa5ae',
			2.5,
		),
		circle(x, y, r * 0.1, 'url(#steel)'),
	].join('')

/** A bicycle from the side; the wheels stand on y. */
export const bicycle = (x: number, y: number, scale = 1, fill = '#235789', city = true): string =>
	at(x, y, scale, [
		wheel(-210, -150, 150),
		wheel(230, -150, 150),
		path(
			'M-210 -150 L-30 -150 L150 -372 M-30 -150 L-92 -400 M-210 -150 L-84 -368 L150 -372 M150 -372 L230 -150 M138 -410 L152 -366',
			'none',
			{ stroke: fill, 'stroke-width': 20, 'stroke-linecap': 'round', 'stroke-linejoin': 'round' },
		),
		path('M-150 -424 Q-96 -440 -34 -416 Q-40 -396 -92 -398 Q-140 -398 -150 -424Z', '#6b4c31'),
		city
			? line('M134 -412 Q128 -452 84 -452 Q60 -452 44 -440', INK, 13)
			: line('M138 -410 Q190 -430 206 -392 Q212 -362 180 -356', INK, 13),
		circle(-30, -150, 42, 'none', { stroke: STEEL, 'stroke-width': 11 }),
		line('M-30 -150 L-6 -92 M-24 -92 H18', INK, 11),
		line('M-30 -192 L-210 -172 M-30 -108 L-210 -128', '#4d5963', 5),
	])

/** A stand that holds a bicycle for repair. */
export const repairStand = (x: number, y: number, scale = 1): string =>
	at(x, y, scale, [
		shadow(0, 4, 320),
		line('M0 0 V-620 M0 -40 L-120 0 M0 -40 L120 0', '#39444e', 20),
		line('M0 -600 H70', '#39444e', 24),
		rect(60, -626, 46, 52, 'url(#accent)', 8),
	])

/** A board with tools in rows. */
export const pegboard = (x: number, y: number, width: number, height: number, fill = 'url(#soft)'): string => {
	const dots: string[] = []
	for (let row = 0; row * 34 < height - 40; row++)
		for (let col = 0; col * 34 < width - 40; col++) dots.push(`M${24 + col * 34} ${24 + row * 34}h.1`)
	const wrench = (wx: number, size: number): string =>
		at(wx, 60, 1, [
			rect(-9, 30, 18, size, 'url(#steel)', 6),
			path('M-26 40 Q-34 4 -12 -14 V14 H12 V-14 Q34 4 26 40 Q0 58 -26 40Z', 'url(#steel)'),
		])
	const driver = (dx: number, color: string): string =>
		at(dx, 70, 1, [rect(-15, -10, 30, 86, color, 12), rect(-5, 74, 10, 90, STEEL)])
	const tools = [
		wrench(70, 120),
		wrench(130, 150),
		wrench(190, 180),
		driver(262, 'url(#accent)'),
		driver(320, 'url(#mid)'),
		driver(378, 'url(#ink)'),
		at(470, 60, 1, [rect(-10, 40, 20, 160, 'url(#wood)', 6), rect(-54, 0, 108, 48, 'url(#ink)', 8)]),
		at(590, 130, 1, [
			circle(0, 0, 62, 'none', { stroke: INK, 'stroke-width': 16 }),
			circle(0, 0, 40, 'none', { stroke: STEEL, 'stroke-width': 6 }),
		]),
	]
	return at(x, y, 1, [
		rect(8, 12, width, height, '#1b130c', 8, { opacity: 0.13 }),
		rect(0, 0, width, height, fill, 8),
		line(dots.join(''), '#1b130c', 7, { opacity: 0.16 }),
		...tools.slice(0, Math.floor(width / 82)),
	])
}

export const toolChest = (x: number, y: number, scale = 1, fill = 'url(#accent)'): string =>
	at(x, y, scale, [
		shadow(0, 6, 420),
		rect(-170, -330, 340, 310, fill, 12),
		...[0, 1, 2, 3].map(
			(row) =>
				rect(-150, -310 + row * 72, 300, 58, WHITE, 6, { opacity: 0.16 }) +
				rect(-60, -288 + row * 72, 120, 14, 'url(#steel)', 7),
		),
		circle(-120, -14, 20, INK),
		circle(120, -14, 20, INK),
		rect(-180, -350, 360, 26, 'url(#ink)', 6),
	])

export const tyres = (x: number, y: number, count: number, scale = 1): string =>
	at(x, y, scale, [
		shadow(0, 6, 330),
		...Array.from(
			{ length: count },
			(_, index) =>
				rect(-140, -(index + 1) * 82, 280, 76, 'url(#ink)', 36) +
				line(`M-100 ${-(index + 1) * 82 + 26} H100 M-112 ${-(index + 1) * 82 + 50} H112`, '#525e68', 4),
		),
	])

/** A car from the side; the wheels stand on y. */
export const car = (x: number, y: number, scale = 1, fill = 'url(#mid)'): string => {
	const rim = (dx: number): string =>
		[
			circle(dx, -74, 76, '#20282f'),
			circle(dx, -74, 44, 'url(#steel)'),
			...[0, 72, 144, 216, 288].map((turn) => at(dx, -74, 1, rect(-5, -40, 10, 34, '#6d7882', 4), turn)),
		].join('')
	return at(x, y, scale, [
		shadow(0, 6, 940, 70),
		path(
			'M-430 -90 Q-440 -190 -380 -216 L-232 -246 Q-150 -372 -30 -378 H90 Q190 -374 262 -254 L386 -228 Q436 -214 434 -120 Q434 -78 406 -74 H-402 Q-428 -76 -430 -90Z',
			fill,
		),
		path('M-196 -252 Q-132 -344 -36 -346 H-6 V-252Z', 'url(#glass)'),
		path('M18 -346 H86 Q162 -340 214 -252 H18Z', 'url(#glass)'),
		line('M6 -252 V-96 M-210 -236 Q-230 -150 -190 -100', '#1b130c', 4, { opacity: 0.25 }),
		rect(30, -214, 50, 12, '#1b130c', 6, { opacity: 0.3 }),
		path('M-428 -170 Q-400 -190 -366 -184 L-372 -154 H-430Z', '#fff1c9'),
		path('M434 -178 H394 L400 -148 H434Z', '#c8503e'),
		path('M-430 -110 H430 V-92 H-426Z', '#1b130c', { opacity: 0.16 }),
		rim(-256),
		rim(262),
	])
}

/** A lift for cars: two posts and arms; the car stands at the returned height. */
export const lift = (x: number, y: number, height: number): string =>
	[-1, 1]
		.map(
			(side) =>
				rect(x + side * 520 - 34, y - 640, 68, 640, 'url(#accent)', 6) +
				rect(x + side * 520 - 60, y - 14, 120, 18, 'url(#ink)', 4) +
				rect(side < 0 ? x - 500 : x + 170, y - height, 330, 24, 'url(#ink)', 6),
		)
		.join('')

export const dumbbell = (x: number, y: number, scale = 1, fill = 'url(#ink)', turn = 0): string =>
	at(
		x,
		y,
		scale,
		[
			rect(-110, -46, 220, 26, 'url(#steel)', 10),
			...[-1, 1].flatMap((side) => [
				rect(side * 110 - 28, -86, 56, 106, fill, 12),
				rect(side * 158 - 18, -70, 36, 74, fill, 10),
			]),
		],
		turn,
	)

export const kettlebell = (x: number, y: number, scale = 1, fill = 'url(#ink)'): string =>
	at(x, y, scale, [
		shadow(0, 2, 220),
		circle(0, -92, 92, fill),
		rect(-60, -14, 120, 14, fill, 4),
		line('M-52 -152 Q-66 -236 0 -236 Q66 -236 52 -152', '#2f3943', 26),
		circle(0, -92, 44, WHITE, { opacity: 0.12 }),
	])

/** A rack with dumbbells. */
export const rack = (x: number, y: number): string =>
	at(x, y, 1, [
		shadow(0, 6, 720),
		line('M-310 0 L-280 -330 M310 0 L280 -330', '#39444e', 20),
		...[-300, -180, -60].flatMap((dy, row) => [
			rect(-310, dy, 620, 18, 'url(#ink)', 4),
			...Array.from({ length: 4 }, (_, index) =>
				dumbbell(-230 + index * 153, dy + 4, 0.36 + row * 0.05, index % 2 ? 'url(#ink)' : 'url(#mid)'),
			),
		]),
	])

export const gymBall = (x: number, y: number, r: number, fill = 'url(#accent)'): string =>
	[
		shadow(x, y, r * 1.9),
		circle(x, y - r, r, fill),
		oval(x - r * 0.34, y - r * 1.4, r * 0.26, r * 0.16, WHITE, {
			opacity: 0.4,
			transform: `rotate(-30 ${x - r * 0.34} ${y - r * 1.4})`,
		}),
		line(`M${x - r * 0.96} ${y - r * 0.86} Q${x} ${y - r * 0.56} ${x + r * 0.96} ${y - r * 0.86}`, '#1b130c', 5, {
			opacity: 0.14,
		}),
	].join('')

export const mat = (x: number, y: number, width: number, fill = 'url(#mid)'): string =>
	[
		path(
			`M${x - width / 2} ${y} L${x - width / 2 + 70} ${y - 90} H${x + width / 2 - 10} L${x + width / 2 + 60} ${y}Z`,
			fill,
		),
		circle(x + width / 2 + 30, y - 34, 36, fill),
		circle(x + width / 2 + 30, y - 34, 22, '#1b130c', { opacity: 0.14 }),
	].join('')

/** A person's shape in a seated pose, without features. */
export const yogi = (x: number, y: number, scale = 1, fill = 'url(#deep)', skin = '#d8a98a'): string =>
	at(x, y, scale, [
		shadow(0, 0, 520),
		circle(0, -424, 62, skin),
		path('M-60 -440 Q-60 -500 0 -500 Q60 -500 62 -436 Q30 -470 -20 -462 Q-50 -456 -60 -440Z', '#3a2b24'),
		circle(0, -506, 28, '#3a2b24'),
		rect(-22, -376, 44, 44, skin),
		path('M-104 -300 Q-96 -346 -30 -350 H30 Q96 -346 104 -300 L80 -110 H-80Z', fill),
		line('M-96 -296 Q-180 -200 -208 -96 M96 -296 Q180 -200 208 -96', skin, 42),
		path(
			'M-90 -130 Q-250 -110 -262 -50 Q-264 -6 -200 -6 Q-60 -10 0 -50 Q60 -10 200 -6 Q264 -6 262 -50 Q250 -110 90 -130Z',
			'url(#ink)',
		),
	])

/** A dog that sits, from the side. */
export const dog = (x: number, y: number, scale = 1, fill = '#b98552', ear = '#8a5d36'): string =>
	at(x, y, scale, [
		shadow(10, 2, 380),
		path('M120 -20 Q226 -40 216 -140 Q212 -168 190 -160 Q188 -90 116 -70Z', ear),
		path('M-110 0 Q-128 -150 -92 -260 Q-60 -330 10 -310 Q130 -250 150 -120 Q160 -10 130 0Z', fill),
		path('M-86 0 Q-104 -120 -78 -210 L-20 -190 Q-36 -90 -28 0Z', fill),
		path('M-70 -50 Q-76 -180 -40 -250 Q-8 -200 -20 -60Z', WHITE, { opacity: 0.45 }),
		rect(-116, -26, 84, 28, fill, 14),
		rect(40, -30, 110, 32, fill, 16),
		path(
			'M-150 -420 Q-140 -500 -56 -506 Q34 -508 44 -424 Q50 -330 -20 -300 Q-90 -286 -120 -330 L-176 -338 Q-206 -346 -202 -372 Q-196 -398 -150 -420Z',
			fill,
		),
		path('M-10 -500 Q60 -500 70 -400 Q70 -340 40 -332 Q6 -360 -4 -420Z', ear),
		circle(-196, -380, 20, INK),
		circle(-86, -428, 14, INK),
		circle(-82, -433, 4, WHITE),
		line('M-170 -346 Q-140 -326 -112 -340', ear, 6),
		path('M-96 -306 Q-30 -270 34 -312 L30 -284 Q-30 -246 -92 -280Z', 'url(#accent)'),
	])

export const cat = (x: number, y: number, scale = 1, fill = '#8d949b'): string =>
	at(x, y, scale, [
		shadow(0, 2, 300),
		line('M96 -30 Q190 -40 176 -140 Q168 -190 200 -210', fill, 34),
		path('M-100 0 Q-120 -170 -46 -236 H50 Q120 -160 104 0Z', fill),
		path('M-90 -250 L-100 -370 L-40 -326 H36 L96 -370 L88 -250 Q60 -196 0 -196 Q-64 -196 -90 -250Z', fill),
		circle(-38, -276, 13, '#e0c35a'),
		circle(36, -276, 13, '#e0c35a'),
		oval(-38, -276, 4, 11, INK),
		oval(36, -276, 4, 11, INK),
		path('M-10 -248 H10 L0 -236Z', '#d89a92'),
		path('M-40 0 V-110 Q0 -150 40 -110 V0Z', WHITE, { opacity: 0.35 }),
	])

/** A bath tub with foam. */
export const tub = (x: number, y: number, scale = 1): string =>
	at(x, y, scale, [
		shadow(0, 6, 720),
		path('M-280 -10 L-310 20 M280 -10 L310 20', 'none', { stroke: '#9a7636', 'stroke-width': 18 }),
		path('M-330 -240 H330 Q330 -20 210 0 H-210 Q-330 -20 -330 -240Z', 'url(#cream)'),
		rect(-350, -262, 700, 36, 'url(#pale)', 18),
		...[-220, -150, -70, 10, 96, 180, 240].map((dx, index) =>
			circle(dx, -272 - (index % 3) * 16, 44 + (index % 2) * 12, WHITE, { opacity: 0.95 }),
		),
		line('M300 -262 V-380 Q300 -412 262 -412', STEEL, 16),
	])

export const paw = (x: number, y: number, scale: number, fill: string, turn = 0): string =>
	at(
		x,
		y,
		scale,
		[
			oval(0, 10, 40, 34, fill),
			...[
				[-44, -30],
				[-16, -56],
				[18, -56],
				[46, -30],
			].map(([dx = 0, dy = 0]) => oval(dx, dy, 16, 22, fill)),
		],
		turn,
	)

/** A small table on which dogs are groomed. */
export const groomTable = (x: number, y: number, width = 520): string =>
	at(x, y, 1, [
		shadow(0, 6, width * 1.1),
		rect(-width / 2, -250, width, 34, 'url(#ink)', 10),
		line(`M-60 -216 L-150 0 M60 -216 L150 0 M-100 -100 H100`, STEEL, 18),
		line(`M${width / 2 - 40} -250 V-640 Q${width / 2 - 40} -680 ${width / 2 - 110} -680 V-640`, STEEL, 12),
	])
