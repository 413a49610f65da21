import { frame, pendant, plant, sprout } from '../decor.ts'
import { bottle, chair, couch, stool, towels } from '../furniture.ts'
import { arch, backdrop, daylight, room, tableTop, windowAt } from '../rooms.ts'
import { at, circle, line, rect, shadow } from '../svg.ts'
import { orchid } from '../tools-beauty.ts'
import { spine } from '../tools-mind.ts'
import { gymBall, mat } from '../tools-work.ts'
import type { Scene } from '../scene.ts'

export const physiotherapie: Scene[] = [
	{
		alt: 'Zeichnung eines Behandlungsraums mit Liege und Modell der Wirbelsäule',
		draw: (p) => [
			room(p),
			windowAt(180, 120, 400, 380),
			daylight(200, 380, 380),
			frame(760, 140, 190, 250, 'lines'),
			frame(990, 140, 190, 250, 'hill'),
			spine(1340, 920, 1.05),
			couch(700, 940, 1.15, 'url(#soft)'),
			stool(1130, 960, 1),
			plant(110, 930, 1),
		],
	},
	{
		alt: 'Zeichnung eines Übungsraums mit Bällen, Matte und Sprossenwand',
		turn: 14,
		draw: (p) => [
			room(p),
			at(330, 800, 1, [
				rect(-150, -660, 24, 660, 'url(#wood)'),
				rect(126, -660, 24, 660, 'url(#wood)'),
				...Array.from({ length: 10 }, (_, row) => rect(-140, -630 + row * 64, 280, 16, 'url(#woodDark)', 8)),
			]),
			windowAt(760, 120, 620, 360),
			daylight(760, 560, -240),
			gymBall(1300, 940, 150),
			gymBall(1090, 920, 96, 'url(#mid)'),
			mat(640, 980, 520, 'url(#deep)'),
			gymBall(1480, 990, 74, 'url(#soft)'),
			plant(150, 960, 0.9),
		],
	},
	{
		alt: 'Zeichnung eines Empfangs mit Theke und Sitzplätzen',
		turn: -10,
		draw: (p) => [
			room(p),
			arch(520, 620, 120, p.soft, 774, 0.5),
			at(560, 930, 1, [
				shadow(0, 10, 900),
				rect(-380, -290, 760, 290, 'url(#wood)', 14),
				rect(-400, -310, 800, 34, 'url(#cream)', 8),
				line(Array.from({ length: 14 }, (_, index) => `M${-350 + index * 54} -270 V-10`).join(''), '#8f6844', 4, {
					opacity: 0.5,
				}),
			]),
			orchid(330, 620, 0.7),
			sprout(780, 620, 1),
			pendant(400, 200),
			pendant(720, 200),
			chair(1120, 920, 1.05, 'url(#mid)'),
			chair(1330, 920, 1.05, 'url(#accent)'),
			frame(1090, 180, 250, 300, 'sun'),
			plant(1530, 930, 0.9),
		],
	},
	{
		alt: 'Zeichnung eines hellen Raums mit Liege, Ball und Bögen',
		turn: 26,
		draw: (p) => [
			room(p),
			arch(420, 420, 160, p.soft, 774, 0.6),
			arch(1180, 420, 160, p.soft, 774, 0.6),
			arch(800, 420, 90, p.pale, 774, 0.8),
			couch(800, 950, 1.2),
			gymBall(1360, 960, 140),
			spine(230, 920, 0.95),
			pendant(800, 150, 'url(#mid)'),
		],
	},
	{
		alt: 'Zeichnung von Handtüchern, Igelball und Wirbelsäulenmodell',
		dark: true,
		turn: -6,
		draw: (p) => [
			backdrop(p),
			circle(800, 440, 350, p.mid, { opacity: 0.35 }),
			tableTop(740, 'url(#wood)'),
			spine(790, 900, 1.15),
			towels(420, 880, 1.7),
			gymBall(1210, 930, 110),
			gymBall(1390, 900, 70, 'url(#mid)'),
			bottle(1010, 850, 1.3, 'url(#cream)'),
		],
	},
]
