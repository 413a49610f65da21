import { floorLamp, frame, hanging, plant, snakePlant, sprout } from '../decor.ts'
import { armchair, chair, desk, roundTable } from '../furniture.ts'
import { backdrop, board, daylight, panels, room, rug, tableTop, windowAt } from '../rooms.ts'
import { circle, flipped, path } from '../svg.ts'
import { bonsai, bookRow, books, bubbles, cup, house, laptop, papers, scales, teapot } from '../tools-mind.ts'
import type { Scene } from '../scene.ts'

export const beratung: Scene[] = [
	{
		alt: 'Zeichnung eines Büros mit Schreibtisch, Rechner und Bücherregal',
		draw: (p) => [
			room(p),
			windowAt(540, 110, 460, 360),
			daylight(560, 420, 320),
			board(1270, 260, 420, [bookRow(-70, 0, 0.9), sprout(130, 0, 1)]),
			board(1270, 470, 420, [scales(-110, 0, 0.42), bookRow(80, 0, 0.8)]),
			frame(210, 150, 210, 270, 'hill'),
			desk(760, 940, 820),
			laptop(700, 686, 0.95),
			papers(940, 686, 0.9),
			cup(1060, 686, 0.7),
			chair(250, 950, 1.15, 'url(#deep)'),
			plant(1470, 930, 1.1),
		],
	},
	{
		alt: 'Zeichnung von zwei Sesseln im Gespräch mit Tisch und Lampe',
		turn: 135,
		draw: (p) => [
			room(p),
			panels(p),
			frame(700, 120, 200, 260, 'sun'),
			rug(800, 980, 1200, p.soft),
			armchair(430, 920, 1.2, 'url(#mid)'),
			armchair(1170, 920, 1.2, 'url(#deep)'),
			roundTable(800, 940, 1),
			teapot(780, 762, 0.6),
			floorLamp(150, 900, 600),
			plant(1480, 920, 1.2),
		],
	},
	{
		alt: 'Zeichnung zweier Sprechblasen über einem Tisch mit Tassen',
		turn: 120,
		draw: (p) => [
			backdrop(p),
			circle(800, 420, 360, p.soft, { opacity: 0.5 }),
			bubbles(770, 520, 1.35),
			tableTop(760, 'url(#wood)'),
			cup(540, 930, 1.3),
			cup(1030, 930, 1.3, 'url(#accent)'),
			papers(780, 920, 1.3),
			bonsai(1370, 880, 0.9),
			books(240, 900, 1.2),
		],
	},
	{
		alt: 'Zeichnung eines Besprechungsraums mit rundem Fenster und Pflanzen',
		turn: 150,
		draw: (p) => [
			room(p),
			circle(800, 340, 236, '#fffdf9'),
			circle(800, 340, 216, 'url(#sky)'),
			path('M600 420 Q720 330 820 400 T1000 420 A216 216 0 0 1 600 420Z', '#9dbfa9'),
			hanging(330, 180, 1.1),
			hanging(1270, 180, 1.1),
			desk(800, 940, 900, 'url(#cream)'),
			laptop(640, 686, 0.8),
			laptop(960, 686, 0.8),
			chair(270, 950, 1.15, 'url(#accent)'),
			flipped(1330, 950, 1.15, chair(0, 0, 1, 'url(#accent)')),
			snakePlant(1500, 900, 1),
		],
	},
	{
		alt: 'Zeichnung von Waage, Haus und Büchern auf einem Schreibtisch',
		dark: true,
		turn: 130,
		draw: (p) => [
			backdrop(p),
			circle(800, 430, 350, p.mid, { opacity: 0.35 }),
			tableTop(740, 'url(#woodDark)', '#4d3421'),
			scales(780, 900, 1.5),
			house(1200, 890, 1.15),
			books(400, 890, 1.5),
			cup(1440, 900, 1),
		],
	},
]
