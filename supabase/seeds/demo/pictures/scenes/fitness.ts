import { hanging, plant, snakePlant } from '../decor.ts'
import { bottle, towels } from '../furniture.ts'
import { arch, backdrop, daylight, panels, room, tableTop, windowAt } from '../rooms.ts'
import { WHITE, circle, line, path, rect } from '../svg.ts'
import { dumbbell, gymBall, kettlebell, mat, rack, yogi } from '../tools-work.ts'
import type { Scene } from '../scene.ts'

export const fitness: Scene[] = [
	{
		alt: 'Zeichnung eines Trainingsraums mit Hantelregal und Spiegel',
		draw: (p) => [
			room(p),
			rect(230, 110, 820, 460, 'url(#glass)', 6),
			path('M330 570 L620 110 H740 L450 570Z', WHITE, { opacity: 0.35 }),
			windowAt(1190, 120, 300, 380),
			rack(620, 900),
			kettlebell(1080, 930, 1),
			kettlebell(1240, 960, 0.8, 'url(#accent)'),
			gymBall(1440, 960, 120, 'url(#mid)'),
			plant(130, 920, 1.05),
			mat(700, 1010, 560, 'url(#deep)'),
		],
	},
	{
		alt: 'Zeichnung einer Person beim Yoga vor einem großen Bogenfenster',
		turn: 12,
		draw: (p) => [
			room(p),
			arch(800, 760, 80, 'url(#sky)'),
			path('M420 774 V620 Q620 500 800 600 T1180 590 V774Z', '#a8c7b4'),
			path('M420 774 V700 Q700 610 1180 690 V774Z', '#87ac95'),
			line('M800 80 V774 M420 450 H1180', WHITE, 12),
			daylight(520, 560, 160),
			mat(800, 985, 760, 'url(#mid)'),
			yogi(800, 950, 1, 'url(#accent)'),
			plant(200, 920, 1.3),
			snakePlant(1400, 910, 1.3),
		],
	},
	{
		alt: 'Zeichnung von Kugelhanteln, Hanteln und Trinkflasche',
		dark: true,
		draw: (p) => [
			backdrop(p),
			circle(800, 440, 350, p.mid, { opacity: 0.35 }),
			tableTop(740, 'url(#ink)', '#10171e'),
			kettlebell(800, 900, 1.7, 'url(#accent)'),
			dumbbell(420, 890, 1.4),
			dumbbell(1190, 930, 1.2, 'url(#mid)'),
			bottle(1400, 860, 2, 'url(#cream)'),
			towels(240, 780, 1),
		],
	},
	{
		alt: 'Zeichnung eines Kursraums mit Matten und Bällen',
		turn: -16,
		draw: (p) => [
			room(p),
			panels(p),
			windowAt(220, 110, 420, 320),
			windowAt(960, 110, 420, 320),
			daylight(240, 400, 420),
			daylight(980, 380, 300),
			mat(380, 920, 420, 'url(#mid)'),
			mat(820, 1010, 460, 'url(#accent)'),
			mat(1220, 920, 420, 'url(#deep)'),
			gymBall(800, 850, 80, 'url(#soft)'),
			gymBall(1500, 960, 110),
			hanging(800, 200, 1),
		],
	},
	{
		alt: 'Zeichnung eines Studios mit Spiegel, Stange und Pflanzen',
		turn: 24,
		draw: (p) => [
			room(p),
			...[330, 640, 950, 1260].map((x) => arch(x, 260, 110, 'url(#glass)', 740)),
			line('M130 560 H1470', '#8f6844', 17),
			line('M200 560 V800 M800 560 V800 M1400 560 V800', '#b8c1c9', 10),
			mat(560, 980, 480, 'url(#deep)'),
			gymBall(1120, 960, 120),
			dumbbell(880, 970, 0.6),
			dumbbell(880, 920, 0.6, 'url(#accent)'),
			plant(1490, 930, 1.1),
		],
	},
]
