import { describe, expect, it } from 'vitest'
import { lineFault, linesOfText, linesText, readLines, settledLine, typedLines } from './edit-lines.ts'

const stored = {
	...{ position: 1, service_id: 's', service_name: 'Schnitt', employee_id: 'a', price_cents: 4500 },
	...{ starts_at: '2026-11-24T09:00:00Z', ends_at: '2026-11-24T09:45:00Z' },
}
const [line] = typedLines([stored])

describe('the lines of the form', () => {
	it('come from the stored ones and survive as text', () => {
		expect(line).toEqual({ origin: '1', service: 's', person: 'a', minutes: '45', price: '45,00', room: '' })
		expect(linesOfText(linesText([line!]))).toEqual([line])
		// From a page that was open before there were rooms.
		expect(linesOfText('[["1","s","a","45","45,00"]]')).toEqual([line])
		for (const text of ['', '{', 'null', '[1]', '[["1"]]', undefined]) expect(linesOfText(text)).toEqual([])
	})
	it('are read in order, without those that have no service', () => {
		const form = new FormData()
		for (const row of [line!, { ...line!, origin: '2', service: '' }, { ...line!, origin: '', minutes: ' 60 ' }])
			for (const [name, value] of Object.entries(row)) form.append(name, value)
		expect(readLines(form)).toEqual([line, { ...line, origin: '', minutes: '60' }])
	})
	it('follow another service where nobody touched length and price', () => {
		expect(settledLine({ ...line!, service: 't' }, line)).toMatchObject({ minutes: '', price: '' })
		expect(settledLine({ ...line!, service: 't', price: '50' }, line)).toMatchObject({ minutes: '', price: '50' })
		expect(settledLine({ ...line!, person: 'b' }, line)).toMatchObject({ minutes: '', price: '45,00' })
		expect(settledLine(line!, line)).toEqual(line)
		const inRoom = { ...line!, room: 'r' }
		expect(settledLine({ ...inRoom, minutes: '60' }, inRoom)).toMatchObject({ room: '' })
		expect(settledLine({ ...inRoom, room: 'q' }, inRoom)).toMatchObject({ room: 'q' })
		expect(settledLine({ ...inRoom, room: 'q', service: 't' }, inRoom)).toMatchObject({ room: '' })
	})
	it.each([
		[{ minutes: '4' }, /Dauer/],
		[{ minutes: '1441' }, /Dauer/],
		[{ minutes: 'eine Stunde' }, /Dauer/],
		[{ price: '45.00' }, /Preis/],
		[{ price: '100001' }, /Preis/],
		[{ price: '-1' }, /Preis/],
	])('are refused when they make no sense: %o', (changes, words) => {
		expect(lineFault({ ...line!, ...changes })).toMatch(words)
		expect(lineFault({ ...line!, minutes: '', price: '' })).toBeUndefined()
	})
})
