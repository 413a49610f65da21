import { expect, test } from 'vitest'
import { onNumbersText } from './on-numbers.ts'

const people = (...names: string[]) => names.map((name) => ({ id: name, name }))

test.each([
	[0, [], false, ''],
	[
		...[1, ['Lena Muster'], false],
		'Dieselbe Nummer hat auch Lena Muster. Ohne eigenes Konto kann diese Person dann ebenfalls nur telefonisch buchen.',
	],
	[
		...[2, ['Lena', 'Paul'], true],
		'Dieselbe Nummer haben auch Lena und Paul. Ohne eigenes Konto können sie jetzt ebenfalls nur telefonisch buchen.',
	],
	[
		...[1204, ['Lena', 'Paul'], false],
		'Dieselbe Nummer haben auch Lena, Paul und 1.202 weitere. Ohne eigenes Konto können sie dann ebenfalls nur telefonisch buchen.',
	],
] as [number, string[], boolean, string][])('%i on one number: %j', (total, names, blocked, text) => {
	expect(onNumbersText({ total, first: people(...names) }, blocked)).toBe(text)
})
