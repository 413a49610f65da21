import { bulbMirror, clock, floorLamp, frame, pendant, plant, roundMirror, snakePlant, sprout } from '../decor.ts'
import { barberChair, bottle, ledge, jar, roundTable, sofa, towels } from '../furniture.ts'
import { arch, backdrop, board, panels, room, rug, tableTop, tiles } from '../rooms.ts'
import { shadow } from '../svg.ts'
import { barberPole, bowl, clipper, comb, razor, scissors, shavingBrush } from '../tools-beauty.ts'
import type { Scene } from '../scene.ts'

export const barbershop: Scene[] = [
	{
		alt: 'Zeichnung eines Barbierplatzes mit Spiegel, Glühlampen und Ledersessel',
		dark: true,
		draw: (p) => [
			room(p),
			panels(p, 800, 600),
			bulbMirror(560, 130, 480, 360),
			ledge(800, 590, 640, 'url(#woodDark)'),
			bottle(560, 590, 0.75, 'url(#brass)'),
			bottle(610, 590, 0.6, 'url(#cream)'),
			shavingBrush(1000, 590, 0.4),
			towels(1080, 590, 0.6),
			barberChair(820, 950, 1.05),
			barberPole(300, 620, 0.95),
			frame(1240, 180, 190, 240, 'lines'),
			snakePlant(1420, 910, 1.3, 'url(#accent)'),
		],
	},
	{
		alt: 'Zeichnung von Rasiermesser, Pinsel und Seifenschale',
		turn: 4,
		draw: (p) => [
			backdrop(p),
			arch(820, 820, 120, p.soft, 700, 0.6),
			tableTop(700, 'url(#woodDark)', '#4d3421'),
			shadow(560, 880, 640),
			razor(560, 880, 1.15, -8),
			shavingBrush(900, 780, 1.45),
			bowl(1200, 800, 1.35, 'url(#cream)', '#fffdf9'),
			bottle(340, 730, 1.8, 'url(#deep)'),
			jar(1420, 760, 1.3, 'url(#brass)'),
		],
	},
	{
		alt: 'Zeichnung eines Barbershops mit drei Sesseln vor runden Spiegeln',
		draw: (p) => [
			room(p),
			tiles(p, 430, 344),
			...[330, 800, 1270].flatMap((x) => [
				roundMirror(x, 270, 120),
				pendant(x + 180, 130, 'url(#ink)', 100),
				ledge(x, 500, 260, 'url(#woodDark)'),
				bottle(x - 60, 500, 0.5, 'url(#accent)'),
				bottle(x - 20, 500, 0.6, 'url(#ink)'),
				barberChair(x, 930, 0.82, 'url(#ink)'),
			]),
			barberPole(60, 560, 0.8),
		],
	},
	{
		alt: 'Zeichnung einer Wartecke mit Ledersofa und Bildern',
		turn: -8,
		draw: (p) => [
			room(p),
			panels(p),
			frame(420, 130, 220, 290, 'lines', 'url(#ink)'),
			frame(690, 170, 180, 220, 'sun', 'url(#ink)'),
			frame(910, 130, 220, 290, 'leaf', 'url(#ink)'),
			rug(790, 960, 1200, p.deep),
			sofa(790, 900, 1.1, 'url(#leather)'),
			floorLamp(1300, 880, 560),
			roundTable(300, 920, 0.9),
			barberPole(1490, 560, 0.85),
			plant(120, 900, 1),
		],
	},
	{
		alt: 'Zeichnung eines Werkzeugregals mit Haarschneidern, Kamm und Tiegeln',
		dark: true,
		turn: 6,
		draw: (p) => [
			backdrop(p),
			board(800, 360, 1200, [
				bottle(-460, 0, 1.2, 'url(#brass)'),
				bottle(-360, 0, 1, 'url(#cream)'),
				jar(-220, 0, 1.1, 'url(#accent)'),
				jar(-100, 0, 1.1),
				bottle(30, 0, 1.3, 'url(#accent)'),
				towels(220, 0, 1.2),
				sprout(440, 0, 1.4),
			]),
			tableTop(720, 'url(#woodDark)', '#4d3421'),
			clipper(480, 830, 1.15, -18),
			comb(850, 900, 1, 6, 'url(#cream)'),
			scissors(1180, 760, 0.95, 28),
			clock(1420, 170, 70),
		],
	},
]
