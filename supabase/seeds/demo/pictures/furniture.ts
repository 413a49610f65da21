import { at, circle, CREAM, line, oval, path, rect, shadow, STEEL, WHITE } from './svg.ts'

const FOOT = (): string[] => [
	shadow(0, 4, 300),
	oval(0, -6, 92, 18, 'url(#steel)'),
	rect(-13, -120, 26, 116, 'url(#steel)'),
]

/** A hairdresser's chair, seen from behind at an angle. Origin: middle of the foot. */
export const salonChair = (x: number, y: number, scale = 1, fill = 'url(#deep)'): string =>
	at(x, y, scale, [
		...FOOT(),
		rect(-110, -176, 220, 62, fill, 26),
		path('M-98 -390 Q-102 -430 -60 -430 H60 Q102 -430 98 -390 L88 -170 H-88Z', fill),
		path('M-78 -384 Q-80 -412 -52 -412 H52 Q80 -412 78 -384 L70 -196 H-70Z', WHITE, { opacity: 0.1 }),
		rect(-134, -262, 34, 22, 'url(#steel)', 10),
		rect(100, -262, 34, 22, 'url(#steel)', 10),
		line('M-118 -240 V-168 M118 -240 V-168', STEEL, 12),
		line('M-44 -30 H44', STEEL, 10),
	])

/** A heavy barber's chair with head and foot rest, from the side. */
export const barberChair = (x: number, y: number, scale = 1, fill = 'url(#leather)'): string =>
	at(x, y, scale, [
		shadow(0, 4, 360),
		oval(0, -8, 120, 24, 'url(#steel)'),
		rect(-22, -150, 44, 146, 'url(#steel)'),
		path('M-140 -214 H96 Q128 -214 124 -176 Q122 -148 92 -148 H-128 Q-164 -148 -160 -182 Q-158 -214 -140 -214Z', fill),
		path(
			'M60 -210 Q84 -350 122 -438 Q136 -462 162 -452 Q186 -442 178 -412 Q146 -300 128 -196 Q100 -176 60 -210Z',
			fill,
		),
		path('M142 -474 Q158 -516 190 -506 Q216 -496 202 -462 Q190 -440 164 -446Z', fill),
		rect(-120, -292, 190, 30, 'url(#ink)', 14),
		line('M-90 -268 V-206 M40 -268 V-206', STEEL, 12),
		path('M-156 -170 L-236 -56 H-196 L-130 -150Z', 'url(#steel)'),
		rect(-268, -64, 92, 22, 'url(#ink)', 10),
	])

/** A chair with a basin for washing hair. */
export const basinChair = (x: number, y: number, scale = 1): string =>
	at(x, y, scale, [
		shadow(20, 4, 420),
		rect(96, -300, 62, 300, 'url(#cream)', 10),
		path('M60 -352 H236 Q236 -262 170 -252 H116 Q66 -262 60 -352Z', 'url(#cream)'),
		oval(148, -352, 88, 18, 'url(#glass)'),
		line('M206 -356 V-410 Q206 -436 178 -436', STEEL, 12),
		path('M-170 -170 H70 Q96 -170 96 -140 V-110 H-180 Q-200 -140 -170 -170Z', 'url(#deep)'),
		path('M20 -166 Q34 -260 92 -322 L132 -296 Q100 -230 96 -150Z', 'url(#mid)'),
		rect(-150, -112, 20, 112, 'url(#ink)'),
		rect(50, -112, 20, 112, 'url(#ink)'),
		rect(-166, -228, 160, 24, 'url(#ink)', 12),
		line('M-140 -206 V-160', '#1c242c', 12),
	])

export const armchair = (x: number, y: number, scale = 1, fill = 'url(#mid)'): string =>
	at(x, y, scale, [
		shadow(0, 6, 400),
		line('M-120 -40 L-136 0 M120 -40 L136 0', '#6b4c31', 14),
		path('M-136 -260 Q-136 -350 -60 -352 H60 Q136 -350 136 -260 V-120 H-136Z', fill),
		rect(-128, -160, 256, 76, fill, 26),
		path('M-128 -150 H128 V-132 H-128Z', '#1b130c', { opacity: 0.1 }),
		rect(-172, -216, 66, 180, fill, 32),
		rect(106, -216, 66, 180, fill, 32),
		rect(-120, -84, 240, 46, fill, 12),
	])

export const sofa = (x: number, y: number, scale = 1, fill = 'url(#mid)'): string =>
	at(x, y, scale, [
		shadow(0, 6, 780),
		line('M-300 -40 L-310 0 M300 -40 L310 0', '#6b4c31', 16),
		path('M-310 -250 Q-310 -320 -250 -320 H250 Q310 -320 310 -250 V-120 H-310Z', fill),
		rect(-300, -176, 296, 90, fill, 26),
		rect(4, -176, 296, 90, fill, 26),
		rect(-362, -224, 82, 186, fill, 38),
		rect(280, -224, 82, 186, fill, 38),
		rect(-300, -92, 600, 56, fill, 12),
		line('M0 -176 V-96', '#1b130c', 4, { opacity: 0.15 }),
		at(-190, -176, 1, rect(-62, -112, 124, 116, 'url(#accent)', 22), -8),
		at(180, -176, 1, rect(-56, -104, 112, 108, 'url(#cream)', 20), 10),
	])

export const stool = (x: number, y: number, scale = 1, fill = 'url(#accent)'): string =>
	at(x, y, scale, [
		shadow(0, 4, 190),
		line('M0 -150 V-20 M-64 0 L0 -30 L64 0', STEEL, 11),
		rect(-74, -186, 148, 44, fill, 22),
	])

/** A couch for treatments with a sheet, a pillow and towels. */
export const couch = (x: number, y: number, scale = 1, sheet = 'url(#pale)'): string =>
	at(x, y, scale, [
		shadow(0, 8, 860),
		rect(-330, -170, 34, 170, 'url(#wood)'),
		rect(296, -170, 34, 170, 'url(#wood)'),
		rect(-330, -70, 660, 16, 'url(#woodDark)'),
		rect(-380, -226, 760, 66, 'url(#cream)', 22),
		path(
			'M-386 -238 Q-386 -252 -370 -252 H300 L330 -70 Q240 -96 170 -70 Q90 -44 10 -72 Q-80 -100 -160 -72 Q-250 -46 -340 -72Z',
			sheet,
		),
		rect(-364, -304, 190, 66, 'url(#cream)', 30),
		path('M40 -252 H380 V-196 Q300 -176 230 -194 Q130 -216 40 -186Z', 'url(#mid)', { opacity: 0.9 }),
		towels(-20, -252, 0.7),
	])

/** Folded towels, the lowest at the origin. */
export const towels = (x: number, y: number, scale = 1, fills = ['url(#cream)', 'url(#soft)', 'url(#cream)']): string =>
	at(
		x,
		y,
		scale,
		fills.map(
			(fill, index) =>
				rect(-78 + index * 5, -38 * (index + 1), 156 - index * 10, 35, fill, 16) +
				line(`M${-60 + index * 5} ${-38 * index - 19} H60`, '#1b130c', 2, { opacity: 0.12 }),
		),
	)

/** Towels rolled up, for a board. */
export const rolls = (x: number, y: number, scale = 1): string =>
	at(
		x,
		y,
		scale,
		[
			[-52, -34],
			[0, -34],
			[52, -34],
			[-26, -92],
			[26, -92],
		].map(
			([cx = 0, cy = 0], index) =>
				circle(cx, cy, 31, index % 2 ? 'url(#soft)' : 'url(#cream)') +
				line(`M${cx - 12} ${cy} a12 12 0 1 1 12 12 a18 18 0 0 1 -18 -18`, '#1b130c', 3, { opacity: 0.16 }),
		),
	)

/** A low cupboard with doors. */
export function cabinet(
	x: number,
	y: number,
	width: number,
	height: number,
	doors: number,
	fill = 'url(#wood)',
): string {
	const step = (width - 24) / doors
	return at(x, y, 1, [
		shadow(0, 4, width * 1.1, 46),
		rect(-width / 2 + 30, -40, 14, 40, '#6b4c31'),
		rect(width / 2 - 44, -40, 14, 40, '#6b4c31'),
		rect(-width / 2, -height, width, height - 30, fill, 8),
		...Array.from(
			{ length: doors },
			(_, index) =>
				rect(-width / 2 + 12 + index * step + 4, -height + 18, step - 8, height - 66, '#1b130c', 5, { opacity: 0.07 }) +
				circle(-width / 2 + 12 + index * step + (index % 2 ? 26 : step - 26), -height / 2 - 14, 7, 'url(#brass)'),
		),
		rect(-width / 2 - 10, -height - 12, width + 20, 20, 'url(#cream)', 4),
	])
}

/** A narrow shelf below a mirror, with drawers. */
export const ledge = (x: number, y: number, width: number, fill = 'url(#wood)'): string =>
	at(x, y, 1, [
		rect(-width / 2, 0, width, 22, fill, 4),
		rect(-width / 2 + 24, 22, width - 48, 62, fill, 4),
		rect(-width / 2 + 24, 22, width - 48, 14, '#1b130c', 0, { opacity: 0.14 }),
		circle(0, 56, 7, 'url(#brass)'),
		rect(-width / 2 + 30, 86, width - 60, 10, '#1b130c', 4, { opacity: 0.08 }),
	])

/** A trolley with three trays. */
export const trolley = (x: number, y: number, scale = 1): string =>
	at(x, y, scale, [
		shadow(0, 6, 260),
		line('M-90 -330 V-20 M90 -330 V-20', STEEL, 10),
		circle(-90, -12, 14, '#2f3943'),
		circle(90, -12, 14, '#2f3943'),
		...[-300, -190, -80].map((dy) => rect(-108, dy, 216, 34, 'url(#ink)', 8)),
		...[-70, -30, 14, 56].map((dx, index) =>
			bottle(dx, -300, 0.5 + (index % 2) * 0.12, index % 2 ? 'url(#accent)' : 'url(#cream)'),
		),
		towels(0, -190, 0.62),
		...[-50, 10, 60].map((dx) => bottle(dx, -80, 0.42, 'url(#soft)')),
	])

/** A bottle with a cap. */
export const bottle = (x: number, y: number, scale = 1, fill = 'url(#mid)', tall = 130): string =>
	at(x, y, scale, [
		path(`M-26 0 V${-tall + 40} Q-26 ${-tall + 14} -10 ${-tall + 8} H10 Q26 ${-tall + 14} 26 ${-tall + 40} V0Z`, fill),
		rect(-11, -tall - 22, 22, 32, 'url(#ink)', 4),
		rect(-18, -tall + 66, 36, 38, CREAM, 3, { opacity: 0.85 }),
	])

/** A bottle with a pump. */
export const pump = (x: number, y: number, scale = 1, fill = 'url(#accent)'): string =>
	at(x, y, scale, [
		rect(-34, -128, 68, 128, fill, 12),
		rect(-24, -96, 48, 56, CREAM, 4, { opacity: 0.85 }),
		rect(-8, -162, 16, 36, 'url(#ink)'),
		path('M-14 -176 H40 Q50 -176 50 -164 V-158 H-14Z', '#2f3943'),
	])

/** A jar with a lid. */
export const jar = (x: number, y: number, scale = 1, fill = 'url(#pale)'): string =>
	at(x, y, scale, [rect(-42, -66, 84, 66, fill, 12), rect(-46, -90, 92, 28, 'url(#wood)', 7)])

export const desk = (x: number, y: number, width: number, top = 'url(#wood)'): string =>
	at(x, y, 1, [
		shadow(0, 6, width * 1.1, 60),
		line(`M${-width / 2 + 46} -230 L${-width / 2 + 26} 0 M${width / 2 - 46} -230 L${width / 2 - 26} 0`, '#6b4c31', 16),
		rect(-width / 2, -254, width, 30, top, 6),
		rect(-width / 2 + 12, -224, width - 24, 10, '#1b130c', 0, { opacity: 0.14 }),
	])

/** A simple chair from the side. */
export const chair = (x: number, y: number, scale = 1, fill = 'url(#accent)'): string =>
	at(x, y, scale, [
		shadow(0, 4, 240),
		line('M-74 -160 L-86 0 M70 -160 L86 0 M-50 -160 L-56 0 M50 -160 L56 0', '#6b4c31', 11),
		rect(-96, -190, 192, 40, fill, 18),
		path('M60 -186 Q96 -300 90 -380 Q88 -400 70 -398 Q54 -396 54 -376 Q56 -290 26 -190Z', fill),
	])

export const roundTable = (x: number, y: number, scale = 1): string =>
	at(x, y, scale, [
		shadow(0, 4, 260),
		rect(-8, -170, 16, 166, 'url(#brass)'),
		oval(0, -6, 70, 14, 'url(#brass)'),
		oval(0, -172, 130, 24, 'url(#wood)'),
		oval(0, -178, 130, 22, 'url(#cream)'),
	])
