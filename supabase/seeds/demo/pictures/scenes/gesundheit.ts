import { candle, frame, plant, snakePlant, sprout, vase } from '../decor.ts'
import { armchair, bottle, chair, couch, desk, jar, roundTable, stool } from '../furniture.ts'
import { arch, backdrop, board, daylight, panels, room, rug, tableTop, windowAt } from '../rooms.ts'
import { circle, flipped } from '../svg.ts'
import { leafBranch, orchid, stones } from '../tools-beauty.ts'
import { bonsai, cup, mortar, papers, teapot } from '../tools-mind.ts'
import type { Scene } from '../scene.ts'

export const gesundheit: Scene[] = [
	{
		alt: 'Zeichnung eines Sprechzimmers mit Schreibtisch und Pflanzen',
		draw: (p) => [
			room(p),
			windowAt(560, 110, 480, 380),
			daylight(600, 400, 300),
			board(260, 330, 320, [jar(-100, 0, 0.9), bottle(0, 0, 0.9, 'url(#brass)'), sprout(100, 0, 1)]),
			frame(1200, 150, 220, 280, 'leaf'),
			desk(800, 930, 760),
			papers(700, 676, 1),
			cup(930, 676, 0.8),
			vase(1080, 676, 0.5),
			chair(340, 940, 1.15, 'url(#mid)'),
			flipped(1290, 940, 1.15, chair(0, 0, 1, 'url(#accent)')),
			plant(1500, 920, 1.15),
		],
	},
	{
		alt: 'Zeichnung von Mörser, Kräutern und braunen Fläschchen',
		turn: -10,
		draw: (p) => [
			backdrop(p),
			arch(780, 820, 130, p.soft, 720, 0.55),
			tableTop(720, 'url(#wood)'),
			mortar(760, 880, 1.6),
			bottle(1060, 850, 1.9, 'url(#leather)'),
			bottle(1180, 880, 1.5, 'url(#leather)'),
			bottle(1290, 850, 1.2, 'url(#leather)'),
			leafBranch(330, 900, 1.3, -20),
			leafBranch(470, 900, 1, 8),
			jar(1440, 880, 1.4),
		],
	},
	{
		alt: 'Zeichnung eines Behandlungsraums mit Liege und Kräuterregal',
		turn: 12,
		draw: (p) => [
			room(p),
			panels(p),
			board(
				1160,
				230,
				520,
				Array.from({ length: 7 }, (_, index) =>
					jar(-210 + index * 70, 0, 0.62, ['url(#pale)', 'url(#accent)', 'url(#soft)'][index % 3]),
				),
			),
			board(1160, 400, 520, [
				bottle(-200, 0, 0.8, 'url(#leather)'),
				bottle(-140, 0, 0.7, 'url(#leather)'),
				mortar(-20, 0, 0.5),
				sprout(110, 0, 0.9),
				jar(200, 0, 0.7),
			]),
			arch(480, 480, 140, p.soft, 774, 0.6),
			couch(660, 950, 1.15),
			stool(1240, 960, 1),
			plant(1470, 930, 1.15),
		],
	},
	{
		alt: 'Zeichnung eines Wartezimmers mit Sesseln und großem Fenster',
		turn: 26,
		draw: (p) => [
			room(p),
			windowAt(430, 110, 740, 400),
			daylight(480, 640, 240),
			rug(800, 980, 1200, p.soft),
			armchair(470, 920, 1.05, 'url(#mid)'),
			armchair(1130, 920, 1.05, 'url(#deep)'),
			roundTable(800, 930, 1),
			orchid(800, 752, 0.7),
			plant(160, 920, 1.25),
			snakePlant(1440, 910, 1.2),
		],
	},
	{
		alt: 'Zeichnung einer Teekanne mit Tasse und Bonsai',
		dark: true,
		draw: (p) => [
			backdrop(p),
			circle(800, 430, 350, p.mid, { opacity: 0.35 }),
			tableTop(730, 'url(#wood)'),
			bonsai(800, 870, 1.35),
			teapot(430, 880, 1.3),
			cup(660, 920, 1),
			stones(1150, 890, 1.2),
			candle(1380, 850, 110),
		],
	},
]
