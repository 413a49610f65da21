import { words } from '../words.ts'

// Heads and shoulders in a 96 × 96 box: ground, back hair, shoulders, neck, ears, head, beard, eyes, mouth, front hair, glasses.

type Look = {
	skin: string
	hair: string
	style: Style
	clothes: string
	ground: string
	beard: boolean
	glasses: boolean
}
type Style = 'bob' | 'long' | 'tail' | 'bun' | 'curls' | 'scarf' | 'side' | 'short' | 'bald'

const BACK: Record<Style, (fill: string) => string> = {
	bob: (fill) => path('M27 44c-2-22 10-30 21-30s23 8 21 30c-.5 9-2 15-6 16H33c-4-1-5.500-7-6-16Z', fill),
	long: (fill) => path('M26 46C23 22 36 13 48 13s25 9 22 33c-1 12 2 22 4 28H22c2-6 5-16 4-28Z', fill),
	tail: (fill) =>
		path('M62 24c14 4 16 22 10 38-2 5-8 4-7-1 2-10 2-18-3-24Z', fill) +
		path('M30 42c-2-18 8-26 18-26s20 8 18 26z', fill),
	bun: (fill) => circle(48, 12.5, 8.5, fill) + path('M30 42c-2-18 8-25 18-25s20 7 18 25l-3 6H33z', fill),
	curls: (fill) =>
		[32, 28, 38, 19, 48, 15, 58, 19, 64, 28, 29, 39, 67, 39, 30, 49, 66, 49]
			.map((x, at, all) => (at % 2 ? '' : circle(x, all[at + 1] ?? 0, 9, fill)))
			.join(''),
	scarf: (fill) => path('M25 46C22 22 34 13 48 13s26 9 23 33c-1 10-1 18 5 24-8 8-48 8-56 0 6-6 6-14 5-24Z', fill),
	side: (fill) => path('M31 40c-3-18 7-25 17-25s20 7 17 25l-2 5H33z', fill),
	short: (fill) => path('M32 36c-1-14 7-20 16-20s17 6 16 20z', fill),
	bald: () => '',
}
const FRONT: Record<Style, (fill: string) => string> = {
	bob: (fill) => path('M32 39c0-13 7-19 16-19s16 6 16 19c-6-2-10-5-12-10-4 6-12 9-20 10Z', fill),
	long: (fill) => path('M32 42c-1-14 6-22 16-22s17 8 16 22c-4-4-8-9-10-15-5 6-15 9-22 15Z', fill),
	tail: (fill) => path('M32 39c0-12 7-19 16-19s16 7 16 19c-5-1-11-4-14-9-4 5-11 8-18 9Z', fill),
	bun: (fill) => path('M32 38c0-12 7-18 16-18s16 6 16 18c-3-6-8-9-16-9s-13 3-16 9Z', fill),
	curls: (fill) =>
		circle(36, 26, 6.5, fill) + circle(43, 22, 6.5, fill) + circle(51, 21.5, 6.5, fill) + circle(59, 25, 6.5, fill),
	scarf: (fill) =>
		line('M31 44c-1-15 6-24 17-24s18 9 17 24c0 9-5 17-9 20h-16c-4-3-9-11-9-20Z', fill, 5) +
		path('M33 60c8 9 22 9 30 0l8 12c-10 8-36 8-46 0z', fill),
	side: (fill) => path('M32 36c0-12 8-17 17-17 8 0 15 5 15 16-4-2-6-5-7-8-5 4-16 4-20 2-2 2-4 4-5 7Z', fill),
	short: (fill) => path('M33 33c0-9 7-14 15-14s15 5 15 14c-4-4-9-5-15-5s-11 1-15 5Z', fill),
	bald: () => '',
}

const SKINS = ['#f6d9c3', '#eec3a2', '#dca77f', '#c08556', '#96623c', '#6b4429']
const CLOTHES: [clothes: string, ground: string][] = [
	...([
		['#235789', '#dbe6f2'],
		['#1f7268', '#d7ebe7'],
		['#7d3a75', '#eedfec'],
		['#5a6a1c', '#e9edd8'],
	] as const),
	...([
		['#394b5a', '#f3e3d3'],
		['#c2544d', '#f7e0dc'],
		['#b9852a', '#f3ead2'],
		['#4d6b52', '#deebe0'],
	] as const),
].map(([clothes, ground]) => [clothes, ground])
const HAIRS = ['#7a3b22', '#8a6a3f', '#2b211d', '#c99a52', '#6a4128', '#3a2a22', '#1c1917', '#b9b3ab']
const DARK_HAIRS = ['#2b211d', '#221b18', '#3a2a22', '#1c1917']
const STYLES: Record<'f' | 'm', Style[]> = {
	f: ['bob', 'long', 'tail', 'bun', 'curls'],
	m: ['side', 'short', 'short', 'side', 'bald'],
}
// Which skins and whose hair people of an origin have here; the others are drawn from all.
const BY_ORIGIN: Record<string, { skins: number[]; dark: boolean }> = {
	de: { skins: [0, 1, 0, 1, 2, 0, 1, 4], dark: false },
	pl: { skins: [0, 1], dark: false },
	uk: { skins: [0, 1], dark: false },
	it: { skins: [1, 2], dark: true },
	tr: { skins: [1, 2, 3], dark: true },
	ar: { skins: [2, 3, 4], dark: true },
	vi: { skins: [1, 2], dark: true },
}
// Few enough that drawing them takes no time worth mentioning.
const TURNS = 24

/** The drawing of a made-up person, always the same for a name. @param turn others of a team with the same look take the next one */
export function faceOf(name: string, turn: number): string {
	const { origin, gender } = personOf(name)
	const number = (hashOf(name) + turn) % TURNS
	const { skins, dark } = BY_ORIGIN[origin] ?? { skins: [0, 1, 2, 3, 4, 5], dark: false }
	const [clothes, ground] = at(CLOTHES, number * 3 + turn)
	const skin = at(skins, number)
	const scarf = gender === 'f' && ['tr', 'ar'].includes(origin) && number % 4 === 0
	const style = scarf ? 'scarf' : at(STYLES[gender], number)
	return draw({
		skin: at(SKINS, skin),
		hair: scarf ? '#4b6a88' : at(dark || skin > 2 ? DARK_HAIRS : HAIRS, number),
		...{ style, clothes, ground },
		beard: gender === 'm' && number % 3 === 0,
		glasses: number % 5 === 3,
	})
}

function draw({ skin, hair, style, clothes, ground, beard, glasses }: Look): string {
	const ears = ['bob', 'long', 'scarf'].includes(style) ? '' : circle(32.5, 44, 3.2, skin) + circle(63.5, 44, 3.2, skin)
	return `<svg xmlns="http://www.w3.org/2000/svg" width="192" height="192" viewBox="0 0 96 96"><rect width="96" height="96" fill="${ground}"/>${[
		BACK[style](hair),
		path('M12 98c1-20 16-28 36-28s35 8 36 28z', clothes),
		path('M41 54h14v14c0 4-3 7-7 7s-7-3-7-7z', skin),
		path('M41 59c4 4 10 4 14 0v5c-4 4-10 4-14 0z', '#3c1e0f', ' fill-opacity=".14"'),
		ears,
		path('M32.500 39c0-11 7-18 15.500-18s15.500 7 15.500 18c0 14-7 23-15.500 23s-15.500-9-15.500-23Z', skin),
		beard
			? path(
					'M33.500 45c0 14 7 18.500 14.500 18.500S62.500 59 62.500 45c-2 5-5 6.500-8 6.300-2-1.300-11-1.300-13 0-3 .2-6-1.300-8-6.300Z',
					hair,
				)
			: '',
		circle(41.5, 43, 1.7, '#27313b') + circle(54.5, 43, 1.7, '#27313b'),
		line('M43.500 53.500c2.500 2.500 6.500 2.500 9 0', beard ? '#ffffff' : '#a4523f', 1.8),
		FRONT[style](hair),
		glasses
			? line(
					'M36.500 42.500a5 5 0 1 0 10 0a5 5 0 1 0-10 0M49.500 42.500a5 5 0 1 0 10 0a5 5 0 1 0-10 0M46.500 42h3M36.500 41.500l-3-1M59.500 41.500l3-1',
					'#27313b',
					1.7,
				)
			: '',
	].join('')}</svg>`
}

/** Where a first name is from, and whose it is. */
function personOf(name: string): { origin: string; gender: 'f' | 'm' } {
	for (const [origin, { f, m }] of Object.entries(words.firstNames))
		for (const [gender, names] of [
			['f', f],
			['m', m],
		] as const)
			if (names.some((first) => name === first || name.startsWith(`${first} `))) return { origin, gender }
	return { origin: '', gender: hashOf(name) % 2 ? 'f' : 'm' }
}

function hashOf(text: string): number {
	let sum = 7
	for (const letter of text) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973
	return sum
}

const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T
const path = (d: string, fill: string, more = ''): string => `<path d="${d}" fill="${fill}"${more}/>`
const circle = (x: number, y: number, r: number, fill: string): string =>
	`<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`
const line = (d: string, stroke: string, width: number): string =>
	`<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round"/>`
