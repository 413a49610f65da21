import { archMirror, frame, pendant, plant, sprout, vase } from '../decor.ts'
import { bottle, couch, jar, pump, roundTable, salonChair, stool, trolley } from '../furniture.ts'
import { arch, backdrop, board, panels, room, rug, tableTop } from '../rooms.ts'
import { circle, shadow } from '../svg.ts'
import { bowl, eye, leafBranch, mascara, orchid, tweezers } from '../tools-beauty.ts'
import type { Scene } from '../scene.ts'

export const augenbrauenWimpern: Scene[] = [
	{
		alt: 'Zeichnung eines Auges mit langen Wimpern',
		draw: (p) => [
			backdrop(p),
			circle(800, 520, 430, p.soft, { opacity: 0.45 }),
			circle(800, 520, 350, p.pale, { opacity: 0.8 }),
			eye(800, 560, 1.45),
		],
	},
	{
		alt: 'Zeichnung von Pinzetten, Bürstchen und Farbe auf einem Tisch',
		turn: 12,
		draw: (p) => [
			backdrop(p),
			arch(800, 860, 130, p.soft, 700, 0.6),
			tableTop(700, 'url(#cream)', '#c9b79c'),
			shadow(560, 900, 520),
			tweezers(500, 940, 1.15, -30),
			tweezers(610, 950, 1.15, -14),
			mascara(860, 800, 1.2, 24),
			bowl(1120, 860, 1.1, 'url(#deep)', '#5a4032'),
			jar(1330, 820, 1.3, 'url(#accent)'),
			orchid(260, 760, 1),
		],
	},
	{
		alt: 'Zeichnung eines Wimpernplatzes mit Liege und runder Lampe',
		turn: -10,
		draw: (p) => [
			room(p),
			arch(500, 560, 150, p.soft, 774, 0.6),
			circle(520, 330, 120, 'none', { stroke: '#fff6df', 'stroke-width': 34 }),
			couch(680, 940, 1.2, 'url(#soft)'),
			stool(240, 960, 1),
			trolley(1280, 920, 1),
			board(1220, 330, 400, [jar(-130, 0, 0.8), bottle(-40, 0, 0.8), sprout(50, 0, 0.9), pump(140, 0, 0.6)]),
			plant(1500, 920, 1),
		],
	},
	{
		alt: 'Zeichnung eines kleinen Studios mit Bogenspiegel und Bildern',
		turn: 20,
		draw: (p) => [
			room(p),
			panels(p, 800, 520),
			archMirror(800, 720, 340, 560),
			frame(330, 150, 210, 270, 'sun'),
			frame(1060, 150, 210, 270, 'lines'),
			pendant(330, 90, 'url(#mid)', 90),
			rug(800, 950, 1000, p.soft),
			salonChair(800, 960, 1, 'url(#deep)'),
			roundTable(1200, 920, 0.95),
			vase(1200, 760, 0.55, 'url(#accent)'),
			plant(250, 920, 1.2),
		],
	},
	{
		alt: 'Zeichnung eines geschlossenen Auges mit Wimpern am Abend',
		dark: true,
		draw: (p) => [
			backdrop(p),
			circle(800, 500, 400, p.mid, { opacity: 0.35 }),
			circle(800, 500, 300, p.soft, { opacity: 0.35 }),
			eye(800, 540, 1.2, 'url(#accent)'),
			leafBranch(160, 1060, 1.5, 24),
			leafBranch(1440, 1060, 1.5, -24),
		],
	},
]
