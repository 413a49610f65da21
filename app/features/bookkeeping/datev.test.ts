import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '#backend/testing/property-runs.ts'
import { cp1252 } from './cp1252.ts'
import { type Batch, type Booking, DATEV_VERSION, datevFiles } from './datev.ts'
import { DATEV_COLUMNS } from './datev-columns.ts'

const BATCH: Batch = {
	...{ consultant: 29098, client: 55003, chart: '03', name: 'Zeitplatz November 2026', yearBegins: '2026-01-01' },
	...{ from: '2026-11-01', to: '2026-11-30', made: '20261201080000123' },
}
const BOOKING: Booking = {
	...{ day: '2026-11-05', debit: '1360', credit: '1710', cents: 90_005, reference: 'ZP-1a2b', test: false },
	text: 'Anzahlung "Salon Łucja" – 20 €',
}
const linesOf = (file: Uint8Array | undefined): string[] => new TextDecoder('windows-1252').decode(file).split('\r\n')
/** The fields of a line, quotes and all. */
const fields = (line: string): string[] =>
	line.match(/(?:"(?:[^"]|"")*"|[^;]*)(?:;|$)/g)?.map((one) => one.replace(/;$/, '')) ?? []

test('the head says what it is, for whom and of when', () => {
	const [head = '', names = ''] = linesOf(datevFiles(BATCH, [BOOKING])[0])
	expect(head).toBe(
		'"EXTF";700;21;"Buchungsstapel";13;20261201080000123;;"ZP";"";"";29098;55003;20260101;4;20261101;20261130;"Zeitplatz November 2026";"";1;0;0;"EUR";;"";;;"03";;;"";""',
	)
	expect(head.split(';')).toHaveLength(31)
	expect([names.split(';').length, DATEV_COLUMNS.length, DATEV_VERSION.rows]).toEqual([125, 125, 13])
	expect(names).toMatch(/^Umsatz \(ohne Soll\/Haben-Kz\);Soll\/Haben-Kennzeichen;WKZ Umsatz;/)
})

test('a row has decimal comma, day and month, and what Windows can write', () => {
	const [file] = datevFiles(BATCH, [BOOKING])
	const row = fields(linesOf(file)[2] ?? '').slice(0, 125)
	expect(row[0]).toBe('900,05')
	expect(row[1]).toBe('"S"')
	expect([row[6], row[7]]).toEqual(['1360', '1710'])
	expect([row[9], row[10]]).toEqual(['0511', '"ZP-1a2b"'])
	expect(row[13]).toBe('"Anzahlung ""Salon Lucja"" – 20 €"')
	expect(file).toContain(0x80)
	expect(linesOf(file).at(-1)).toBe('')
})

test('money of a trial is marked', () => {
	const [file] = datevFiles(BATCH, [{ ...BOOKING, text: 'Zahlung', test: true }])
	expect(linesOf(file)[2]).toContain('"TEST Zahlung"')
})

test('a file has a limit, and more rows make more files', () => {
	const files = datevFiles(
		BATCH,
		[1, 2, 3, 4, 5].map((cents) => ({ ...BOOKING, cents })),
		2,
	)
	expect(files.map((file) => linesOf(file).length - 3)).toEqual([2, 2, 1])
	expect(linesOf(files[2])[2]).toMatch(/^0,05;/)
	expect(datevFiles(BATCH, [])).toHaveLength(1)
	expect(() => datevFiles(BATCH, [{ ...BOOKING, cents: 0 }])).toThrow('no amount')
})

test('letters of other alphabets do no harm', () => {
	const text = (typed: string): string => new TextDecoder('windows-1252').decode(cp1252(typed))
	expect(text('Yılmaz, Szymański, Größe, Ž, „so“')).toBe('Yilmaz, Szymanski, Größe, Ž, „so“')
	expect(text('美容 🌸\u0000\u0085')).toBe('?? ?')
})

test('whatever is written, a row stays a row of its columns within their lengths', () => {
	const any = fc.record({
		...{ text: fc.string({ unit: 'binary', maxLength: 90 }), reference: fc.string({ maxLength: 60 }) },
		cents: fc.integer({ min: 1, max: 99_999_999 }),
	})
	fc.assert(
		fc.property(fc.array(any, { maxLength: 5 }), (typed) => {
			const lines = linesOf(
				datevFiles(
					BATCH,
					typed.map((one) => ({ ...BOOKING, ...one })),
				)[0],
			)
			expect(lines).toHaveLength(typed.length + 3)
			for (const [place, { cents }] of typed.entries()) {
				const row = fields(lines[place + 2] ?? '').slice(0, 125)
				expect(Math.round(Number((row[0] ?? '').replace(',', '.')) * 100)).toBe(cents)
				expect((row[10] ?? '').length).toBeLessThanOrEqual(38)
				expect((row[13] ?? '').slice(1, -1).replaceAll('""', '"').length).toBeLessThanOrEqual(60)
				expect(row.slice(14).join('')).toBe('')
			}
		}),
		runs(200),
	)
})
