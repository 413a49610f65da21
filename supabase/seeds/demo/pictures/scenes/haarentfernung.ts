import { ball, candle, curtain, hanging, plant, roundMirror, snakePlant, sprout } from '../decor.ts'
import { cabinet, couch, jar, pump, rolls, towels, trolley } from '../furniture.ts'
import { arch, backdrop, board, daylight, panels, room, tableTop, tiles, windowAt } from '../rooms.ts'
import { circle } from '../svg.ts'
import { bowl, leafBranch, waxPot } from '../tools-beauty.ts'
import type { Scene } from '../scene.ts'

export const haarentfernung: Scene[] = [
	{
		alt: 'Zeichnung eines Wachstopfs mit Holzspatel und Blättern',
		draw: (p) => [
			backdrop(p),
			circle(760, 470, 360, p.soft, { opacity: 0.5 }),
			tableTop(740, 'url(#wood)'),
			waxPot(760, 880, 1.6),
			towels(1180, 860, 1.6),
			leafBranch(330, 880, 1.2, -26),
			jar(1420, 850, 1.2, 'url(#accent)'),
		],
	},
	{
		alt: 'Zeichnung einer hellen Kabine mit Liege und Vorhang',
		turn: -6,
		draw: (p) => [
			room(p),
			tiles(p, 470, 304),
			curtain(0, 300, 860),
			windowAt(640, 120, 380, 300),
			daylight(640, 380, 260),
			couch(800, 940, 1.2),
			trolley(1340, 920, 1),
			board(1290, 330, 360, [rolls(-80, 0, 0.8), jar(50, 0, 0.8), sprout(130, 0, 0.8)]),
		],
	},
	{
		alt: 'Zeichnung eines Studios mit Liege vor einem Bogen und Pflanzen',
		turn: 10,
		draw: (p) => [
			room(p),
			arch(800, 1000, 90, p.soft, 774, 0.6),
			hanging(420, 170, 1),
			hanging(1180, 150, 0.9),
			couch(800, 940, 1.25, 'url(#soft)'),
			plant(180, 920, 1.2),
			snakePlant(1430, 900, 1.3, 'url(#accent)'),
		],
	},
	{
		alt: 'Zeichnung von Zuckerpaste, Schale und Handtüchern',
		turn: 18,
		draw: (p) => [
			backdrop(p),
			arch(800, 900, 130, p.soft, 710, 0.55),
			tableTop(710, 'url(#cream)', '#c9b79c'),
			bowl(560, 860, 1.7, 'url(#accent)', '#d99a3a'),
			jar(860, 820, 1.8),
			pump(1060, 810, 1.7, 'url(#deep)'),
			towels(1310, 840, 1.4),
			leafBranch(260, 860, 1.1, -18),
		],
	},
	{
		alt: 'Zeichnung einer Kabine am Abend mit Kerzen und Liege',
		dark: true,
		draw: (p) => [
			room(p),
			panels(p, 800, 560),
			roundMirror(420, 320, 110),
			ball(800, 220, 62),
			couch(820, 940, 1.25),
			cabinet(1380, 900, 300, 240, 2, 'url(#woodDark)'),
			candle(1330, 650, 60),
			candle(1400, 650, 90),
			plant(160, 920, 1.25),
		],
	},
]
