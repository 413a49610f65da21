import { expect, test } from 'vitest'
import { csvOf } from '#app/lib/csv.ts'
import { readTable } from './import-file.server.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const utf16 = (text: string) => new Uint8Array([0xff, 0xfe, ...Buffer.from(text, 'utf16le')])
const latin = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))
const TEXT = 'Name;Straße\nZoë Müller;Köln\n'
const TABLE = { head: ['Name', 'Straße'], rows: [['Zoë Müller', 'Köln']] }

test.each([
	['UTF-8', utf8(TEXT)],
	['UTF-8 with a mark', utf8(`\uFEFF${TEXT}`)],
	['UTF-16', utf16(TEXT)],
	['Windows-1252', latin(TEXT)],
	['commas', utf8(TEXT.replaceAll(';', ','))],
	['tabs', utf8(TEXT.replaceAll(';', '\t'))],
	['a named separator', utf8(`sep=;\r\n${TEXT}`)],
	['empty lines', utf8(TEXT.replaceAll('\n', '\r\n\r\n;\r\n'))],
])('reads a file in %s', (_, bytes) => {
	expect(readTable(bytes)).toEqual(TABLE)
})

test('names columns without a head, and ignores cells beyond the heads', () => {
	expect(readTable(utf8('Name;;Ort\na;b;c;d\ne'))).toEqual({
		head: ['Name', 'Spalte 2', 'Ort'],
		rows: [['a', 'b', 'c'], ['e']],
	})
})

test('what our own files guard against formulas comes back as it was', () => {
	expect(readTable(utf8(csvOf([['Telefon'], ['+49 171'], ['=1+1'], ["'kurz"]])))).toEqual({
		head: ['Telefon'],
		rows: [['+49 171'], ['=1+1'], ["'kurz"]],
	})
})

test.each([
	['empty', utf8(' \n '), /leer/],
	['heads alone', utf8('Name;Ort\n'), /keine Zeile/],
	['a broken quote', utf8('Name\n"Mia'), /In Zeile 2 fehlt ein Anführungszeichen/],
	['a workbook', new Uint8Array([0x50, 0x4b, 3, 4, 1]), /Excel-Datei/],
	['too many columns', utf8(`a${';'.repeat(60)}\nx`), /mehr als 60 Spalten/],
	['too many rows', utf8(`Name\n${'x\n'.repeat(50_001)}`), /mehr als 50.000 Zeilen/],
	['too long a cell', utf8(`Name\nx\n${'x'.repeat(2001)}`), /In Zeile 3 hat ein Feld/],
	['too large', new Uint8Array(10_000_001), /größer als 10 MB/],
])('says what is wrong with %s', (_, bytes, words) => {
	expect(readTable(bytes)).toEqual({ fault: expect.stringMatching(words) })
})
