import { expect, test } from 'vitest'
import { csvOf } from './csv.ts'

test('writes files that spreadsheets can read, without formulas', () => {
	expect(
		csvOf([
			['Name', 'Preis'],
			['Mia "die" Erste', 45.5],
			['a;b\nc', -3],
		]),
	).toBe('\uFEFFName;Preis\r\n"Mia ""die"" Erste";45,5\r\n"a;b\nc";-3\r\n')
	expect(csvOf([['=1+1', '+49 30', '-x', '@a', 'a=b']])).toBe("\uFEFF'=1+1;'+49 30;'-x;'@a;a=b\r\n")
})
