import { floorLamp, frame, pendant, plant, sprout } from '../decor.ts'
import { armchair, chair, desk, roundTable, stool } from '../furniture.ts'
import { arch, backdrop, board, daylight, panels, room, rug, tableTop, windowAt } from '../rooms.ts'
import { circle } from '../svg.ts'
import {
	blackboard,
	bookRow,
	books,
	cup,
	globe,
	guitar,
	microphone,
	notes,
	papers,
	pencils,
	piano,
} from '../tools-mind.ts'
import type { Scene } from '../scene.ts'

export const unterricht: Scene[] = [
	{
		alt: 'Zeichnung eines Lernraums mit Tafel, Tisch und Globus',
		draw: (p) => [
			room(p),
			blackboard(380, 110, 760, 400),
			windowAt(1240, 130, 260, 340),
			daylight(1180, 260, -460),
			desk(780, 940, 860),
			books(600, 686, 0.9),
			globe(1080, 686, 0.75),
			pencils(760, 686, 0.9),
			papers(880, 686, 0.9),
			chair(250, 950, 1.1, 'url(#mid)'),
			plant(1480, 930, 1.05),
		],
	},
	{
		alt: 'Zeichnung eines Klaviers mit Noten und Stehlampe',
		turn: 10,
		draw: (p) => [
			room(p),
			panels(p),
			frame(330, 120, 180, 230, 'lines'),
			notes(1120, 250, 0.9, p.mid),
			notes(1300, 180, 0.7, p.soft),
			rug(800, 980, 1200, p.soft),
			piano(800, 900, 1.05),
			stool(800, 990, 1, 'url(#deep)'),
			floorLamp(280, 900, 620),
			plant(1430, 920, 1.2),
		],
	},
	{
		alt: 'Zeichnung zweier Gitarren, eines Mikrofons und eines Hockers',
		turn: -20,
		draw: (p) => [
			room(p),
			arch(800, 900, 110, p.soft, 774, 0.55),
			guitar(520, 900, 0.92, -7),
			guitar(760, 900, 0.92, 6),
			stool(1050, 960, 1.15, 'url(#deep)'),
			microphone(1240, 960, 1),
			notes(1040, 330, 0.9, p.mid),
			pendant(280, 180, 'url(#mid)'),
			plant(180, 930, 1.15),
			rug(800, 1000, 1000, p.deep),
		],
	},
	{
		alt: 'Zeichnung von Büchern, Stiften, Globus und Tasse',
		turn: 150,
		draw: (p) => [
			backdrop(p),
			circle(760, 430, 340, p.soft, { opacity: 0.55 }),
			tableTop(730, 'url(#wood)'),
			globe(800, 860, 1.5),
			books(470, 880, 1.5),
			pencils(1110, 870, 1.4),
			cup(1330, 890, 1.2),
			bookRow(230, 730, 1.1),
		],
	},
	{
		alt: 'Zeichnung einer Leseecke mit Bücherregal und Sessel',
		dark: true,
		turn: 160,
		draw: (p) => [
			room(p),
			...[230, 420, 610].map((y) =>
				board(560, y, 760, [
					bookRow(-230, 0, 0.95),
					bookRow(60, 0, 0.85),
					y === 420 ? globe(280, 0, 0.5) : sprout(280, 0, 1),
				]),
			),
			rug(1000, 980, 1000, p.mid),
			armchair(1130, 920, 1.2, 'url(#accent)'),
			floorLamp(1420, 900, 600),
			roundTable(820, 940, 0.8),
			cup(820, 796, 0.7),
			plant(130, 930, 1),
		],
	},
]
