import { floorLamp, plant, roundMirror, snakePlant } from '../decor.ts'
import { couch, jar, pump, roundTable, sofa, stool, towels, trolley } from '../furniture.ts'
import { arch, backdrop, panels, room, rug, tableTop } from '../rooms.ts'
import { HEIGHT, WIDTH, at, circle, line, oval, rect, shadow } from '../svg.ts'
import { orchid } from '../tools-beauty.ts'
import { flash, inkBottle, tattooMachine } from '../tools-mind.ts'
import type { Scene } from '../scene.ts'

export const tattooPiercing: Scene[] = [
	{
		alt: 'Zeichnung eines Tattoostudios mit Motivblättern an der Wand und Liege',
		dark: true,
		draw: (p) => [
			room(p),
			...[0, 1, 2, 3, 4].map((index) => flash(360 + index * 220, 250 + (index % 2) * 30, index, 0.92)),
			floorLamp(130, 880, 600),
			couch(760, 950, 1.15, 'url(#ink)'),
			trolley(1360, 930, 1),
			stool(280, 950, 1),
			plant(1530, 930, 1),
		],
	},
	{
		alt: 'Zeichnung einer Tätowiermaschine mit Farbfläschchen',
		draw: (p) => [
			backdrop(p),
			circle(700, 440, 340, p.soft, { opacity: 0.5 }),
			tableTop(740, 'url(#ink)', '#10171e'),
			tattooMachine(640, 560, 1.35, 26),
			inkBottle(1000, 880, 1.5, 'url(#mid)'),
			inkBottle(1150, 860, 1.4, 'url(#accent)'),
			inkBottle(1290, 890, 1.5, 'url(#deep)'),
			inkBottle(1420, 860, 1.3, 'url(#soft)'),
			towels(250, 890, 1.3),
		],
	},
	{
		alt: 'Zeichnung einer Wand mit Motiven: Rose, Schwalbe, Mond, Anker, Blatt',
		turn: 14,
		draw: (p) => [
			rect(0, 0, WIDTH, HEIGHT, 'url(#wall)'),
			...Array.from({ length: 10 }, (_, index) =>
				flash(
					200 + (index % 5) * 300,
					300 + Math.floor(index / 5) * 430,
					index * 3 + Math.floor(index / 5),
					1.35,
					index % 3 === 1 ? p.deep : '#27313b',
				),
			),
		],
	},
	{
		alt: 'Zeichnung eines Studios mit Sofa, Spiegel und Pflanzen',
		turn: -14,
		draw: (p) => [
			room(p),
			panels(p),
			flash(420, 270, 0, 1),
			flash(660, 270, 2, 1),
			roundMirror(1120, 280, 150),
			rug(760, 970, 1200, p.deep),
			sofa(680, 900, 1.05, 'url(#deep)'),
			roundTable(1180, 930, 1),
			inkBottle(1180, 752, 0.8, 'url(#accent)'),
			snakePlant(1440, 910, 1.35),
			plant(120, 930, 1.1),
		],
	},
	{
		alt: 'Zeichnung von Ringen, Steckern und Schmuckständer',
		turn: 24,
		draw: (p) => [
			backdrop(p),
			arch(800, 860, 120, p.soft, 720, 0.55),
			tableTop(720, 'url(#cream)', '#c9b79c'),
			at(640, 880, 1, [
				shadow(0, 4, 400),
				rect(-16, -520, 32, 500, 'url(#brass)', 10),
				rect(-200, -520, 400, 24, 'url(#brass)', 12),
				oval(0, -10, 140, 26, 'url(#brass)'),
				...[-150, -70, 70, 150].map(
					(dx, index) =>
						line(`M${dx} -498 v${50 + (index % 2) * 40}`, '#9a7636', 4) +
						circle(dx, -400 + (index % 2) * 40, 46, 'none', {
							stroke: ['#c9a45c', '#b8c1c9'][index % 2] ?? '',
							'stroke-width': 15,
						}),
				),
			]),
			circle(1000, 850, 56, 'none', { stroke: '#c9a45c', 'stroke-width': 18 }),
			circle(1120, 880, 42, 'none', { stroke: '#b8c1c9', 'stroke-width': 15 }),
			jar(1290, 860, 1.6, 'url(#mid)'),
			orchid(300, 820, 1.2),
			pump(1450, 860, 1.2, 'url(#deep)'),
		],
	},
]
