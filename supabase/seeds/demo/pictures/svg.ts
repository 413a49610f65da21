export const WIDTH = 1600
export const HEIGHT = 1067

/** Height of the line between wall and floor, unless a scene sets another. */
export const FLOOR = 800

/** Colours of one scene; most are derived from the hue of its category. */
export type Palette = {
	hue: number
	wall: string
	wallShade: string
	pale: string
	soft: string
	mid: string
	deep: string
	night: string
	accent: string
	floor: string
	floorShade: string
}

const hsl = (hue: number, saturation: number, lightness: number): string =>
	`hsl(${Math.round((hue + 360) % 360)},${saturation}%,${lightness}%)`

/** `dark`: the wall is dark and lamps are visible; `turn` shifts the hue a little, so that pictures of a category differ. */
export function paletteOf(hue: number, { dark = false, turn = 0 } = {}): Palette {
	const own = hue + turn
	const warm = own < 75 || own > 320
	return {
		hue: own,
		wall: dark ? hsl(own, 30, 33) : hsl(own, 36, 89),
		wallShade: dark ? hsl(own, 34, 21) : hsl(own, 32, 77),
		pale: hsl(own, 45, 94),
		soft: hsl(own, 36, 70),
		mid: hsl(own, 40, 50),
		deep: hsl(own, 42, 31),
		night: hsl(own, 36, 18),
		accent: warm ? hsl(188, 34, 44) : hsl(26, 64, 60),
		floor: dark ? '#8d6c4f' : '#d9bd98',
		floorShade: dark ? '#5d4532' : '#bd9a72',
	}
}

export const CREAM = '#f7f1e7'
export const WHITE = '#fffdf9'
export const INK = '#27313b'
export const BRASS = '#c9a45c'
export const WOOD = '#c39a6f'
export const WOOD_DARK = '#8f6844'
export const GREEN = '#6b9a78'
export const GREEN_DARK = '#47705a'
export const STEEL = '#b8c1c9'

type Attributes = Record<string, string | number | undefined>

function attributesOf({ opacity, ...attributes }: Attributes): string {
	// The renderer is much faster with these than with `opacity`, which needs a layer of its own.
	return Object.entries({ ...attributes, 'fill-opacity': opacity, 'stroke-opacity': opacity })
		.map(([name, value]) => (value === undefined ? '' : ` ${name}="${value}"`))
		.join('')
}

export const rect = (
	x: number,
	y: number,
	width: number,
	height: number,
	fill: string,
	rx = 0,
	more: Attributes = {},
): string => `<rect${attributesOf({ x, y, width, height, fill, rx: rx || undefined, ...more })}/>`

export const circle = (cx: number, cy: number, r: number, fill: string, more: Attributes = {}): string =>
	`<circle${attributesOf({ cx, cy, r, fill, ...more })}/>`

export const oval = (cx: number, cy: number, rx: number, ry: number, fill: string, more: Attributes = {}): string =>
	`<ellipse${attributesOf({ cx, cy, rx, ry, fill, ...more })}/>`

export const path = (d: string, fill: string, more: Attributes = {}): string =>
	`<path${attributesOf({ d, fill, ...more })}/>`

/** An open line. */
export const line = (d: string, stroke: string, width: number, more: Attributes = {}): string =>
	path(d, 'none', { stroke, 'stroke-width': width, 'stroke-linecap': 'round', 'stroke-linejoin': 'round', ...more })

/** Parts that are moved, scaled and turned. */
export const at = (x: number, y: number, scale: number, parts: string | string[], turn = 0): string =>
	`<g transform="translate(${x} ${y})${turn ? ` rotate(${turn})` : ''}${scale === 1 ? '' : ` scale(${scale})`}">${[parts].flat().join('')}</g>`

/** Parts mirrored left to right about x. */
export const flipped = (x: number, y: number, scale: number, parts: string | string[]): string =>
	`<g transform="translate(${x} ${y}) scale(${-scale} ${scale})">${[parts].flat().join('')}</g>`

/** Soft shadow on the ground below something. */
export const shadow = (x: number, y: number, width: number, height = width * 0.13): string =>
	oval(x, y, width / 2, height / 2, 'url(#shadow)')

/** Light around a lamp. */
export const glow = (x: number, y: number, radius: number): string => circle(x, y, radius, 'url(#glow)')

const stops = (list: [offset: number, color: string, opacity?: number][]): string =>
	list
		.map(([offset, color, opacity = 1]) => `<stop offset="${offset}" stop-color="${color}" stop-opacity="${opacity}"/>`)
		.join('')

const across = (id: string, from: string, middle: string, to: string): string =>
	`<linearGradient id="${id}">${stops([
		[0, from],
		[0.45, middle],
		[1, to],
	])}</linearGradient>`

const down = (id: string, from: string, to: string): string =>
	`<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${stops([
		[0, from],
		[1, to],
	])}</linearGradient>`

/** The gradients that all props use by name: lit from the left, darker on the right. */
function definitions(p: Palette): string {
	const { hue } = p
	return [
		down('wall', p.wall, p.wallShade),
		down('floor', p.floor, p.floorShade),
		`<radialGradient id="shadow">${stops([
			[0, '#1b130c', 0.42],
			[0.6, '#1b130c', 0.2],
			[1, '#1b130c', 0],
		])}</radialGradient>`,
		`<radialGradient id="glow">${stops([
			[0, '#fff3d6', 0.75],
			[0.35, '#ffe9bd', 0.32],
			[1, '#ffe3a8', 0],
		])}</radialGradient>`,
		`<linearGradient id="edge">${stops([
			[0, '#120c08', 0.1],
			[1, '#120c08', 0],
		])}</linearGradient>`,
		down('below', '#120c08', '#120c08')
			.replace('stop-opacity="1"', 'stop-opacity="0"')
			.replace('stop-opacity="1"', 'stop-opacity="0.16"'),
		`<linearGradient id="beam" x1="0" y1="0" x2="1" y2="0.8">${stops([
			[0, '#ffffff', 0.5],
			[1, '#ffffff', 0],
		])}</linearGradient>`,
		`<linearGradient id="glass" x1="0" y1="0" x2="1" y2="1">${stops([
			[0, hsl(hue, 30, 96)],
			[0.5, hsl(hue, 26, 84)],
			[0.52, hsl(hue, 28, 89)],
			[1, hsl(hue, 24, 76)],
		])}</linearGradient>`,
		down('sky', '#eaf4fa', '#cfe3ee'),
		across('deep', hsl(hue, 40, 37), hsl(hue, 42, 31), hsl(hue, 44, 22)),
		across('mid', hsl(hue, 42, 58), hsl(hue, 40, 50), hsl(hue, 42, 40)),
		across('soft', hsl(hue, 40, 78), hsl(hue, 36, 70), hsl(hue, 34, 60)),
		across('pale', hsl(hue, 45, 97), hsl(hue, 42, 92), hsl(hue, 34, 83)),
		across('accent', p.accent, p.accent, shade(p.accent)),
		across('cream', '#fffaf1', CREAM, '#e2d6c3'),
		across('wood', '#d4ae84', WOOD, '#a67c54'),
		across('woodDark', '#a37b55', WOOD_DARK, '#6b4c31'),
		across('brass', '#e6cb8d', BRASS, '#9a7636'),
		across('steel', '#eef1f4', '#c3cbd2', '#8c97a1'),
		across('ink', '#46525d', '#2f3943', '#1c242c'),
		across('green', '#84b08c', GREEN, GREEN_DARK),
		across('leather', '#a5694a', '#8a5238', '#603524'),
	].join('')
}

function shade(color: string): string {
	return color.replace(/(\d+)%\)$/, (_, lightness: string) => `${Number(lightness) - 14}%)`)
}

/** A whole picture as SVG text. */
export function picture(p: Palette, parts: string[]): string {
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">`,
		`<defs>${definitions(p)}</defs>`,
		...parts,
		rect(0, 0, 420, HEIGHT, 'url(#edge)'),
		flipped(WIDTH, 0, 1, rect(0, 0, 420, HEIGHT, 'url(#edge)')),
		rect(0, HEIGHT - 150, WIDTH, 150, 'url(#below)'),
		'</svg>',
	].join('')
}
