import { candle, hanging, plant, snakePlant } from '../decor.ts'
import { rolls, stool, towels } from '../furniture.ts'
import { arch, backdrop, room, tableTop, tiles } from '../rooms.ts'
import { HEIGHT, WHITE, WIDTH, at, circle, glow, line, oval, path, rect, shadow } from '../svg.ts'
import { bowl, leafBranch, stones } from '../tools-beauty.ts'
import type { Scene } from '../scene.ts'

/** A wooden bench of a sauna; the origin is its upper left corner. */
const bench = (x: number, y: number, width: number): string =>
	at(x, y, 1, [
		rect(0, 0, width, 34, 'url(#wood)', 4),
		rect(0, 34, width, 90, 'url(#woodDark)'),
		line(`M0 62 H${width} M0 92 H${width}`, '#4d3421', 4),
	])

/** A wall of boards. */
const planks = (y: number, height: number): string =>
	rect(0, y, WIDTH, height, 'url(#wood)') +
	line(
		Array.from({ length: Math.floor(height / 62) }, (_, row) => `M0 ${y + 62 * (row + 1)} H${WIDTH}`).join(''),
		'#8f6844',
		4,
		{ opacity: 0.55 },
	)

export const wellnessSpa: Scene[] = [
	{
		alt: 'Zeichnung eines ruhigen Schwimmbeckens mit Liegen und Pflanzen',
		draw: () => [
			rect(0, 0, WIDTH, 700, 'url(#wall)'),
			...[240, 620, 1000, 1380].map(
				(x) =>
					arch(x, 270, 120, '#dceef2', 640) +
					path(`M${x - 135} 640 V540 Q${x - 40} 470 ${x + 135} 560 V640Z`, '#9cc3ad'),
			),
			rect(0, 640, WIDTH, 120, 'url(#cream)'),
			path(`M0 760 H${WIDTH} V${HEIGHT} H0Z`, 'url(#mid)'),
			...[800, 860, 930, 1000].map((y, row) =>
				line(
					Array.from({ length: 7 }, (_, index) => `M${(row % 2) * 110 + index * 240} ${y} q60 -18 120 0`).join(''),
					WHITE,
					6,
					{ opacity: 0.4 },
				),
			),
			plant(110, 750, 1),
			snakePlant(810, 740, 0.9, 'url(#accent)'),
			at(430, 750, 1, [
				rect(-140, -60, 240, 24, 'url(#wood)', 6),
				path('M80 -60 L160 -150 L180 -140 L110 -40Z', 'url(#wood)'),
				towels(-70, -60, 0.7),
				line('M-120 -40 V0 M70 -40 V0', '#6b4c31', 10),
			]),
			at(1210, 750, 1, [
				rect(-140, -60, 240, 24, 'url(#wood)', 6),
				path('M80 -60 L160 -150 L180 -140 L110 -40Z', 'url(#wood)'),
				towels(-70, -60, 0.7),
				line('M-120 -40 V0 M70 -40 V0', '#6b4c31', 10),
			]),
		],
	},
	{
		alt: 'Zeichnung einer Holzsauna mit Bänken und Ofen',
		turn: -150,
		draw: () => [
			planks(0, 800),
			rect(0, 800, WIDTH, 267, 'url(#woodDark)'),
			glow(300, 200, 320),
			rect(240, 150, 120, 120, 'url(#cream)', 12),
			bench(420, 480, 1180),
			bench(420, 680, 1180),
			towels(760, 480, 1.2),
			towels(1180, 680, 1.2),
			at(1420, 480, 1, [
				path('M-60 0 L-74 -110 H74 L60 0Z', 'url(#wood)'),
				line('M-74 -110 Q0 -200 74 -110', '#6b4c31', 9),
				line('M-70 -70 H70', '#9a7636', 9),
			]),
			at(200, 960, 1, [
				shadow(0, 6, 360),
				rect(-130, -330, 260, 330, 'url(#ink)', 12),
				...[-90, -44, 4, 52, 96].map((dx, index) => oval(dx, -340 - (index % 2) * 24, 50, 36, '#6d7882')),
				rect(-90, -200, 180, 120, '#b5552d', 8),
				path('M-60 -90 q20 -90 50 -20 q20 -70 50 10 q10 -20 20 10Z', '#f3b562'),
			]),
		],
	},
	{
		alt: 'Zeichnung einer Salzgrotte mit leuchtenden Steinen und Liegen',
		dark: true,
		turn: -165,
		draw: (p) => [
			rect(0, 0, WIDTH, HEIGHT, 'url(#wall)'),
			...[
				[180, 520, 260],
				[520, 430, 220],
				[900, 500, 280],
				[1280, 420, 250],
				[1520, 560, 240],
			].flatMap(([x = 0, y = 0, r = 0]) => [
				glow(x, y, r * 1.5),
				path(
					`M${x - r} 800 L${x - r * 0.7} ${y} L${x - r * 0.1} ${y - r * 0.5} L${x + r * 0.6} ${y - r * 0.1} L${x + r} 800Z`,
					'#f0b48c',
					{ opacity: 0.55 },
				),
				path(`M${x - r * 0.1} ${y - r * 0.5} L${x + r * 0.6} ${y - r * 0.1} L${x + r * 0.3} 800 H${x}Z`, '#ffdcb8', {
					opacity: 0.4,
				}),
			]),
			rect(0, 800, WIDTH, 267, '#e8cfb8'),
			line(
				Array.from({ length: 90 }, (_, index) => `M${(index * 197) % 1600} ${820 + ((index * 61) % 230)} h.1`).join(''),
				WHITE,
				9,
				{ opacity: 0.6 },
			),
			...[430, 860, 1290].map((x) =>
				at(x, 960, 0.9, [
					shadow(0, 10, 440),
					path('M-190 -60 L-60 -80 L120 -230 L160 -210 L10 -30 L-180 -20Z', 'url(#cream)'),
					line('M-140 -30 V20 M40 -60 L70 20', '#6b4c31', 14),
					rect(-90, -106, 120, 36, p.accent, 16),
				]),
			),
		],
	},
	{
		alt: 'Zeichnung eines Bades mit freistehender Wanne und Bogenfenster',
		turn: 8,
		draw: (p) => [
			room(p),
			tiles(p, 480, 294),
			arch(800, 560, 100, 'url(#sky)', 640),
			path('M520 640 V560 Q680 500 800 560 T1080 550 V640Z', '#9cc3ad'),
			line('M800 100 V640 M520 420 H1080', WHITE, 12),
			hanging(260, 180, 1.1),
			at(800, 950, 1.1, [
				shadow(0, 6, 720),
				path('M-330 -240 H330 Q330 -20 210 0 H-210 Q-330 -20 -330 -240Z', 'url(#cream)'),
				rect(-350, -262, 700, 36, 'url(#pale)', 18),
				...[-220, -120, -30, 90, 190].map((dx, index) => circle(dx, -272 - (index % 3) * 14, 46, WHITE)),
			]),
			stool(1320, 950, 1, 'url(#wood)'),
			towels(1320, 766, 0.7),
			candle(240, 900, 90),
			candle(310, 930, 60),
			plant(1500, 900, 1.1),
		],
	},
	{
		alt: 'Zeichnung von Handtüchern, Schale mit Blüten und Kerzen',
		turn: -8,
		draw: (p) => [
			backdrop(p),
			arch(800, 860, 130, p.soft, 730, 0.55),
			tableTop(730, 'url(#wood)'),
			bowl(760, 900, 1.8, 'url(#deep)', '#bfe0e6'),
			...[680, 760, 850].map(
				(x, index) =>
					circle(x, 704 - (index % 2) * 12, 26, '#f6dfe6') + circle(x, 704 - (index % 2) * 12, 9, '#d9a441'),
			),
			rolls(1200, 870, 1.4),
			candle(1400, 810, 120),
			stones(380, 870, 1.4),
			leafBranch(160, 860, 1.1, -14),
		],
	},
]
