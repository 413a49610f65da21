import { frame, plant, sprout, vase } from '../decor.ts'
import { armchair, stool } from '../furniture.ts'
import { backdrop, daylight, room, rug, tableTop, windowAt } from '../rooms.ts'
import { at, circle, line, path, rect } from '../svg.ts'
import { books, camera, paperRoll, softbox, tripod } from '../tools-mind.ts'
import type { Scene } from '../scene.ts'

export const fotografie: Scene[] = [
	{
		alt: 'Zeichnung eines Fotostudios mit Hintergrundrolle, Lampen und Kamera',
		draw: (p) => [
			room(p),
			paperRoll(800, 860, 620, p.soft),
			softbox(250, 940, 1),
			softbox(1350, 940, 1, -1),
			stool(800, 930, 1.15, 'url(#accent)'),
			tripod(1080, 1010, 0.95),
		],
	},
	{
		alt: 'Zeichnung einer Kamera mit Bildern an einer Leine',
		turn: 12,
		draw: (p) => [
			backdrop(p),
			line('M60 170 Q800 290 1540 170', '#8f6844', 5),
			...(
				[
					[330, 218, 'hill'],
					[640, 242, 'sun'],
					[950, 242, 'leaf'],
					[1260, 218, 'lines'],
				] as const
			).map(([x, y, art], index) => at(x, y, 1, frame(-90, 0, 180, 220, art, 'url(#cream)'), index % 2 ? 3 : -3)),
			tableTop(740, 'url(#wood)'),
			camera(780, 910, 1.35),
			books(340, 880, 1.3),
			sprout(1290, 860, 1.7),
		],
	},
	{
		alt: 'Zeichnung eines Studios mit Sessel vor farbigem Hintergrund',
		turn: -30,
		draw: (p) => [
			room(p),
			windowAt(90, 130, 260, 420),
			daylight(100, 250, 420),
			paperRoll(860, 860, 700, p.mid),
			armchair(860, 930, 1.1, 'url(#cream)'),
			softbox(1430, 950, 0.95, -1),
			plant(1210, 920, 1),
			tripod(420, 1010, 0.95),
		],
	},
	{
		alt: 'Zeichnung eines Fotostudios am Abend mit leuchtender Lampe',
		dark: true,
		draw: (p) => [
			room(p),
			paperRoll(760, 860, 640, p.deep),
			circle(760, 450, 230, p.soft, { opacity: 0.4 }),
			softbox(230, 950, 1.05),
			vase(760, 920, 1.25, 'url(#accent)'),
			tripod(1120, 1000, 1),
			plant(1450, 920, 1.2),
		],
	},
	{
		alt: 'Zeichnung einer Galerie mit gerahmten Bildern und Bank',
		turn: 26,
		draw: (p) => [
			room(p),
			frame(180, 160, 280, 370, 'hill', 'url(#ink)'),
			frame(540, 120, 220, 280, 'sun'),
			frame(540, 440, 220, 160, 'lines'),
			frame(840, 160, 280, 370, 'leaf', 'url(#ink)'),
			frame(1200, 140, 240, 310, 'lines'),
			...[320, 660, 980, 1320].map(
				(x) =>
					path(`M${x - 16} 40 h32 l120 420 h-272Z`, '#fff6df', { opacity: 0.2 }) +
					rect(x - 22, 10, 44, 40, 'url(#ink)', 8),
			),
			rug(800, 970, 1000, p.soft),
			at(800, 940, 1, [rect(-300, -130, 600, 44, 'url(#mid)', 20), line('M-240 -90 V0 M240 -90 V0', '#6b4c31', 18)]),
			camera(800, 812, 0.4),
			plant(1480, 920, 1.1),
		],
	},
]
