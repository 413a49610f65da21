import type { BusinessPlan } from '../plan.ts'
import { createRandom, type Random } from '../random.ts'
import { addRows, type Rows } from '../rows.ts'
import { SCENES } from './catalogue.ts'
import { faceOf } from './faces.ts'
import { pathOf } from './render.ts'
import { HEIGHT, paletteOf, WIDTH } from './svg.ts'

/** Gives a location three to five pictures of its category; `turn` decides which one comes first. */
export function addImages(rows: Rows, plan: BusinessPlan, hue: number, turn: number, random: Random): void {
	const scenes = SCENES[plan.parent] ?? []
	if (plan.state === 'draft') return
	const order = scenes.map((_, index) => (index + turn) % scenes.length)
	const [first = 0, ...others] = order
	const chosen = [first, ...random.shuffled(others)].slice(0, plan.steady ? 5 : random.between(3, 5))
	addRows(
		rows,
		'public.location_images',
		chosen.map((number, position) => {
			const scene = scenes[number]
			return {
				id: random.uuid(),
				location_id: plan.locationId,
				path: pathOf(plan.parent, number),
				alt: scene?.alt ?? '',
				width: WIDTH,
				height: HEIGHT,
				color: hexOf(scene ? paletteOf(hue, scene).wallShade : '#dfe5ea'),
				position,
			}
		}),
	)
}

/** Gives the people of a business their faces, no two the same in one team. @returns the drawings by the path of the picture */
export function addFaces(rows: Rows, plan: BusinessPlan): Map<string, string> {
	const faces = new Map<string, string>()
	if (plan.state === 'draft') return faces
	for (const row of rows.get('public.employees') ?? []) {
		if (row.location_id !== plan.locationId) continue
		const drawn = [...faces.values()]
		let turn = 0
		while (turn < 24 && drawn.includes(faceOf(String(row.name), turn))) turn += 1
		const path = `${plan.locationId}/${createRandom(`face ${String(row.id)}`).uuid()}.webp`
		row.image_path = path
		faces.set(path, faceOf(String(row.name), turn))
	}
	return faces
}

/** Turns "hsl(h,s%,l%)" into "#rrggbb". */
function hexOf(color: string): string {
	const [hue = 0, saturation = 0, lightness = 0] = (color.match(/\d+/g) ?? []).map(Number)
	const l = lightness / 100
	const chroma = (saturation / 100) * Math.min(l, 1 - l)
	const part = (offset: number): string => {
		const k = (offset + hue / 30) % 12
		const value = l - chroma * Math.max(-1, Math.min(k - 3, 9 - k, 1))
		return Math.round(value * 255)
			.toString(16)
			.padStart(2, '0')
	}
	return `#${part(0)}${part(8)}${part(4)}`
}
