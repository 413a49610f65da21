import { expect, test } from 'vitest'
import { storedSearch } from './stored.ts'
import { timesText } from './public-rows.ts'
import { budget } from './order.form.ts'
import { suggestCategories } from './suggest-categories.ts'

const TODAY = '2026-11-26'

test('a search fills the form: its days as cells, later ones as a span', () => {
	const near = storedSearch(
		new URLSearchParams('was=Friseur&wo=Köln&umkreis=7&datum=2026-11-28&tageszeit=abend&preis=90.5'),
		TODAY,
	)
	expect(near).toMatchObject({
		was: 'Friseur',
		wo: 'Köln',
		umkreis: '10',
		zeit: ['2026-11-28/2'],
		hoechstens: '90,5',
		wann: 'tage',
	})
	const far = storedSearch(new URLSearchParams('datum=2026-12-20&datum-bis=2026-12-22'), TODAY)
	expect(far).toMatchObject({ wann: 'zeitraum', von: '20.12.2026', bis: '22.12.2026', zeit: [] })
	expect(storedSearch(new URLSearchParams('datum=gestern&umkreis=-3'), TODAY)).toMatchObject({
		zeit: [],
		umkreis: '10',
	})
	expect(storedSearch(new URLSearchParams('datum=2026-11-01'), TODAY)).toMatchObject({ zeit: [], wann: 'tage' })
})

test.each([
	['', null],
	['90', 9000],
	['90,5', 9050],
	['1.250,00 €', 125_000],
	['viel', undefined],
	['0', undefined],
	['-5', undefined],
	['100001', undefined],
])('budget %s', (typed, cents) => {
	expect(budget.safeParse(typed).data).toBe(cents)
})

test('the public list names parts of the day', () => {
	expect(
		timesText([
			[5, 2],
			[6, 0],
			[1, 0],
		]),
	).toBe('Vormittag Sa., Mo. · Abend Fr.')
	expect(
		timesText([1, 2, 3, 4, 5, 6, 7].flatMap((day) => [0, 1, 2].map((part): [number, number] => [day, part]))),
	).toBe('Zeit egal')
})

test('words of the text lead to categories', () => {
	const category = (id: number, name: string, synonyms: string[], parent: number | null = null) => ({
		...{
			id,
			parent_id: parent,
			slug: name.toLowerCase(),
			name,
			synonyms,
			icon: '',
			description: '',
			hue: 0,
			position: id,
		},
	})
	const all = [category(1, 'Friseur', ['Haare']), category(2, 'Massage', ['Rücken']), category(3, 'Thaimassage', [], 2)]
	expect(suggestCategories('mein Rücken braucht eine Massage', all).map(({ name }) => name)).toEqual(['Massage'])
	expect(suggestCategories('xyz', all)).toEqual([])
})
