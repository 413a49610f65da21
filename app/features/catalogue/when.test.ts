import { expect, it } from 'vitest'
import { readFilters } from './filters.ts'
import { whenWords } from './when.ts'

const words = (query: string) => whenWords(readFilters(new URLSearchParams(query), '2026-11-22'))

it('writes days and times as the field shows them', () => {
	expect([words(''), words('datum=morgen'), words('datum=wochenende&tageszeit=abend')]).toEqual([
		'Jederzeit',
		'Morgen',
		'Am Wochenende, abends',
	])
	expect([words('tag=2026-11-23'), words('tag=2026-11-23&tag-bis=2026-11-27&von=17:00')]).toEqual([
		'Mo., 23. Nov. 2026',
		'Mo., 23. Nov. 2026 bis Fr., 27. Nov. 2026, ab 17:00 Uhr',
	])
	expect([words('von=17:00&bis=20:00'), words('bis=12:00'), words('tageszeit=nachmittag')]).toEqual([
		'17:00 bis 20:00 Uhr',
		'bis 12:00 Uhr',
		'nachmittags',
	])
})
