import { frame, pendant, plant, snakePlant, sprout } from '../decor.ts'
import { armchair, bottle, pump, stool, towels } from '../furniture.ts'
import { backdrop, board, daylight, panels, room, rug, tableTop, tiles, windowAt } from '../rooms.ts'
import { at, circle, line, path, rect, shadow } from '../svg.ts'
import { brush, comb, scissors } from '../tools-beauty.ts'
import { cat, dog, groomTable, paw, tub } from '../tools-work.ts'
import type { Scene } from '../scene.ts'

export const tierpflege: Scene[] = [
	{
		alt: 'Zeichnung eines Hundes auf dem Pflegetisch im Hundesalon',
		draw: (p) => [
			room(p),
			tiles(p, 420, 354),
			board(1220, 270, 420, [
				pump(-150, 0, 0.75),
				bottle(-60, 0, 0.85, 'url(#accent)'),
				bottle(10, 0, 0.7),
				towels(120, 0, 0.9),
			]),
			windowAt(150, 110, 340, 320),
			daylight(170, 320, 400),
			groomTable(720, 950, 620),
			dog(700, 700, 1),
			stool(1180, 950, 1),
			plant(1460, 930, 1.15),
		],
	},
	{
		alt: 'Zeichnung einer Badewanne mit Schaum, daneben ein Hund',
		turn: 140,
		draw: (p) => [
			room(p),
			tiles(p, 360, 414),
			board(420, 250, 420, [towels(-120, 0, 1), pump(20, 0, 0.8), bottle(110, 0, 0.9, 'url(#accent)')]),
			frame(1160, 110, 230, 230, 'sun'),
			rug(800, 990, 1200, p.soft),
			tub(640, 940, 1.15),
			dog(1280, 950, 1.05, '#e6d3b3', '#b98f5e'),
		],
	},
	{
		alt: 'Zeichnung von Bürste, Kamm, Schere und Handtuch mit Pfotenabdruck',
		turn: 8,
		draw: (p) => [
			backdrop(p),
			circle(800, 430, 340, p.soft, { opacity: 0.55 }),
			paw(800, 420, 2.8, p.mid),
			tableTop(730, 'url(#wood)'),
			brush(420, 740, 1.2, -24),
			comb(760, 900, 1, 5, 'url(#steel)'),
			scissors(1130, 760, 0.9, 30),
			towels(1370, 880, 1.4),
			pump(250, 830, 1.2, 'url(#accent)'),
		],
	},
	{
		alt: 'Zeichnung einer Katze und eines Hundes im Wartebereich',
		turn: -12,
		draw: (p) => [
			room(p),
			panels(p),
			frame(500, 140, 210, 270, 'hill'),
			frame(760, 140, 210, 270, 'leaf'),
			rug(800, 970, 1300, p.soft),
			armchair(320, 900, 1.1, 'url(#deep)'),
			dog(760, 950, 0.95, '#9a6a44', '#5f3f27'),
			cat(1120, 950, 0.9),
			plant(1440, 920, 1.25),
			pendant(1180, 170, 'url(#mid)'),
		],
	},
	{
		alt: 'Zeichnung einer Katze am Fenster neben Körbchen',
		turn: 150,
		draw: (p) => [
			room(p),
			windowAt(380, 110, 760, 420),
			daylight(420, 640, 260),
			at(760, 580, 1, rect(-420, -10, 840, 30, 'url(#wood)', 6)),
			cat(620, 572, 0.95, '#c99a62'),
			sprout(940, 572, 1.2),
			at(520, 950, 1, [
				shadow(0, 8, 560),
				path('M-240 -110 Q-250 0 -150 0 H150 Q250 0 240 -110Z', 'url(#wood)'),
				path('M-210 -110 Q0 -190 210 -110 Q0 -60 -210 -110Z', 'url(#cream)'),
				line('M-236 -80 H236 M-226 -44 H226', '#8f6844', 5),
			]),
			dog(1180, 950, 0.9, '#d8c3a5', '#8a5d36'),
			plant(150, 920, 1.2),
			snakePlant(1460, 910, 1.2),
		],
	},
]
