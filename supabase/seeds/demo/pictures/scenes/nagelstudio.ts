import { ball, floorLamp, frame, pendant, plant, snakePlant, sprout } from '../decor.ts'
import { armchair, chair, desk, salonChair, stool, towels } from '../furniture.ts'
import { arch, backdrop, board, daylight, room, rug, tableTop, tiles, windowAt } from '../rooms.ts'
import { circle } from '../svg.ts'
import { bowl, hand, leafBranch, orchid, polish } from '../tools-beauty.ts'
import type { Scene } from '../scene.ts'

export const nagelstudio: Scene[] = [
	{
		alt: 'Zeichnung einer Hand mit lackierten Nägeln neben Nagellack',
		draw: (p) => [
			backdrop(p),
			circle(640, 470, 350, p.soft, { opacity: 0.55 }),
			tableTop(760, 'url(#cream)', '#c9b79c'),
			hand(600, 790, 1.45),
			polish(1010, 900, 1.35),
			polish(1170, 860, 1.2, 'url(#accent)'),
			polish(1310, 900, 1.3, 'url(#deep)'),
			towels(250, 880, 1.3),
		],
	},
	{
		alt: 'Zeichnung eines Nagelstudios mit Tischen und Lackregal',
		turn: -8,
		draw: (p) => [
			room(p),
			...[210, 330, 450].map((y, row) =>
				board(
					800,
					y,
					900,
					Array.from({ length: 13 }, (_, index) =>
						polish(
							-408 + index * 68,
							0,
							0.36,
							['url(#mid)', 'url(#accent)', 'url(#deep)', 'url(#soft)', 'url(#cream)'][(index * 2 + row) % 5],
						),
					),
				),
			),
			pendant(430, 120, 'url(#mid)', 110),
			pendant(1170, 120, 'url(#mid)', 110),
			desk(800, 920, 900, 'url(#cream)'),
			towels(800, 666, 0.9),
			polish(640, 666, 0.5),
			polish(690, 666, 0.5, 'url(#accent)'),
			floorLamp(1440, 900, 520),
			chair(250, 930, 1.1, 'url(#mid)'),
			plant(110, 900, 0.9),
		],
	},
	{
		alt: 'Zeichnung von fünf Nagellackfläschchen in einer Reihe',
		turn: 10,
		draw: (p) => [
			backdrop(p),
			arch(800, 980, 140, p.soft, 720, 0.6),
			tableTop(720, 'url(#wood)'),
			...['url(#deep)', 'url(#mid)', 'url(#soft)', 'url(#accent)', 'url(#cream)'].map((fill, index) =>
				polish(420 + index * 190, 860 - (index % 2) * 40, 1.75, fill),
			),
			sprout(1400, 760, 1.6),
			leafBranch(210, 800, 1, -28),
		],
	},
	{
		alt: 'Zeichnung eines Fußpflegeplatzes mit Sessel und Wanne',
		turn: -16,
		draw: (p) => [
			room(p),
			tiles(p, 420, 354),
			frame(330, 110, 200, 250, 'sun'),
			frame(570, 110, 200, 250, 'leaf'),
			windowAt(1080, 110, 360, 320),
			daylight(1020, 360, -420),
			rug(760, 960, 1100, p.soft),
			armchair(700, 900, 1.35, 'url(#mid)'),
			bowl(760, 990, 1.2, 'url(#cream)', '#bfe0e6'),
			stool(1150, 960, 1),
			towels(1150, 776, 0.7),
			snakePlant(1430, 900, 1.3),
			plant(180, 920, 1.1),
		],
	},
	{
		alt: 'Zeichnung eines Nageltischs am Abend mit Kugellampen',
		dark: true,
		draw: (p) => [
			room(p),
			arch(800, 760, 110, p.deep, 774, 0.8),
			ball(560, 230, 46),
			ball(800, 180, 60),
			ball(1040, 230, 46),
			...[390, 490].map((y, row) =>
				board(
					800,
					y,
					480,
					Array.from({ length: 7 }, (_, index) =>
						polish(-190 + index * 64, 0, 0.34, ['url(#accent)', 'url(#cream)', 'url(#mid)'][(index + row) % 3]),
					),
				),
			),
			desk(800, 930, 820, 'url(#woodDark)'),
			towels(700, 676, 0.8),
			orchid(1060, 676, 0.5),
			salonChair(330, 960, 0.9, 'url(#accent)'),
			plant(1420, 920, 1.3),
		],
	},
]
