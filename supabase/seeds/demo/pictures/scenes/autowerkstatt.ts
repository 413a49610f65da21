import { clock, pendant } from '../decor.ts'
import { bottle, towels } from '../furniture.ts'
import { windowAt } from '../rooms.ts'
import { HEIGHT, WHITE, WIDTH, at, line, path, rect, shadow, type Palette } from '../svg.ts'
import { car, lift, pegboard, toolChest, tyres } from '../tools-work.ts'
import type { Scene } from '../scene.ts'

function garage(p: Palette): string {
	const stripes = Array.from({ length: 7 }, (_, index) =>
		rect(0, 40 + index * 74, WIDTH, 6, p.wallShade, 0, { opacity: 0.5 }),
	).join('')
	return [
		rect(0, 0, WIDTH, 790, 'url(#wall)'),
		stripes,
		rect(0, 560, WIDTH, 230, p.deep, 0, { opacity: 0.22 }),
		rect(0, 790, WIDTH, HEIGHT - 790, '#aeb4b8'),
		rect(0, 790, WIDTH, 60, '#1b130c', 0, { opacity: 0.1 }),
		path(`M0 ${HEIGHT} L420 850 H560 L220 ${HEIGHT}Z M1600 ${HEIGHT} L1180 850 H1040 L1380 ${HEIGHT}Z`, '#e6b34d', {
			opacity: 0.5,
		}),
	].join('')
}

export const autowerkstatt: Scene[] = [
	{
		alt: 'Zeichnung eines Autos auf der Hebebühne',
		draw: (p) => [
			garage(p),
			...[500, 1100].map((x) => rect(x - 190, 60, 380, 26, '#fffbea', 8)),
			lift(800, 930, 330),
			car(800, 600, 0.95),
			toolChest(1470, 950, 0.8),
			tyres(180, 960, 3, 0.75),
		],
	},
	{
		alt: 'Zeichnung eines Autos in der Werkstatt mit Reifenstapeln',
		turn: 150,
		draw: (p) => [
			garage(p),
			windowAt(150, 110, 360, 260),
			windowAt(620, 110, 360, 260),
			windowAt(1090, 110, 360, 260),
			tyres(230, 830, 4, 0.7),
			tyres(460, 830, 3, 0.7),
			car(860, 980, 1.35, 'url(#accent)'),
			toolChest(1440, 840, 0.75, 'url(#mid)'),
		],
	},
	{
		alt: 'Zeichnung einer Werkbank mit Werkzeugwand und Reifen',
		turn: 14,
		draw: (p) => [
			garage(p),
			pegboard(420, 100, 720, 290),
			clock(1300, 220, 80),
			at(780, 960, 1, [
				shadow(0, 6, 1100),
				rect(-460, -330, 920, 44, 'url(#wood)', 6),
				rect(-440, -286, 300, 286, 'url(#deep)', 8),
				rect(140, -286, 300, 286, 'url(#deep)', 8),
				...[0, 1, 2].flatMap((row) => [
					rect(-420, -266 + row * 88, 260, 70, WHITE, 6, { opacity: 0.13 }),
					rect(160, -266 + row * 88, 260, 70, WHITE, 6, { opacity: 0.13 }),
				]),
				bottle(-360, -330, 0.9, 'url(#accent)'),
				bottle(-300, -330, 0.8, 'url(#ink)'),
				towels(300, -330, 0.9),
			]),
			tyres(180, 970, 2, 0.8),
			tyres(1430, 970, 4, 0.8),
		],
	},
	{
		alt: 'Zeichnung eines Autos vor dem offenen Werkstatttor',
		turn: -16,
		draw: (p) => [
			garage(p),
			rect(340, 90, 920, 700, p.deep, 8),
			rect(370, 120, 860, 670, 'url(#sky)'),
			path('M370 790 V640 Q600 520 820 620 T1230 600 V790Z', '#9dbfa9'),
			rect(370, 120, 860, 120, 'url(#steel)'),
			line('M370 150 H1230 M370 180 H1230 M370 210 H1230', '#8c97a1', 4),
			car(800, 960, 1.3, 'url(#deep)'),
			toolChest(170, 940, 0.9, 'url(#accent)'),
			tyres(1440, 950, 3, 0.85),
		],
	},
	{
		alt: 'Zeichnung eines Autos am Abend unter Werkstattlampen',
		dark: true,
		draw: (p) => [
			garage(p),
			...[360, 800, 1240].map((x) => pendant(x, 200, 'url(#ink)', 170)),
			car(800, 980, 1.4, 'url(#mid)'),
			tyres(160, 840, 4, 0.7),
			toolChest(1450, 850, 0.85),
		],
	},
]
