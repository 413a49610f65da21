import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '#backend/testing/property-runs.ts'
import { csvOf } from './csv.ts'
import { guessSeparator, readCsv } from './csv-read.ts'

test('reads quoted cells with separators, line breaks and quotes, and every kind of line end', () => {
	const text = 'Name;Notiz\r\n"Berg; Bert";"Zeile 1\nZeile ""2"""\nMia;5 " Abstand\r\r\n;\r\nZoë;'
	expect(readCsv(text)).toEqual({
		rows: [
			['Name', 'Notiz'],
			['Berg; Bert', 'Zeile 1\nZeile "2"'],
			['Mia', '5 " Abstand'],
			['Zoë', ''],
		],
	})
	expect(readCsv('')).toEqual({ rows: [] })
})

test.each([
	['a;b\n"c";"d', 2],
	['a;b\n"Salon "Anna"";x\n', 2],
	['"a\nb";c\n"', 3],
])('names the line whose quotes do not fit: %j', (text, brokenLine) => {
	expect(readCsv(text)).toEqual({ brokenLine })
})

test.each([
	['Name;E-Mail,Telefon;Ort', ';'],
	['Name,E-Mail\n1;2;3;4', ','],
	['"a;b;c"\t"d"', '\t'],
	['Name', ';'],
])('finds the separator of %j', (text, separator) => {
	expect(guessSeparator(text)).toBe(separator)
})

test('reads back what we write', () => {
	const cell = fc.string({ unit: fc.constantFrom('a', ';', '"', '\n', '\r', ',', ' ', 'ß') })
	fc.assert(
		fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 })), (rows) => {
			const guarded = rows.map((row) => row.map((text) => (text.startsWith('\r') ? `'${text}` : text)))
			const full = guarded.filter((row) => row.some((text) => text.trim() !== ''))
			expect(readCsv(csvOf(rows).slice(1), ';')).toEqual({ rows: full })
		}),
		runs(300),
	)
})

test('ten megabytes are read whole', () => {
	const text = `Name;Notiz\n${'"Mia ""die"" Erste";Trinkt Tee\n'.repeat(330_000)}`
	const read = readCsv(text)
	expect('rows' in read && read.rows).toHaveLength(330_001)
})

test('a quote that is never closed in a large file is told, and breaks nothing', () => {
	const text = `Name;Größe\nAnna;"5\n${'x\n'.repeat(5_000_000)}`
	expect(guessSeparator(text)).toBe(';')
	expect(readCsv(text)).toEqual({ brokenLine: 2 })
})
