import sharp from 'sharp'
import { expect, test } from 'vitest'
import { checkType, DEFAULT_TYPES, essenceOf, OPAQUE, pictureTypeOf, safeType, typeOfFile } from './content-type.ts'

test.each([
	['image/png', 'image/png'],
	['  IMAGE/PNG ; charset="a,b"', 'image/png'],
	['image/png;,text/html', 'image/png'],
	['image/png;text/html', 'image/png'],
	['image/jpg', 'image/jpeg'],
	['text/html', 'text/plain'],
	['TEXT/HTML; charset=utf-7', 'text/plain'],
	['application/xhtml+xml', 'text/plain'],
	['text/javascript', 'text/plain'],
	['text/xsl', OPAQUE],
	['application/x-test', OPAQUE],
	['multipart/x-mixed-replace;boundary=x', OPAQUE],
	['image/png,text/html', OPAQUE],
	['image/png\ttext/html', OPAQUE],
	['image/png text/html', OPAQUE],
	['image/png\r\nx: y', OPAQUE],
	['image/png\0', OPAQUE],
	['image/png\u00a0', 'image/png'],
	['im\u0430ge/png', OPAQUE],
	['image/\u0140ng', OPAQUE],
	['image/png/text/html', OPAQUE],
	['text/html\v', 'text/plain'],
	['image', OPAQUE],
	['', OPAQUE],
	['*/*', OPAQUE],
	[`image/${'p'.repeat(10_000)}`, OPAQUE],
	[null, OPAQUE],
	[7, OPAQUE],
	[{ toString: () => 'text/html' }, OPAQUE],
])('%j is sent as %s', (given, type) => {
	expect(safeType(given)).toBe(type)
	expect(DEFAULT_TYPES).toContain(safeType(given))
})

test('types in the settings replace the usual ones', () => {
	expect(safeType('text/html', ['text/html'])).toBe('text/html')
	expect(safeType('image/svg+xml', ['image/png'])).toBe(OPAQUE)
	expect(safeType('text/html', ['image/png'])).toBe(OPAQUE)
})

test('pictures are known by their bytes', async () => {
	const create = { width: 3, height: 2, channels: 3, background: '#0a0' } as const
	for (const format of ['jpeg', 'png', 'webp', 'avif', 'gif'] as const) {
		const bytes = await sharp({ create }).toFormat(format).toBuffer()
		expect(pictureTypeOf(bytes)).toBe(`image/${format}`)
		expect(typeOfFile(`image/${format}`, bytes)).toBe(`image/${format}`)
		expect(typeOfFile(format === 'png' ? 'image/gif' : 'image/png', bytes)).toBe(OPAQUE)
		expect(pictureTypeOf(bytes.subarray(0, 2))).toBeUndefined()
	}
	for (const text of ['<html>', '<svg/>', 'GIF', 'RIFF', '', '%PDF-1.7', '\ufeffGIF89a', ' GIF89a']) {
		expect(pictureTypeOf(Buffer.from(text))).toBeUndefined()
		expect(typeOfFile('image/png', Buffer.from(text))).toBe(OPAQUE)
	}
	expect(typeOfFile('text/plain', Buffer.from('<html>'))).toBe('text/plain')
})

test('buckets accept types by name, by kind, or all', () => {
	expect(checkType(null, 'Text/Plain; charset=x')).toBe('text/plain')
	expect(checkType([], 'a/b')).toBe('a/b')
	expect(checkType(['image/*'], 'image/png;,text/html')).toBe('image/png')
	for (const given of ['text/html', 'image', 'imagex/png', 'image/png,text/html', '']) {
		expect(() => checkType(['image/*'], given)).toThrow('is not supported')
	}
	expect(essenceOf('a/b')).toBe('a/b')
})
