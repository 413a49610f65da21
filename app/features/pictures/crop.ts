/** A part of a picture, in fractions of its width and height. */
export type Crop = { left: number; top: number; width: number; height: number }
/** A piece of the whole in one of its directions. */
export type Part = 'start' | 'middle' | 'end'
/** What somebody wants to be shown of a picture. */
export type CropWish = 'whole' | Part | Crop

/** Width over height of a picture in the results of the search. */
export const SHOWN_SHAPE = 4 / 3
/** Smallest part of a side that can be shown; the table `location_images` says the same. */
export const SMALLEST_PART = 0.05
const STEPS = 100_000

/**
 * The part that four numbers describe, in steps of a hundred thousandth and within the picture; nothing when they describe none.
 * A part that lies outside by less than a step is a rounding error and is corrected.
 */
export function readCrop(given: Record<keyof Crop, number>): Crop | undefined {
	const [left, width] = readSide(given.left, given.width) ?? []
	const [top, height] = readSide(given.top, given.height) ?? []
	if (left === undefined || width === undefined || top === undefined || height === undefined) return undefined
	return { left, top, width, height }
}

function readSide(start: number, length: number): [number, number] | undefined {
	const from = Math.round(start * STEPS)
	const to = Math.min(Math.round((start + length) * STEPS), STEPS)
	const inside = start > -1 / STEPS && start + length < 1 + 1 / STEPS
	if (!inside || to - from < SMALLEST_PART * STEPS) return undefined
	return [Math.max(from, 0) / STEPS, (to - Math.max(from, 0)) / STEPS]
}

/** The wish of a form: `part`, or the four numbers. */
export function readCropWish(form: FormData): CropWish | undefined {
	const part = form.get('part')
	if (part === 'whole' || part === 'start' || part === 'middle' || part === 'end') return part
	if (part !== null) return undefined
	const [left = NaN, top = NaN, width = NaN, height = NaN] = ['left', 'top', 'width', 'height'].map((name) => {
		const text = form.get(name)
		return typeof text === 'string' && text.trim() ? Number(text) : NaN
	})
	const crop = readCrop({ left, top, width, height })
	return crop?.width === 1 && crop.height === 1 ? 'whole' : crop
}

/** The pixels of a part of a picture of this size. */
export function pixelsOf(crop: Crop, size: { width: number; height: number }): Crop {
	const [left, right] = [crop.left, crop.left + crop.width].map((at) => Math.round(at * size.width)) as [number, number]
	const [top, bottom] = [crop.top, crop.top + crop.height].map((at) => Math.round(at * size.height)) as [number, number]
	const width = Math.max(1, Math.min(right, size.width) - left)
	const height = Math.max(1, Math.min(bottom, size.height) - top)
	return { left: Math.min(left, size.width - width), top: Math.min(top, size.height - height), width, height }
}

/** The largest part of this shape within a part; `ratio` is width over height of the whole picture. */
export function partOf(within: Crop, part: Part, ratio: number, shape = SHOWN_SHAPE): Crop {
	const own = (within.width / within.height) * ratio
	const width = within.width * Math.min(1, shape / own)
	const height = within.height * Math.min(1, own / shape)
	const place = { start: 0, middle: 0.5, end: 1 }[part]
	return {
		left: within.left + (within.width - width) * place,
		top: within.top + (within.height - height) * place,
		width,
		height,
	}
}

export const WHOLE: Crop = { left: 0, top: 0, width: 1, height: 1 }

/** Width over height of the whole picture of which this part is shown. */
export function wholeRatio(shown: { width: number; height: number }, crop: Crop | null): number {
	return (shown.width / shown.height) * (crop ? crop.height / crop.width : 1)
}

/** Whether a part has about this shape. */
export function isShape(crop: Crop, ratio: number, shape = SHOWN_SHAPE): boolean {
	return Math.abs((crop.width / crop.height) * ratio - shape) < 0.02
}

type CropColumns = { [name in keyof Crop as `crop_${name}`]: number | null }

/** A picture of the table with its part as one value; null: all of it. */
export function shownPicture<Row extends CropColumns>(row: Row) {
	const { crop_left, crop_top, crop_width, crop_height, ...picture } = row
	if (crop_left === null || crop_top === null || crop_width === null || crop_height === null)
		return { ...picture, crop: null }
	return { ...picture, crop: { left: crop_left, top: crop_top, width: crop_width, height: crop_height } }
}
