import { ball, candle, curtain, frame, hanging, plant, vase } from '../decor.ts'
import { bottle, cabinet, couch, stool, towels, trolley } from '../furniture.ts'
import { arch, backdrop, daylight, panels, room, tableTop, windowAt } from '../rooms.ts'
import { at, circle, rect, shadow } from '../svg.ts'
import { bamboo, bowl, orchid, stones } from '../tools-beauty.ts'
import type { Scene } from '../scene.ts'

export const massage: Scene[] = [
	{
		alt: 'Zeichnung einer Massageliege mit Handtüchern, Bambus und Kerzen',
		draw: (p) => [
			room(p),
			arch(620, 760, 110, p.soft, 774, 0.55),
			bamboo(1340, 820, 560),
			couch(640, 940, 1.25),
			cabinet(1380, 920, 320, 170, 2),
			candle(1310, 740, 80),
			candle(1370, 740, 54),
			stones(1470, 740, 0.6),
			hanging(160, 190, 1),
			stool(200, 950, 0.9),
		],
	},
	{
		alt: 'Zeichnung von Massagesteinen, Öl und einer Orchidee',
		turn: 8,
		draw: (p) => [
			backdrop(p),
			circle(780, 450, 350, p.soft, { opacity: 0.5 }),
			tableTop(730, 'url(#wood)'),
			stones(700, 880, 2),
			bottle(980, 860, 2, 'url(#brass)'),
			towels(1240, 860, 1.5),
			orchid(330, 830, 1.4),
			candle(1420, 800, 110),
		],
	},
	{
		alt: 'Zeichnung eines Massageraums am Abend mit warmem Licht',
		dark: true,
		draw: (p) => [
			room(p),
			panels(p, 800, 580),
			ball(300, 260, 60),
			ball(1300, 260, 60),
			arch(800, 640, 130, p.mid, 774, 0.25),
			couch(800, 940, 1.25, 'url(#cream)'),
			candle(150, 800, 90),
			candle(220, 820, 60),
			vase(1400, 910, 1, 'url(#accent)'),
			plant(110, 960, 0.9),
		],
	},
	{
		alt: 'Zeichnung einer Liege am Gartenfenster mit Vorhängen',
		turn: -16,
		draw: (p) => [
			room(p),
			windowAt(430, 100, 740, 470),
			curtain(250, 170, 790, 'url(#pale)'),
			curtain(1180, 170, 790, 'url(#pale)'),
			daylight(500, 620, 180),
			couch(800, 950, 1.25, 'url(#soft)'),
			plant(130, 930, 1.25),
			trolley(1440, 930, 0.9),
		],
	},
	{
		alt: 'Zeichnung von zwei Matten mit Kissen für eine Thai-Massage',
		turn: 14,
		draw: (p) => [
			room(p),
			arch(800, 1120, 90, p.pale, 774, 0.6),
			frame(700, 180, 200, 260, 'leaf'),
			hanging(380, 170, 1.1),
			hanging(1220, 170, 1.1),
			...[470, 1130].map((x) =>
				at(x, 930, 1, [
					shadow(0, 20, 640),
					rect(-290, -60, 580, 70, 'url(#mid)', 20),
					rect(-290, -74, 580, 40, 'url(#soft)', 18),
					rect(-270, -124, 150, 62, 'url(#cream)', 28),
					towels(170, -74, 0.8),
				]),
			),
			candle(800, 900, 90),
			candle(750, 920, 60),
			bowl(850, 930, 0.5, 'url(#deep)'),
		],
	},
]
