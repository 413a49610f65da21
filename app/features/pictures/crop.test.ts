import fc from 'fast-check'
import { runs } from '#backend/testing/property-runs.ts'
import { describe, expect, it } from 'vitest'
import {
	type Crop,
	isShape,
	partOf,
	pixelsOf,
	readCrop,
	readCropWish,
	shownPicture,
	WHOLE,
	wholeRatio,
} from './crop.ts'

const fraction = fc.double({ min: 0, max: 1, noNaN: true })
const size = fc.record({ width: fc.integer({ min: 1, max: 4000 }), height: fc.integer({ min: 1, max: 4000 }) })
const crop = fc
	.tuple(fraction, fraction, fraction, fraction)
	.map(([left, top, width, height]) => readCrop({ left, top, width: width * (1 - left), height: height * (1 - top) }))
	.filter((read) => read !== undefined)
const form = (fields: Record<string, string>): FormData => {
	const data = new FormData()
	for (const [name, value] of Object.entries(fields)) data.set(name, value)
	return data
}

describe('reading a part', () => {
	it('never returns a part that lies outside or is smaller than the table allows', () => {
		fc.assert(
			fc.property(fc.double(), fc.double(), fc.double(), fc.double(), (left, top, width, height) => {
				const read = readCrop({ left, top, width, height })
				if (!read) return
				for (const [start, length] of [
					[read.left, read.width],
					[read.top, read.height],
				] as const) {
					expect(start).toBeGreaterThanOrEqual(0)
					expect(length).toBeGreaterThanOrEqual(0.05)
					// Adds as the table does, in steps of a hundred thousandth.
					expect(Math.round(start * 1e5) + Math.round(length * 1e5)).toBeLessThanOrEqual(1e5)
				}
			}),
			runs(100),
		)
	})

	it('accepts what the table accepts, and corrects rounding errors', () => {
		expect(readCrop({ left: 0.1, top: 0.2, width: 0.3, height: 0.4 })).toEqual({
			left: 0.1,
			top: 0.2,
			width: 0.3,
			height: 0.4,
		})
		expect(readCrop({ left: -0.000001, top: 0.3, width: 1.000002, height: 0.700004 })).toEqual({
			left: 0,
			top: 0.3,
			width: 1,
			height: 0.7,
		})
	})

	it('refuses what is outside, too small or no number', () => {
		const good = { left: 0.1, top: 0.1, width: 0.5, height: 0.5 }
		for (const name of Object.keys(good) as (keyof Crop)[])
			for (const bad of [Number.NaN, Infinity, -Infinity, -0.1, 1.1, 1e308])
				expect({ name, bad, read: readCrop({ ...good, [name]: bad }) }).toEqual({ name, bad, read: undefined })
		expect(readCrop({ ...good, left: 0.6 })).toBeUndefined()
		expect(readCrop({ ...good, height: 0.049 })).toBeUndefined()
		expect(readCrop({ ...good, width: 0 })).toBeUndefined()
	})

	it('reads the part that a form asks for', () => {
		expect(readCropWish(form({ part: 'whole' }))).toBe('whole')
		expect(readCropWish(form({ part: 'end', left: '0' }))).toBe('end')
		expect(readCropWish(form({ left: '0', top: '0.25', width: '1', height: '0.5' }))).toEqual({
			left: 0,
			top: 0.25,
			width: 1,
			height: 0.5,
		})
		expect(readCropWish(form({ left: '0', top: '0', width: '1', height: '1.000001' }))).toBe('whole')
		for (const bad of ['', ' ', 'NaN', 'x', '1e999', '0,5', '-0.5'])
			expect({ bad, wish: readCropWish(form({ left: bad, top: '0', width: '0.5', height: '0.5' })) }).toEqual({
				bad,
				wish: undefined,
			})
		expect(readCropWish(form({ part: 'corner' }))).toBeUndefined()
		expect(readCropWish(form({}))).toBeUndefined()
	})
})

describe('pixels of a part', () => {
	it('are at least one and lie within the picture', () => {
		fc.assert(
			fc.property(crop, size, (part, of) => {
				const { left, top, width, height } = pixelsOf(part, of)
				for (const number of [left, top, width, height]) expect(Number.isInteger(number)).toBe(true)
				expect(Math.min(left, top)).toBeGreaterThanOrEqual(0)
				expect(Math.min(width, height)).toBeGreaterThanOrEqual(1)
				expect(left + width).toBeLessThanOrEqual(of.width)
				expect(top + height).toBeLessThanOrEqual(of.height)
			}),
			runs(100),
		)
	})

	it('are the nearest ones', () => {
		const part = { left: 0.25, top: 0.1, width: 0.5, height: 0.9 }
		expect(pixelsOf(part, { width: 1001, height: 500 })).toEqual({ left: 250, top: 50, width: 501, height: 450 })
	})
})

describe('a shape within a part', () => {
	it('is the largest of the shape, at the start, the middle or the end', () => {
		const portrait = 3 / 4
		const tops = (['start', 'middle', 'end'] as const).map((part) => partOf(WHOLE, part, portrait).top)
		expect(tops).toEqual([0, expect.closeTo(0.21875, 10), expect.closeTo(0.4375, 10)])
		expect(partOf(WHOLE, 'end', 2)).toEqual({
			left: expect.closeTo(1 / 3, 10),
			top: 0,
			width: expect.closeTo(2 / 3, 10),
			height: 1,
		})
		expect(partOf(WHOLE, 'start', 4 / 3)).toEqual(WHOLE)
	})

	it('has the shape and stays within, whatever the part and the picture', () => {
		fc.assert(
			fc.property(crop, fc.double({ min: 0.2, max: 5, noNaN: true }), (within, ratio) => {
				const part = partOf(within, 'end', ratio)
				expect(isShape(part, ratio)).toBe(true)
				expect(part.left + part.width).toBeCloseTo(within.left + within.width, 9)
				expect(part.top + part.height).toBeCloseTo(within.top + within.height, 9)
				expect(part.width).toBeLessThanOrEqual(within.width)
				expect(part.height).toBeLessThanOrEqual(within.height)
			}),
			runs(100),
		)
	})

	it('is known from what is shown', () => {
		expect(wholeRatio({ width: 400, height: 300 }, null)).toBeCloseTo(4 / 3)
		expect(wholeRatio({ width: 400, height: 300 }, { left: 0, top: 0, width: 0.5, height: 1 })).toBeCloseTo(8 / 3)
	})
})

it('a row has one part or none', () => {
	const none = { crop_left: null, crop_top: null, crop_width: null, crop_height: null }
	expect(shownPicture({ id: 'a', ...none })).toEqual({ id: 'a', crop: null })
	const some = { crop_left: 0, crop_top: 0.1, crop_width: 0.2, crop_height: 0.3 }
	expect(shownPicture({ id: 'a', ...some })).toEqual({ id: 'a', crop: { left: 0, top: 0.1, width: 0.2, height: 0.3 } })
})
