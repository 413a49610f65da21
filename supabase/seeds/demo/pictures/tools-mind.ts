import { at, circle, CREAM, GREEN, GREEN_DARK, INK, line, oval, path, rect, shadow, STEEL, WHITE } from './svg.ts'

/** Books that lie or stand; the origin is below the middle. */
export const books = (x: number, y: number, scale = 1): string =>
	at(x, y, scale, [
		rect(-100, -40, 200, 40, 'url(#deep)', 5),
		rect(-86, -76, 180, 36, 'url(#accent)', 5),
		rect(-96, -110, 170, 34, 'url(#cream)', 5),
		line('M-80 -20 H60 M-66 -58 H50', WHITE, 4, { opacity: 0.4 }),
	])

export const bookRow = (x: number, y: number, scale = 1): string => {
	const fills = ['url(#deep)', 'url(#accent)', 'url(#soft)', 'url(#cream)', 'url(#mid)', 'url(#ink)', 'url(#pale)']
	return at(
		x,
		y,
		scale,
		fills.map((fill, index) => {
			const height = 130 + ((index * 37) % 50)
			return (
				rect(-120 + index * 34, -height, 31, height, fill, 3) +
				rect(-114 + index * 34, -height + 20, 19, 6, WHITE, 2, { opacity: 0.5 })
			)
		}),
	)
}

export const blackboard = (x: number, y: number, width: number, height: number): string =>
	at(x, y, 1, [
		rect(8, 14, width, height, '#1b130c', 6, { opacity: 0.15 }),
		rect(0, 0, width, height, 'url(#wood)', 6),
		rect(18, 18, width - 36, height - 36, '#2f4a44', 3),
		line(`M70 ${height - 90} H${width * 0.45} M90 ${height - 60} V80`, '#e9efe9', 5, { opacity: 0.8 }),
		line(
			`M90 ${height - 100} Q${width * 0.2} ${height - 130} ${width * 0.28} ${height * 0.45} T${width * 0.44} 90`,
			'#f0c987',
			6,
		),
		line(
			`M${width * 0.56} 110 h${width * 0.3} M${width * 0.56} 160 h${width * 0.22} M${width * 0.56} 210 h${width * 0.27}`,
			'#e9efe9',
			6,
			{ opacity: 0.75 },
		),
		circle(width * 0.66, height - 130, 50, 'none', { stroke: '#9fc9bb', 'stroke-width': 5 }),
		path(`M${width * 0.78} ${height - 80} l46 -92 l46 92Z`, 'none', { stroke: '#e9b9a4', 'stroke-width': 5 }),
		rect(width * 0.3, height - 4, width * 0.4, 14, 'url(#woodDark)', 3),
	])

export const globe = (x: number, y: number, scale = 1): string =>
	at(x, y, scale, [
		shadow(0, 2, 180),
		rect(-60, -16, 120, 16, 'url(#wood)', 8),
		rect(-7, -60, 14, 50, 'url(#brass)'),
		circle(0, -160, 106, 'none', { stroke: '#9a7636', 'stroke-width': 9 }),
		circle(0, -160, 94, '#8fb9cf'),
		path(
			'M-70 -200 Q-20 -250 20 -210 Q40 -170 -10 -160 Q-60 -150 -70 -200Z M10 -140 Q60 -160 76 -120 Q60 -84 30 -86 Q0 -110 10 -140Z',
			GREEN,
		),
		oval(-34, -200, 22, 30, WHITE, { opacity: 0.25 }),
	])

/** A grand or upright piano from the front with a bench. */
export const piano = (x: number, y: number, scale = 1, fill = 'url(#ink)'): string =>
	at(x, y, scale, [
		shadow(0, 8, 860),
		rect(-360, -470, 720, 250, fill, 10),
		rect(-376, -488, 752, 26, fill, 8),
		rect(-380, -236, 760, 60, fill, 8),
		rect(-350, -226, 700, 36, WHITE, 2),
		...Array.from({ length: 27 }, (_, index) => rect(-350 + (index + 1) * 25, -226, 2, 36, '#8d949b')),
		...Array.from({ length: 27 }, (_, index) =>
			[2, 6].includes(index % 7) ? '' : rect(-350 + (index + 1) * 25 - 7, -226, 14, 22, INK),
		),
		rect(-360, -178, 50, 178, fill),
		rect(310, -178, 50, 178, fill),
		rect(-310, -150, 620, 120, fill, 0, { opacity: 0.85 }),
		path('M-110 -470 L-96 -580 H0 V-466Z', CREAM),
		path('M110 -470 L96 -580 H0 V-466Z', '#efe6d6'),
		line('M-80 -550 H-20 M-84 -520 H-20 M20 -550 H80 M20 -520 H84', '#8d7b64', 4),
		line('M-60 -14 H60', '#c9a45c', 10),
	])

export const guitar = (x: number, y: number, scale = 1, turn = 0): string =>
	at(
		x,
		y,
		scale,
		[
			rect(-20, -640, 40, 330, 'url(#woodDark)', 6),
			rect(-32, -720, 64, 92, 'url(#ink)', 10),
			...[-700, -676, -652].flatMap((dy) => [circle(-40, dy, 9, STEEL), circle(40, dy, 9, STEEL)]),
			path(
				'M0 0 Q-150 0 -150 -120 Q-150 -190 -104 -216 Q-126 -290 -70 -330 Q0 -360 70 -330 Q126 -290 104 -216 Q150 -190 150 -120 Q150 0 0 0Z',
				'#c98a4b',
			),
			path('M0 -8 Q-136 -8 -138 -118 Q-138 -184 -92 -214', 'none', { stroke: WHITE, 'stroke-width': 6, opacity: 0.25 }),
			circle(0, -210, 48, '#3b2617'),
			circle(0, -210, 56, 'none', { stroke: '#8a5a2b', 'stroke-width': 6 }),
			rect(-52, -92, 104, 20, '#3b2617', 6),
			line('M-9 -92 V-700 M-3 -92 V-700 M3 -92 V-700 M9 -92 V-700', '#e8e2d6', 2),
		],
		turn,
	)

export const microphone = (x: number, y: number, scale = 1): string =>
	at(x, y, scale, [
		shadow(0, 4, 220),
		line('M0 -20 V-560', '#39444e', 12),
		oval(0, -10, 90, 18, 'url(#ink)'),
		line('M0 -540 L-70 -620', '#39444e', 12),
		at(
			-80,
			-632,
			1,
			[rect(-40, -120, 80, 140, 'url(#steel)', 40), line('M-40 -70 H40 M-40 -40 H40 M-40 -100 H40', '#6a747d', 5)],
			-30,
		),
	])

export const notes = (x: number, y: number, scale: number, fill: string): string =>
	at(x, y, scale, [
		oval(0, 0, 26, 20, fill, { transform: 'rotate(-20)' }),
		oval(104, -22, 26, 20, fill, { transform: 'rotate(-20 104 -22)' }),
		line('M24 -6 V-150 L128 -172 V-28', fill, 11),
		line('M24 -140 L128 -162', fill, 22),
	])

export const laptop = (x: number, y: number, scale = 1): string =>
	at(x, y, scale, [
		shadow(0, 4, 420, 36),
		path('M-150 -22 L-128 -226 Q-126 -238 -114 -238 H114 Q126 -238 128 -226 L150 -22Z', 'url(#ink)'),
		path('M-132 -34 L-114 -220 H114 L132 -34Z', 'url(#pale)'),
		line('M-90 -80 L-40 -120 L0 -96 L70 -170', '#5a8f9f', 8),
		rect(-196, -22, 392, 22, 'url(#steel)', 8),
	])

export const papers = (x: number, y: number, scale = 1, turn = 0): string =>
	at(
		x,
		y,
		scale,
		[
			path('M-80 -10 L-60 -34 H90 L80 -10Z', CREAM),
			path('M-70 -24 L-40 -52 H106 L90 -24Z', WHITE),
			line('M-20 -40 H70 M-30 -32 H60', '#9aa3aa', 3),
		],
		turn,
	)

export const cup = (x: number, y: number, scale = 1, fill = 'url(#cream)'): string =>
	at(x, y, scale, [
		oval(0, -4, 78, 13, 'url(#pale)'),
		path('M-48 -92 H48 Q48 -8 16 -6 H-16 Q-48 -8 -48 -92Z', fill),
		oval(0, -92, 48, 11, '#6b4630'),
		line('M50 -78 Q86 -76 76 -46 Q68 -28 38 -32', '#e2d6c3', 10),
		line('M-12 -118 q-10 -20 4 -36 q12 -18 0 -34 M18 -118 q-10 -20 4 -36', WHITE, 5, { opacity: 0.5 }),
	])

export const teapot = (x: number, y: number, scale = 1): string =>
	at(x, y, scale, [
		shadow(0, 2, 250),
		line('M92 -120 Q160 -120 150 -70 Q140 -30 84 -40', '#39444e', 15),
		path('M-84 -60 Q-150 -80 -150 -140 L-124 -150 Q-116 -110 -80 -100Z', 'url(#deep)'),
		path('M-100 -40 Q-108 -150 0 -154 Q108 -150 100 -40 Q90 0 40 0 H-40 Q-90 0 -100 -40Z', 'url(#deep)'),
		oval(0, -152, 54, 12, 'url(#mid)'),
		circle(0, -172, 15, 'url(#brass)'),
	])

/** A camera from the front. */
export const camera = (x: number, y: number, scale = 1): string =>
	at(x, y, scale, [
		path('M-60 -250 L-40 -296 H44 L64 -250Z', 'url(#ink)'),
		rect(-210, -256, 420, 256, 'url(#ink)', 30),
		rect(-210, -180, 420, 120, '#3d4852'),
		rect(-186, -276, 70, 26, 'url(#steel)', 8),
		rect(110, -280, 60, 30, 'url(#accent)', 8),
		circle(0, -122, 112, '#1c242c'),
		circle(0, -122, 96, 'url(#steel)'),
		circle(0, -122, 82, '#1c242c'),
		circle(0, -122, 60, 'url(#deep)'),
		circle(0, -122, 34, '#10171e'),
		circle(-24, -148, 15, WHITE, { opacity: 0.6 }),
		circle(160, -216, 12, '#f3d9a0'),
	])

export const tripod = (x: number, y: number, scale = 1): string =>
	at(x, y, scale, [
		shadow(0, 6, 360),
		line('M0 -420 L-140 0 M0 -420 L140 0 M0 -420 V-30', '#27313b', 17),
		rect(-16, -470, 32, 120, 'url(#ink)', 6),
		at(0, -466, 0.62, camera(0, 0, 1)),
	])

/** A lamp with a diffuser on a stand. */
export const softbox = (x: number, y: number, scale = 1, side = 1): string =>
	at(x, y, scale, [
		shadow(0, 4, 260),
		line('M0 -20 V-640 M0 -60 L-90 0 M0 -60 L90 0', '#27313b', 13),
		circle(side * 60, -690, 330, 'url(#glow)'),
		path(`M${side * -70} -760 L${side * 60} -880 V-500 L${side * -70} -620Z`, 'url(#ink)'),
		path(`M${side * 60} -884 L${side * 124} -850 V-530 L${side * 60} -496Z`, '#fff8e6'),
	])

/** A roll of paper that hangs down and runs over the floor. */
export const paperRoll = (x: number, y: number, width: number, fill: string, bottom = y + 240): string =>
	[
		line(`M${x - width / 2 - 60} 130 H${x + width / 2 + 60}`, '#39444e', 14),
		rect(x - width / 2 - 10, 108, width + 20, 44, fill, 20),
		path(
			`M${x - width / 2} 130 H${x + width / 2} V${y - 60} Q${x + width / 2} ${y} ${x + width / 2 + 90} ${bottom} H${x - width / 2 - 90} Q${x - width / 2} ${y} ${x - width / 2} ${y - 60}Z`,
			fill,
		),
		path(
			`M${x - width / 2} ${y - 110} Q${x} ${y - 60} ${x + width / 2} ${y - 110} V${y - 40} Q${x} ${y} ${x - width / 2} ${y - 40}Z`,
			WHITE,
			{ opacity: 0.14 },
		),
	].join('')

/** A coil machine for tattoos. */
export const tattooMachine = (x: number, y: number, scale = 1, turn = 0): string =>
	at(
		x,
		y,
		scale,
		[
			rect(-16, -10, 32, 230, 'url(#ink)', 12),
			rect(-26, 40, 52, 110, '#39444e', 22),
			line('M0 220 V290', STEEL, 5),
			path('M-30 -10 V-190 H130 V-150 H20 V-10Z', 'url(#brass)'),
			rect(26, -146, 44, 116, 'url(#accent)', 8),
			rect(82, -146, 44, 116, 'url(#accent)', 8),
			line('M30 -126 H66 M30 -104 H66 M30 -82 H66 M86 -126 H122 M86 -104 H122 M86 -82 H122', '#1b130c', 4, {
				opacity: 0.35,
			}),
			rect(20, -34, 112, 20, 'url(#brass)', 4),
			line('M126 -24 Q240 10 250 130', '#27313b', 10),
		],
		turn,
	)

export const inkBottle = (x: number, y: number, scale = 1, fill = 'url(#mid)'): string =>
	at(x, y, scale, [
		shadow(0, 2, 110),
		rect(-40, -110, 80, 110, fill, 10),
		rect(-28, -86, 56, 54, CREAM, 3, { opacity: 0.85 }),
		path('M-22 -110 L-8 -170 H8 L22 -110Z', 'url(#ink)'),
	])

/** Sheets with designs: a rose, a swallow, a moon, an anchor, a leaf. */
export const flash = (x: number, y: number, kind: number, scale = 1, ink = '#27313b'): string => {
	const arts = [
		line('M0 60 V-10 M0 30 q30 -6 40 -34 M0 40 q-30 -6 -40 -34', ink, 5) +
			circle(0, -44, 40, 'none', { stroke: ink, 'stroke-width': 5 }) +
			line('M-18 -44 a18 18 0 1 1 18 18 a28 28 0 0 1 -28 -28', ink, 5),
		path('M-70 -10 Q-30 -40 0 -10 Q20 -60 70 -66 Q40 -30 30 6 Q50 30 66 60 Q30 44 10 30 Q-30 30 -70 -10Z', ink),
		path('M20 -70 A66 66 0 1 0 50 50 A54 54 0 1 1 20 -70Z', ink),
		line('M0 -60 V56 M-54 16 Q-46 60 0 60 Q46 60 54 16 M-26 -34 H26', ink, 9) +
			circle(0, -72, 13, 'none', { stroke: ink, 'stroke-width': 7 }),
		line('M0 70 V-60', ink, 5) +
			[-40, -8, 24]
				.map((dy) => path(`M0 ${dy + 20} q40 -8 50 -44 q-44 4 -50 44Z M0 ${dy + 20} q-40 -8 -50 -44 q44 4 50 44Z`, ink))
				.join(''),
	]
	return at(x, y, scale, [
		rect(-94, -114, 200, 240, '#1b130c', 3, { opacity: 0.16 }),
		rect(-100, -124, 200, 240, CREAM, 3),
		arts[kind % arts.length] ?? '',
		circle(0, -112, 6, 'url(#accent)'),
	])
}

/** A model of the spine on a stand. */
export const spine = (x: number, y: number, scale = 1): string =>
	at(x, y, scale, [
		shadow(0, 4, 220),
		oval(0, -8, 86, 18, 'url(#ink)'),
		line('M0 -10 V-620', STEEL, 9),
		...Array.from({ length: 17 }, (_, index) => {
			const dx = Math.sin(index * 0.42) * 24
			const width = 50 + index * 3.2
			return (
				rect(dx - width / 2, -600 + index * 28, width, 22, '#efe3cc', 9) +
				rect(dx + width / 2 - 6, -596 + index * 28, 24, 12, '#dccbab', 6)
			)
		}),
		path(
			'M-110 -120 Q-60 -150 0 -110 Q60 -150 110 -120 Q120 -40 60 -40 Q20 -60 0 -40 Q-20 -60 -60 -40 Q-120 -40 -110 -120Z',
			'#efe3cc',
		),
	])

export const mortar = (x: number, y: number, scale = 1): string =>
	at(x, y, scale, [
		shadow(0, 2, 260),
		at(30, -150, 1, rect(-18, -170, 36, 230, 'url(#wood)', 18), 28),
		path('M-120 -150 H120 Q118 -30 44 -18 L56 0 H-56 L-44 -18 Q-118 -30 -120 -150Z', 'url(#cream)'),
		rect(-132, -166, 264, 30, 'url(#pale)', 14),
		path('M-70 -166 q20 -40 50 -20 q10 -30 40 -10 q30 -16 40 30Z', GREEN),
	])

export const scales = (x: number, y: number, scale = 1): string =>
	at(x, y, scale, [
		shadow(0, 2, 300),
		rect(-80, -20, 160, 20, 'url(#brass)', 8),
		rect(-9, -330, 18, 314, 'url(#brass)'),
		circle(0, -336, 19, 'url(#brass)'),
		line('M-150 -290 Q0 -350 150 -290', '#9a7636', 12),
		...[-150, 150].map(
			(dx) =>
				line(`M${dx} -290 L${dx - 56} -150 M${dx} -290 L${dx + 56} -150`, '#9a7636', 4) +
				path(`M${dx - 70} -150 H${dx + 70} Q${dx} -84 ${dx - 70} -150Z`, 'url(#brass)'),
		),
	])

export const house = (x: number, y: number, scale = 1): string =>
	at(x, y, scale, [
		shadow(0, 4, 330),
		rect(-120, -170, 240, 170, 'url(#cream)'),
		path('M-150 -166 L0 -300 L150 -166Z', 'url(#accent)'),
		rect(-28, -96, 56, 96, 'url(#deep)', 4),
		rect(-96, -130, 46, 46, 'url(#glass)'),
		rect(52, -130, 46, 46, 'url(#glass)'),
		path('M18 -262 l80 66 v-34 l-66 -54Z', 'url(#deep)'),
	])

export const bonsai = (x: number, y: number, scale = 1): string =>
	at(x, y, scale, [
		shadow(0, 2, 280),
		path('M-14 -60 Q-40 -160 20 -220 Q50 -260 20 -320 L50 -320 Q84 -250 44 -200 Q0 -150 30 -60Z', '#7a5638'),
		oval(-50, -300, 92, 52, GREEN_DARK),
		oval(70, -340, 100, 58, GREEN),
		oval(0, -380, 80, 46, 'url(#green)'),
		rect(-110, -66, 220, 60, 'url(#deep)', 10),
		rect(-90, -8, 30, 10, '#1c242c'),
		rect(60, -8, 30, 10, '#1c242c'),
	])

/** Two speech bubbles. */
export const bubbles = (x: number, y: number, scale = 1): string =>
	at(x, y, scale, [
		path(
			'M-190 -190 Q-190 -240 -140 -240 H60 Q110 -240 110 -190 V-110 Q110 -60 60 -60 H-60 L-110 -10 V-60 H-140 Q-190 -60 -190 -110Z',
			'url(#deep)',
		),
		line('M-130 -180 H50 M-130 -140 H10', WHITE, 12, { opacity: 0.75 }),
		path(
			'M10 -110 Q10 -150 50 -150 H210 Q250 -150 250 -110 V-40 Q250 0 210 0 H190 V44 L140 0 H50 Q10 0 10 -40Z',
			'url(#cream)',
		),
		line('M60 -96 H200 M60 -56 H160', '#b8a88e', 11),
	])

/** Coloured pencils in a cup. */
export const pencils = (x: number, y: number, scale = 1): string =>
	at(x, y, scale, [
		...[-24, -6, 14, 30].map((dx, index) =>
			at(
				dx,
				-90,
				1,
				[
					rect(-8, -110, 16, 130, ['#d9803f', '#235789', '#3f7d5b', '#b5473c'][index] ?? ''),
					path('M-8 -110 L0 -138 L8 -110Z', '#f0dcc0'),
				],
				-12 + index * 8,
			),
		),
		rect(-46, -110, 92, 110, 'url(#deep)', 10),
	])
