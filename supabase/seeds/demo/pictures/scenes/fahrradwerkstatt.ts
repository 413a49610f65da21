import { floorLamp, pendant, plant, snakePlant, sprout } from '../decor.ts'
import { bottle, sofa, towels } from '../furniture.ts'
import { backdrop, board, daylight, room, rug, tableTop, tiles, windowAt } from '../rooms.ts'
import { WHITE, at, flipped, line, path, rect, shadow } from '../svg.ts'
import { bicycle, pegboard, repairStand, toolChest, wheel } from '../tools-work.ts'
import type { Scene } from '../scene.ts'

export const fahrradwerkstatt: Scene[] = [
	{
		alt: 'Zeichnung eines Fahrrads im Montageständer vor der Werkzeugwand',
		draw: (p) => [
			room(p),
			pegboard(470, 110, 700, 260),
			windowAt(120, 120, 260, 340),
			daylight(130, 250, 420),
			repairStand(760, 970, 1),
			bicycle(800, 900, 1.05, '#d9803f'),
			toolChest(1370, 950, 0.95),
			wheel(230, 820, 130),
			wheel(1500, 260, 110),
			shadow(230, 960, 260),
		],
	},
	{
		alt: 'Zeichnung eines Stadtrads vor einem Schaufenster',
		turn: 60,
		draw: (p) => [
			room(p, 780),
			rect(300, 90, 1000, 560, WHITE, 8),
			rect(320, 110, 960, 520, 'url(#sky)'),
			path('M320 630 V520 Q600 420 800 500 T1280 480 V630Z', '#a3c2ae'),
			line('M800 110 V630', WHITE, 14),
			daylight(420, 740, 220),
			bicycle(790, 960, 1.3, '#235789'),
			plant(150, 930, 1.2),
			snakePlant(1460, 920, 1.3, 'url(#accent)'),
		],
	},
	{
		alt: 'Zeichnung einer Werkbank mit Laufrad und Werkzeug',
		turn: -14,
		draw: (p) => [
			backdrop(p),
			pegboard(180, 90, 700, 280, 'url(#wood)'),
			board(1240, 300, 480, [
				bottle(-170, 0, 0.9, 'url(#accent)'),
				bottle(-100, 0, 0.8),
				towels(20, 0, 0.9),
				sprout(160, 0, 1),
			]),
			tableTop(740, 'url(#wood)'),
			wheel(620, 620, 270),
			at(
				1100,
				900,
				1.3,
				[
					rect(-9, -200, 18, 260, 'url(#steel)', 6),
					path('M-34 -190 Q-44 -240 -14 -262 V-222 H14 V-262 Q44 -240 34 -190 Q0 -166 -34 -190Z', 'url(#steel)'),
				],
				64,
			),
			at(1330, 830, 1.2, [rect(-22, -60, 44, 130, 'url(#accent)', 18), rect(-7, -180, 14, 124, 'url(#steel)')], -40),
		],
	},
	{
		alt: 'Zeichnung mehrerer Fahrräder in einer hellen Halle',
		turn: 90,
		draw: (p) => [
			room(p),
			...[250, 800, 1350].map((x) => pendant(x, 160, 'url(#accent)', 120)),
			tiles(p, 360, 414),
			flipped(480, 880, 0.85, bicycle(0, 0, 1, '#b5473c')),
			bicycle(1080, 880, 0.85, '#3f7d5b', false),
			bicycle(790, 1000, 1, '#27313b', false),
			toolChest(1490, 920, 0.8),
		],
	},
	{
		alt: 'Zeichnung eines Rennrads an der Wand und einer Sitzecke am Abend',
		dark: true,
		turn: 100,
		draw: (p) => [
			room(p),
			rect(300, 90, 1000, 520, p.deep, 10, { opacity: 0.6 }),
			bicycle(800, 540, 0.95, '#d9803f', false),
			line('M560 250 H640 M960 250 H1040', '#c9a45c', 12),
			rug(800, 970, 1100, p.mid),
			sofa(640, 920, 0.9, 'url(#leather)'),
			floorLamp(1080, 900, 520),
			toolChest(1380, 940, 0.9),
			plant(140, 930, 1.15),
			wheel(230, 240, 110),
		],
	},
]
