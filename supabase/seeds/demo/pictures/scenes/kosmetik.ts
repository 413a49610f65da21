import {
	ball,
	bulbMirror,
	candle,
	curtain,
	floorLamp,
	pendant,
	plant,
	roundMirror,
	snakePlant,
	vase,
} from '../decor.ts'
import { bottle, cabinet, couch, desk, jar, pump, rolls, salonChair, stool, towels, trolley } from '../furniture.ts'
import { arch, backdrop, board, daylight, panels, room, rug, tableTop, windowAt } from '../rooms.ts'
import { circle, shadow } from '../svg.ts'
import { compact, lipstick, orchid, powderBrush } from '../tools-beauty.ts'
import type { Scene } from '../scene.ts'

export const kosmetik: Scene[] = [
	{
		alt: 'Zeichnung eines Behandlungsraums mit Liege, Lampe und Regal',
		draw: (p) => [
			room(p),
			arch(560, 640, 120, p.soft, 774, 0.55),
			board(1150, 300, 460, [pump(-160, 0, 0.7), jar(-70, 0, 0.8), bottle(10, 0, 0.75), orchid(130, 0, 0.55)]),
			board(1150, 520, 460, [rolls(-110, 0, 0.8), jar(40, 0, 0.8, 'url(#accent)'), bottle(130, 0, 0.8, 'url(#deep)')]),
			pendant(560, 190, 'url(#mid)', 150),
			couch(620, 930, 1.15),
			stool(1200, 930, 1),
			plant(1460, 920, 1.15),
			snakePlant(110, 900, 1),
		],
	},
	{
		alt: 'Zeichnung von Tiegeln, Flaschen und Orchidee',
		turn: -10,
		draw: (p) => [
			backdrop(p),
			circle(800, 420, 330, p.soft, { opacity: 0.6 }),
			tableTop(710, 'url(#cream)', '#c9b79c'),
			shadow(720, 820, 900),
			pump(520, 800, 1.9, 'url(#deep)'),
			bottle(700, 800, 2.1, 'url(#mid)'),
			jar(900, 830, 1.9),
			jar(1080, 800, 1.3, 'url(#accent)'),
			orchid(1270, 790, 1.35),
			towels(260, 810, 1.5),
		],
	},
	{
		alt: 'Zeichnung eines Schminkplatzes mit Lampenspiegel und Samtsessel',
		turn: 8,
		draw: (p) => [
			room(p),
			panels(p),
			bulbMirror(600, 110, 400, 360),
			desk(800, 860, 720, 'url(#cream)'),
			lipstick(620, 606, 0.8),
			compact(780, 606, 0.7),
			powderBrush(960, 560, 0.5, 14),
			vase(1080, 606, 0.55, 'url(#accent)', p.soft),
			rug(800, 970, 900, p.soft),
			salonChair(800, 980, 0.9, 'url(#mid)'),
			floorLamp(1320, 880, 580),
			plant(240, 920, 1.25),
		],
	},
	{
		alt: 'Zeichnung einer Liege am Fenster mit Vorhang und Kerzen',
		turn: 14,
		draw: (p) => [
			room(p),
			windowAt(520, 110, 560, 440),
			curtain(330, 180, 790),
			curtain(1090, 180, 790),
			daylight(560, 480, 200),
			couch(820, 940, 1.2, 'url(#soft)'),
			candle(250, 760, 80),
			candle(310, 760, 54),
			cabinet(270, 900, 260, 150, 2),
			orchid(1400, 690, 0.75),
			cabinet(1400, 900, 260, 220, 2),
		],
	},
	{
		alt: 'Zeichnung eines ruhigen Kosmetikraums am Abend',
		dark: true,
		draw: (p) => [
			room(p),
			arch(800, 900, 90, p.deep, 774, 0.8),
			roundMirror(800, 330, 150),
			ball(430, 270, 56),
			ball(1170, 270, 56),
			couch(800, 940, 1.2),
			trolley(1350, 920, 1),
			plant(180, 920, 1.3),
			candle(1260, 620, 50),
		],
	},
]
