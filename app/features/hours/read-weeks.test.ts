import { expect, test } from 'vitest'
import { readWeeks } from './read-weeks.ts'
import type { Span } from './weeks.ts'

const TODAY = '2026-04-01'
const formOf = (fields: [string, string][]): FormData => {
	const form = new FormData()
	for (const [name, value] of [['period', '/'], ...fields] as [string, string][]) form.append(name, value)
	return form
}
/** The fields of one day: "9-12". */
const day = (weekday: number, ...spans: string[]): [string, string][] =>
	spans.flatMap((span) => {
		const [starts = '', ends = ''] = span.split('-')
		return [
			[`starts-0-${weekday}`, starts],
			[`ends-0-${weekday}`, ends],
		]
	})
const read = (...fields: [string, string][]) => readWeeks(formOf(fields), TODAY)
const daysOf = (typed: ReturnType<typeof readWeeks>): string[][] =>
	'periods' in typed
		? (typed.periods[0]?.days ?? []).map((spans: Span[]) => spans.map(({ starts, ends }) => `${starts}-${ends}`))
		: []

test('a week is read with breaks, midnight and validity', () => {
	const typed = read(['from-0', '2026-05-01'], ['until-0', ''], ...day(1, '09:00-12:00', '13-00:00'), ...day(2, '-'))
	expect(typed).toMatchObject({ periods: [{ key: '/', from: '2026-05-01', to: '' }] })
	expect(daysOf(typed)).toEqual([['09:00-12:00', '13:00-24:00'], [], [], [], [], [], []])
})

test('a day is copied to others; without a source, without targets or without times it is not', () => {
	const days = [...day(1, '8-12'), ...day(3, '10-11')]
	expect(daysOf(read(...days, ['copy-0', '1'], ['to-0', '3'], ['to-0', '7']))).toEqual([
		...[['08:00-12:00'], [], ['08:00-12:00'], [], [], [], ['08:00-12:00']],
	])
	expect(read(...days, ['copy-0', ''], ['to-0', '3'])).toEqual({
		fields: { 'copy-0': ['Bitte wählen Sie, von welchem Tag die Zeiten kommen.'] },
	})
	expect(read(...days, ['copy-0', '1'])).toEqual({
		fields: { 'copy-0': ['Bitte wählen Sie, für welche Tage die Zeiten auch gelten.'] },
	})
	expect(read(...days, ['copy-0', '2'], ['to-0', '3'])).toEqual({
		fields: { 'copy-0': ['Für Dienstag stehen keine Zeiten da, die sich übernehmen ließen.'] },
	})
})

test('a missing end and a period that ends before it begins are refused', () => {
	expect(read(...day(1, '09:00-'))).toEqual({ fields: { 'ends-0-1': [expect.stringContaining('Beginn und Ende')] } })
	expect(read(...day(1, '9-12', '-17'))).toEqual({
		fields: { 'starts-0-1': ['', expect.stringContaining('Beginn und Ende')] },
	})
	expect(read(['from-0', '2026-05-02'], ['until-0', '2026-05-01'])).toEqual({ code: 'period_invalid' })
	for (const date of ['3026-05-01', '1900-01-01', '2026-02-30', 'bald'])
		expect(read(['from-0', date])).toEqual({ fields: { 'from-0': [expect.any(String)] } })
	expect(read(...day(1, '09:00-'), ['drop', '0'])).toEqual({ periods: [] })
})

test('times and days are read as they are typed, and each wrong one gets an error at its row', () => {
	const right = read(['until-0', '5.12.'], ...day(1, '9-12', '1330-24'))
	expect(right).toMatchObject({ periods: [{ to: '2026-12-05' }] })
	expect(daysOf(right)[0]).toEqual(['09:00-12:00', '13:30-24:00'])
	expect(read(['until-0', '31.2.'], ...day(1, '9-12', '25-spät'))).toEqual({
		fields: {
			'until-0': ['Dieses Datum gibt es nicht. Bitte prüfen Sie Tag, Monat und Jahr.'],
			'starts-0-1': ['', 'Diese Uhrzeit gibt es nicht. Bitte geben Sie eine von 0:00 bis 23:59 an.'],
			'ends-0-1': ['', 'Bitte geben Sie die Uhrzeit wie 9:30 an.'],
		},
	})
})

test('times of one day that overlap are refused at the later row; those that touch are not', () => {
	expect(read(...day(2, '9-13', '12-18'))).toEqual({
		fields: { 'starts-0-2': ['', 'Überschneidet sich mit 09:00–13:00.'] },
	})
	expect(read(...day(2, '20-2', '22-23'))).toHaveProperty('fields')
	expect(daysOf(read(...day(2, '9-12', '12-18')))[1]).toEqual(['09:00-12:00', '12:00-18:00'])
})

test('a shift of most of a day is asked about, with what was meant most likely; nights are not', () => {
	const asked = (span: string) => {
		const typed = read(...day(1, span))
		return 'fields' in typed ? (typed.fields['ends-0-1']?.[0] ?? '') : ''
	}
	expect(asked('18-9')).toBe('Das sind 15 Stunden, bis zum nächsten Tag. Meinten Sie 09:00–18:00?')
	expect(asked('9-7')).toBe('Das sind 22 Stunden, bis zum nächsten Tag. Meinten Sie 09:00–19:00?')
	for (const night of ['20-6', '18-2', '0-24', '22-24', '12-0']) expect(asked(night)).toBe('')
	expect(daysOf(read(...day(1, '18-9'), ['sure', 'ja']))[0]).toEqual(['18:00-09:00'])
})

test('the weeks of a rota are read on from the first; those that the form does not hold yet begin as it', () => {
	const held = (weeks: number): [string, string][] =>
		Array.from({ length: weeks }, (_, index) => ['week-0', String(index + 1)])
	const two = read(...day(1, '8-12'), ...day(8, '11-17'), ...held(2), ['weeks-0', '2'], ['start-0', '25.11.2026'])
	expect([daysOf(two)[0], daysOf(two)[7], daysOf(two).length]).toEqual([['08:00-12:00'], ['11:00-17:00'], 14])
	expect(two).toMatchObject({ periods: [{ start: '2026-11-23' }] })
	const grown = read(...day(1, '8-12'), ['weeks-0', '3'])
	expect([daysOf(grown).length, daysOf(grown)[14]]).toEqual([21, ['08:00-12:00']])
	// The Monday of TODAY.
	expect(grown).toMatchObject({ periods: [{ start: '2026-03-30' }] })
	const shrunk = read(...day(1, '8-12'), ...day(8, 'unlesbar'), ...held(2), ['weeks-0', '1'], ['start-0', '25.11.2026'])
	expect([daysOf(shrunk).length, shrunk]).toMatchObject([7, { periods: [{ start: '' }] }])
	for (const weeks of ['0', '5', '1.5', 'x'])
		expect(daysOf(read(...day(1, '8-12'), ['weeks-0', weeks]))).toHaveLength(7)
	expect(read(...held(2), ['start-0', '1.1.1999'])).toEqual({
		fields: { 'start-0': ['Bitte geben Sie einen Tag ab dem Jahr 2000 an.'] },
	})
	expect(read(...day(1, '8-12'), ...day(8, '9-13', '12-18'), ...held(2))).toHaveProperty('fields.starts-0-8')
})

test('a day is copied within its own week', () => {
	const weeks: [string, string][] = [...day(1, '8-12'), ...day(8, '11-17'), ['week-0', '1'], ['week-0', '2']]
	const days = daysOf(read(...weeks, ['copy-0w2', '1'], ['to-0w2', '2']))
	expect([days[1], days[8]]).toEqual([[], ['11:00-17:00']])
	expect(read(...weeks, ['copy-0w2', '3'], ['to-0w2', '2'])).toHaveProperty('fields.copy-0w2')
})
