import { describe, expect, it } from 'vitest'
import { type Category, childrenOf, findCategory } from './category.ts'

const category = (
	id: number,
	parent_id: number | null,
	name: string,
	slug: string,
	synonyms: string[],
	position: number,
): Category => ({
	...{ id, parent_id, name, slug, synonyms, position },
	...{ icon: 'hands', description: '', hue: 160 },
})
const CATEGORIES = [
	category(1, null, 'Massage', 'massage', ['Massagen'], 2),
	category(2, null, 'Friseur', 'friseur', ['Frisör', 'Haare schneiden'], 1),
	category(3, 1, 'Thai-Massage', 'thai-massage', [], 1),
]

describe('findCategory', () => {
	it('finds names, slugs and synonyms however they are typed', () => {
		const slug = (text: string) => findCategory(text, CATEGORIES)?.slug
		expect([slug('massage'), slug('FRISOER'), slug('frisör'), slug('Thai Massage'), slug('haare schneiden ')]).toEqual([
			'massage',
			'friseur',
			'friseur',
			'thai-massage',
			'friseur',
		])
		expect([slug('Balayage'), slug(''), slug('%')]).toEqual([undefined, undefined, undefined])
	})
})

describe('childrenOf', () => {
	it('keeps the order', () => {
		expect(childrenOf(null, CATEGORIES).map((one) => one.name)).toEqual(['Friseur', 'Massage'])
		expect(childrenOf(1, CATEGORIES).map((one) => one.name)).toEqual(['Thai-Massage'])
	})
})
