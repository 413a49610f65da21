import { editDistance, slips } from './edit-distance.ts'
import { folded } from './folded.ts'

export type Category = {
	id: number
	parent_id: number | null
	slug: string
	name: string
	synonyms: string[]
	icon: string
	description: string
	hue: number
	position: number
}

// Folded names and synonyms, computed once each time the reference data is loaded.
const words = new WeakMap<Category, string[]>()

/** The folded name of a category, then its folded synonyms. */
export function wordsOf(category: Category): string[] {
	const known = words.get(category)
	if (known) return known
	const made = [category.name, ...category.synonyms].map(folded)
	words.set(category, made)
	return made
}

/** The category that a typed text means, by slug, name or synonym; undefined for free text. */
export function findCategory(text: string, categories: Category[]): Category | undefined {
	const key = folded(text)
	if (!key) return undefined
	return (
		categories.find((category) => category.slug === key || wordsOf(category)[0] === key) ??
		categories.find((category) => wordsOf(category).includes(key))
	)
}

/** The category whose name or synonym differs from the text only by a typing error. */
export function misspeltCategory(text: string, categories: Category[]): Category | undefined {
	const key = folded(text)
	let best: Category | undefined
	let least = slips(key) + 1
	for (const category of categories) {
		for (const name of wordsOf(category)) {
			if (Math.abs(name.length - key.length) >= least) continue
			const found = editDistance(name, key)
			if (found < least) [best, least] = [category, found]
		}
	}
	return best
}

/** The categories below one, or the top ones, in order. */
export function childrenOf(parent: number | null, categories: Category[]): Category[] {
	return categories
		.filter((category) => category.parent_id === parent)
		.sort((one, other) => one.position - other.position)
}
