import { archMirror, ball, bulbMirror, candle, curtain, floorLamp, frame, hanging, pendant, plant, roundMirror, snakePlant, sprout, vase } from './decor.ts'
import { armchair, bottle, cabinet, chair, couch, desk, jar, pump, rolls, roundTable, salonChair, stool, towels, trolley } from './furniture.ts'
import { arch, backdrop, board, daylight, panels, room, rug, tableTop, tiles, windowAt } from './rooms.ts'
import type { Scene } from './scene.ts'
import { circle, shadow } from './svg.ts'
import { bowl, compact, eye, hand, leafBranch, lipstick, mascara, orchid, polish, powderBrush, tweezers, waxPot } from './tools-beauty.ts'

export const kosmetik: Scene[] = [
	{
		alt: 'Zeichnung eines Behandlungsraums mit Liege, Lampe und Regal',
		draw: (p) => [room(p), arch(560, 640, 120, p.soft, 774, 0.55), board(1150, 300, 460, [pump(-160, 0, 0.7), jar(-70, 0, 0.8), bottle(10, 0, 0.75), orchid(130, 0, 0.55)]), board(1150, 520, 460, [rolls(-110, 0, 0.8), jar(40, 0, 0.8, 'url(#accent)'), bottle(130, 0, 0.8, 'url(#deep)')]), pendant(560, 190, 'url(#mid)', 150), couch(620, 930, 1.15), stool(1200, 930, 1), plant(1460, 920, 1.15), snakePlant(110, 900, 1)],
	},
	{
		alt: 'Zeichnung von Tiegeln, Flaschen und Orchidee',
		turn: -10,
		draw: (p) => [backdrop(p), circle(800, 420, 330, p.soft, { opacity: 0.6 }), tableTop(710, 'url(#cream)', '#c9b79c'), shadow(720, 820, 900), pump(520, 800, 1.9, 'url(#deep)'), bottle(700, 800, 2.1, 'url(#mid)'), jar(900, 830, 1.9), jar(1080, 800, 1.3, 'url(#accent)'), orchid(1270, 790, 1.35), towels(260, 810, 1.5)],
	},
	{
		alt: 'Zeichnung eines Schminkplatzes mit Lampenspiegel und Samtsessel',
		turn: 8,
		draw: (p) => [room(p), panels(p), bulbMirror(600, 110, 400, 360), desk(800, 860, 720, 'url(#cream)'), lipstick(620, 606, 0.8), compact(780, 606, 0.7), powderBrush(960, 560, 0.5, 14), vase(1080, 606, 0.55, 'url(#accent)', p.soft), rug(800, 970, 900, p.soft), salonChair(800, 980, 0.9, 'url(#mid)'), floorLamp(1320, 880, 580), plant(240, 920, 1.25)],
	},
	{
		alt: 'Zeichnung einer Liege am Fenster mit Vorhang und Kerzen',
		turn: 14,
		draw: (p) => [room(p), windowAt(520, 110, 560, 440), curtain(330, 180, 790), curtain(1090, 180, 790), daylight(560, 480, 200), couch(820, 940, 1.2, 'url(#soft)'), candle(250, 760, 80), candle(310, 760, 54), cabinet(270, 900, 260, 150, 2), orchid(1400, 690, 0.75), cabinet(1400, 900, 260, 220, 2)],
	},
	{
		alt: 'Zeichnung eines ruhigen Kosmetikraums am Abend',
		dark: true,
		draw: (p) => [room(p), arch(800, 900, 90, p.deep, 774, 0.8), roundMirror(800, 330, 150), ball(430, 270, 56), ball(1170, 270, 56), couch(800, 940, 1.2), trolley(1350, 920, 1), plant(180, 920, 1.3), candle(1260, 620, 50)],
	},
]

export const nagelstudio: Scene[] = [
	{
		alt: 'Zeichnung einer Hand mit lackierten Nägeln neben Nagellack',
		draw: (p) => [backdrop(p), circle(640, 470, 350, p.soft, { opacity: 0.55 }), tableTop(760, 'url(#cream)', '#c9b79c'), hand(600, 790, 1.45), polish(1010, 900, 1.35), polish(1170, 860, 1.2, 'url(#accent)'), polish(1310, 900, 1.3, 'url(#deep)'), towels(250, 880, 1.3)],
	},
	{
		alt: 'Zeichnung eines Nagelstudios mit Tischen und Lackregal',
		turn: -8,
		draw: (p) => [room(p), ...[210, 330, 450].map((y, row) => board(800, y, 900, Array.from({ length: 13 }, (_, index) => polish(-408 + index * 68, 0, 0.36, ['url(#mid)', 'url(#accent)', 'url(#deep)', 'url(#soft)', 'url(#cream)'][(index * 2 + row) % 5])))), pendant(430, 120, 'url(#mid)', 110), pendant(1170, 120, 'url(#mid)', 110), desk(800, 920, 900, 'url(#cream)'), towels(800, 666, 0.9), polish(640, 666, 0.5), polish(690, 666, 0.5, 'url(#accent)'), floorLamp(1440, 900, 520), chair(250, 930, 1.1, 'url(#mid)'), plant(110, 900, 0.9)],
	},
	{
		alt: 'Zeichnung von fünf Nagellackfläschchen in einer Reihe',
		turn: 10,
		draw: (p) => [backdrop(p), arch(800, 980, 140, p.soft, 720, 0.6), tableTop(720, 'url(#wood)'), ...['url(#deep)', 'url(#mid)', 'url(#soft)', 'url(#accent)', 'url(#cream)'].map((fill, index) => polish(420 + index * 190, 860 - (index % 2) * 40, 1.75, fill)), sprout(1400, 760, 1.6), leafBranch(210, 800, 1, -28)],
	},
	{
		alt: 'Zeichnung eines Fußpflegeplatzes mit Sessel und Wanne',
		turn: -16,
		draw: (p) => [room(p), tiles(p, 420, 354), frame(330, 110, 200, 250, 'sun'), frame(570, 110, 200, 250, 'leaf'), windowAt(1080, 110, 360, 320), daylight(1020, 360, -420), rug(760, 960, 1100, p.soft), armchair(700, 900, 1.35, 'url(#mid)'), bowl(760, 990, 1.2, 'url(#cream)', '#bfe0e6'), stool(1150, 960, 1), towels(1150, 776, 0.7), snakePlant(1430, 900, 1.3), plant(180, 920, 1.1)],
	},
	{
		alt: 'Zeichnung eines Nageltischs am Abend mit Kugellampen',
		dark: true,
		draw: (p) => [room(p), arch(800, 760, 110, p.deep, 774, 0.8), ball(560, 230, 46), ball(800, 180, 60), ball(1040, 230, 46), ...[390, 490].map((y, row) => board(800, y, 480, Array.from({ length: 7 }, (_, index) => polish(-190 + index * 64, 0, 0.34, ['url(#accent)', 'url(#cream)', 'url(#mid)'][(index + row) % 3])))), desk(800, 930, 820, 'url(#woodDark)'), towels(700, 676, 0.8), orchid(1060, 676, 0.5), salonChair(330, 960, 0.9, 'url(#accent)'), plant(1420, 920, 1.3)],
	},
]

export const augenbrauenWimpern: Scene[] = [
	{
		alt: 'Zeichnung eines Auges mit langen Wimpern',
		draw: (p) => [backdrop(p), circle(800, 520, 430, p.soft, { opacity: 0.45 }), circle(800, 520, 350, p.pale, { opacity: 0.8 }), eye(800, 560, 1.45)],
	},
	{
		alt: 'Zeichnung von Pinzetten, Bürstchen und Farbe auf einem Tisch',
		turn: 12,
		draw: (p) => [backdrop(p), arch(800, 860, 130, p.soft, 700, 0.6), tableTop(700, 'url(#cream)', '#c9b79c'), shadow(560, 900, 520), tweezers(500, 940, 1.15, -30), tweezers(610, 950, 1.15, -14), mascara(860, 800, 1.2, 24), bowl(1120, 860, 1.1, 'url(#deep)', '#5a4032'), jar(1330, 820, 1.3, 'url(#accent)'), orchid(260, 760, 1)],
	},
	{
		alt: 'Zeichnung eines Wimpernplatzes mit Liege und runder Lampe',
		turn: -10,
		draw: (p) => [room(p), arch(500, 560, 150, p.soft, 774, 0.6), circle(520, 330, 120, 'none', { stroke: '#fff6df', 'stroke-width': 34 }), couch(680, 940, 1.2, 'url(#soft)'), stool(240, 960, 1), trolley(1280, 920, 1), board(1220, 330, 400, [jar(-130, 0, 0.8), bottle(-40, 0, 0.8), sprout(50, 0, 0.9), pump(140, 0, 0.6)]), plant(1500, 920, 1)],
	},
	{
		alt: 'Zeichnung eines kleinen Studios mit Bogenspiegel und Bildern',
		turn: 20,
		draw: (p) => [room(p), panels(p, 800, 520), archMirror(800, 720, 340, 560), frame(330, 150, 210, 270, 'sun'), frame(1060, 150, 210, 270, 'lines'), pendant(330, 90, 'url(#mid)', 90), rug(800, 950, 1000, p.soft), salonChair(800, 960, 1, 'url(#deep)'), roundTable(1200, 920, 0.95), vase(1200, 760, 0.55, 'url(#accent)'), plant(250, 920, 1.2)],
	},
	{
		alt: 'Zeichnung eines geschlossenen Auges mit Wimpern am Abend',
		dark: true,
		draw: (p) => [backdrop(p), circle(800, 500, 400, p.mid, { opacity: 0.35 }), circle(800, 500, 300, p.soft, { opacity: 0.35 }), eye(800, 540, 1.2, 'url(#accent)'), leafBranch(160, 1060, 1.5, 24), leafBranch(1440, 1060, 1.5, -24)],
	},
]

export const haarentfernung: Scene[] = [
	{
		alt: 'Zeichnung eines Wachstopfs mit Holzspatel und Blättern',
		draw: (p) => [backdrop(p), circle(760, 470, 360, p.soft, { opacity: 0.5 }), tableTop(740, 'url(#wood)'), waxPot(760, 880, 1.6), towels(1180, 860, 1.6), leafBranch(330, 880, 1.2, -26), jar(1420, 850, 1.2, 'url(#accent)')],
	},
	{
		alt: 'Zeichnung einer hellen Kabine mit Liege und Vorhang',
		turn: -6,
		draw: (p) => [room(p), tiles(p, 470, 304), curtain(0, 300, 860), windowAt(640, 120, 380, 300), daylight(640, 380, 260), couch(800, 940, 1.2), trolley(1340, 920, 1), board(1290, 330, 360, [rolls(-80, 0, 0.8), jar(50, 0, 0.8), sprout(130, 0, 0.8)])],
	},
	{
		alt: 'Zeichnung eines Studios mit Liege vor einem Bogen und Pflanzen',
		turn: 10,
		draw: (p) => [room(p), arch(800, 1000, 90, p.soft, 774, 0.6), hanging(420, 170, 1), hanging(1180, 150, 0.9), couch(800, 940, 1.25, 'url(#soft)'), plant(180, 920, 1.2), snakePlant(1430, 900, 1.3, 'url(#accent)')],
	},
	{
		alt: 'Zeichnung von Zuckerpaste, Schale und Handtüchern',
		turn: 18,
		draw: (p) => [backdrop(p), arch(800, 900, 130, p.soft, 710, 0.55), tableTop(710, 'url(#cream)', '#c9b79c'), bowl(560, 860, 1.7, 'url(#accent)', '#d99a3a'), jar(860, 820, 1.8), pump(1060, 810, 1.7, 'url(#deep)'), towels(1310, 840, 1.4), leafBranch(260, 860, 1.1, -18)],
	},
	{
		alt: 'Zeichnung einer Kabine am Abend mit Kerzen und Liege',
		dark: true,
		draw: (p) => [room(p), panels(p, 800, 560), roundMirror(420, 320, 110), ball(800, 220, 62), couch(820, 940, 1.25), cabinet(1380, 900, 300, 240, 2, 'url(#woodDark)'), candle(1330, 650, 60), candle(1400, 650, 90), plant(160, 920, 1.25)],
	},
]
