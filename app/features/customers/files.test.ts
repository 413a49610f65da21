import { expect, test } from 'vitest'
import { fileName, sizeText } from './files.ts'

test.each([
	[1, '1 KB'],
	[2048, '2 KB'],
	[1_048_575, '1024 KB'],
	[2_516_582, '2,4 MB'],
	[10_485_760, '10 MB'],
])('%i bytes are %s', (bytes, text) => {
	expect(sizeText(bytes)).toBe(text)
})

test.each([
	['Farbe vorher', 'IMG_1.jpg', 'Farbe vorher'],
	['  ', 'Vertrag 2026.pdf', 'Vertrag 2026'],
	['', 'ohne', 'ohne'],
	['', '.pdf', ''],
	['x'.repeat(200), '', 'x'.repeat(120)],
])('%j typed for %j is kept as %j', (typed, given, kept) => {
	expect(fileName(typed, given)).toBe(kept)
})
