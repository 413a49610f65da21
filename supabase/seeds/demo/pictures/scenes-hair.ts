import { archMirror, ball, bulbMirror, curtain, floorLamp, frame, hanging, pendant, plant, roundMirror, snakePlant, sprout, vase, clock } from './decor.ts'
import { basinChair, barberChair, bottle, cabinet, console_, jar, pump, roundTable, salonChair, sofa, stool, towels, trolley, rolls } from './furniture.ts'
import { arch, backdrop, board, daylight, panels, room, rug, tableTop, tiles, windowAt } from './rooms.ts'
import type { Scene } from './scene.ts'
import { circle, shadow } from './svg.ts'
import { barberPole, bowl, brush, clipper, comb, dryer, razor, scissors, shavingBrush, tintBrush } from './tools-beauty.ts'

export const friseur: Scene[] = [
	{
		alt: 'Zeichnung eines hellen Salons mit zwei runden Spiegeln und Frisierstühlen',
		draw: (p) => [room(p), panels(p, 800, 560), daylight(60, 300, 300), roundMirror(560, 350, 140), roundMirror(1080, 350, 140), console_(560, 560, 320), console_(1080, 560, 320), bottle(480, 560, 0.6), bottle(520, 560, 0.5, 'url(#accent)'), pump(1010, 560, 0.55), sprout(1170, 560, 0.9), pendant(560, 150), pendant(1080, 150), rug(820, 930, 1100, p.soft), salonChair(560, 920, 0.95), salonChair(1080, 920, 0.95), plant(180, 900, 1.25), snakePlant(1460, 890, 1.2)],
	},
	{
		alt: 'Zeichnung von Schere, Kamm und Bürste auf einem Holztisch',
		draw: (p) => [backdrop(p), arch(800, 760, 150, p.soft, 700, 0.7), tableTop(), shadow(640, 900, 700), scissors(560, 690, 1.15, -24), comb(880, 930, 1.1, -9), brush(1180, 660, 1.15, 14), bottle(860, 710, 1.9, 'url(#deep)'), bottle(1000, 700, 1.5, 'url(#accent)'), towels(300, 760, 1.5), sprout(1400, 740, 1.7)],
	},
	{
		alt: 'Zeichnung eines Waschplatzes mit Regal, Handtüchern und Hängepflanze',
		turn: -14,
		draw: (p) => [room(p), tiles(p, 330, 444), board(520, 250, 560, [towels(-170, 0, 1), pump(-30, 0, 0.7), pump(50, 0, 0.7, 'url(#deep)'), bottle(130, 0, 0.8), sprout(210, 0, 1)]), windowAt(1120, 130, 320, 330), daylight(1000, 320, -500), hanging(250, 180, 1), basinChair(560, 900, 1.2), basinChair(1060, 900, 1.2), plant(1440, 920, 1.1, 'url(#accent)')],
	},
	{
		alt: 'Zeichnung eines Frisierplatzes am Abend mit beleuchtetem Bogenspiegel',
		dark: true,
		draw: (p) => [room(p), arch(800, 720, 110, p.deep, 774, 0.7), archMirror(800, 640, 330, 480), console_(800, 650, 460), bottle(660, 650, 0.7, 'url(#cream)'), bottle(710, 650, 0.55, 'url(#accent)'), vase(960, 650, 0.5), ball(480, 260, 52), ball(1120, 260, 52), rug(800, 950, 900, p.soft), salonChair(800, 950, 1.15, 'url(#accent)'), plant(250, 930, 1.4), floorLamp(1370, 900, 560)],
	},
	{
		alt: 'Zeichnung eines Farbplatzes mit Rollwagen, Farbschale und Fenster',
		turn: 12,
		draw: (p) => [room(p), windowAt(180, 130, 420, 420), daylight(180, 420, 420), archMirror(1010, 600, 300, 460), board(1400, 330, 260, [bottle(-80, 0, 0.8, 'url(#accent)'), bottle(-20, 0, 0.7), bottle(50, 0, 0.85, 'url(#deep)')]), board(1400, 560, 260, [towels(-40, 0, 0.9), pump(80, 0, 0.6)]), rug(1000, 940, 860, p.soft), salonChair(1010, 930, 1.1, 'url(#mid)'), trolley(620, 920, 1.05), bowl(640, 600, 0.5), dryer(1330, 830, 0.5), plant(130, 930, 1.15, 'url(#woodDark)')],
	},
]

export const barbershop: Scene[] = [
	{
		alt: 'Zeichnung eines Barbierplatzes mit Spiegel, Glühlampen und Ledersessel',
		dark: true,
		draw: (p) => [room(p), panels(p, 800, 600), bulbMirror(560, 130, 480, 360), console_(800, 590, 640, 'url(#woodDark)'), bottle(560, 590, 0.75, 'url(#brass)'), bottle(610, 590, 0.6, 'url(#cream)'), shavingBrush(1000, 590, 0.4), towels(1080, 590, 0.6), barberChair(820, 950, 1.05), barberPole(300, 620, 0.95), frame(1240, 180, 190, 240, 'lines'), snakePlant(1420, 910, 1.3, 'url(#accent)')],
	},
	{
		alt: 'Zeichnung von Rasiermesser, Pinsel und Seifenschale',
		turn: 4,
		draw: (p) => [backdrop(p), arch(820, 820, 120, p.soft, 700, 0.6), tableTop(700, 'url(#woodDark)', '#4d3421'), shadow(560, 880, 640), razor(560, 880, 1.15, -8), shavingBrush(900, 780, 1.45), bowl(1200, 800, 1.35, 'url(#cream)', '#fffdf9'), bottle(340, 730, 1.8, 'url(#deep)'), jar(1420, 760, 1.3, 'url(#brass)')],
	},
	{
		alt: 'Zeichnung eines Barbershops mit drei Sesseln vor runden Spiegeln',
		draw: (p) => [room(p), tiles(p, 430, 344), ...[330, 800, 1270].flatMap((x) => [roundMirror(x, 270, 120), pendant(x + 180, 130, 'url(#ink)', 100), console_(x, 500, 260, 'url(#woodDark)'), bottle(x - 60, 500, 0.5, 'url(#accent)'), bottle(x - 20, 500, 0.6, 'url(#ink)'), barberChair(x, 930, 0.82, 'url(#ink)')]), barberPole(60, 560, 0.8)],
	},
	{
		alt: 'Zeichnung einer Wartecke mit Ledersofa und Bildern',
		turn: -8,
		draw: (p) => [room(p), panels(p), frame(420, 130, 220, 290, 'lines', 'url(#ink)'), frame(690, 170, 180, 220, 'sun', 'url(#ink)'), frame(910, 130, 220, 290, 'leaf', 'url(#ink)'), rug(790, 960, 1200, p.deep), sofa(790, 900, 1.1, 'url(#leather)'), floorLamp(1300, 880, 560), roundTable(300, 920, 0.9), barberPole(1490, 560, 0.85), plant(120, 900, 1)],
	},
	{
		alt: 'Zeichnung eines Werkzeugregals mit Haarschneidern, Kamm und Tiegeln',
		dark: true,
		turn: 6,
		draw: (p) => [backdrop(p), board(800, 360, 1200, [bottle(-460, 0, 1.2, 'url(#brass)'), bottle(-360, 0, 1, 'url(#cream)'), jar(-220, 0, 1.1, 'url(#accent)'), jar(-100, 0, 1.1), bottle(30, 0, 1.3, 'url(#accent)'), towels(220, 0, 1.2), sprout(440, 0, 1.4)]), tableTop(720, 'url(#woodDark)', '#4d3421'), clipper(480, 830, 1.15, -18), comb(850, 900, 1, 6, 'url(#cream)'), scissors(1180, 760, 0.95, 28), clock(1420, 170, 70)],
	},
]

/** Hair removal, lashes and nails are in scenes-beauty.ts. */
export const wartezimmer = (p: Parameters<Scene['draw']>[0]): string[] => [room(p), curtain(0, 260, 800), stool(400, 900), rolls(600, 800), circle(0, 0, 1, p.wall), tintBrush(0, 0)]
