import { expect, test } from 'vitest'
import { type ChoosableColumns, columnsCookie, readColumns } from './kept-columns.ts'

const list: ChoosableColumns<'leistung' | 'telefon' | 'preis' | 'stand'> = {
	cookie: 'zeitplatz-columns',
	names: { leistung: 'Leistung', telefon: 'Telefon', preis: 'Preis', stand: 'Stand' },
	usual: ['leistung', 'preis', 'stand'],
}
const read = (cookie?: string) =>
	readColumns(new Request('https://a.example/', cookie ? { headers: { cookie } } : {}), list)

test('the usual columns are shown until others are chosen', () => {
	expect(read()).toEqual(['leistung', 'preis', 'stand'])
	const cookie = columnsCookie(['stand', 'telefon', 'erfunden', 'leistung'], list)
	expect(read(cookie.split(';')[0])).toEqual(['leistung', 'telefon', 'stand'])
	expect(read(`a=1; ${columnsCookie([], list).split(';')[0]}`)).toEqual([])
	// Another list has its own choice.
	expect(read('zeitplatz-columns-kunden=telefon')).toEqual(['leistung', 'preis', 'stand'])
})
