import { expect, test } from 'vitest'
import { columnsCookie, readColumns } from './columns.ts'

const read = (cookie?: string) => readColumns(new Request('https://a.example/', cookie ? { headers: { cookie } } : {}))

test('the usual columns are shown until others are chosen', () => {
	expect(read()).toEqual(['leistung', 'mit', 'preis', 'stand'])
	const cookie = columnsCookie(['stand', 'telefon', 'erfunden', 'leistung'])
	expect(read(cookie.split(';')[0])).toEqual(['leistung', 'telefon', 'stand'])
	expect(read(`a=1; ${columnsCookie([]).split(';')[0]}`)).toEqual([])
})
