import { folded } from './places.ts'

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

/** The category that a typed text means, by slug, name or synonym; undefined when it is free text. */
export function findCategory(text: string, categories: Category[]): Category | undefined {
	const key = folded(text)
	if (!key) return undefined
	return (
		categories.find((category) => category.slug === key || folded(category.name) === key) ??
		categories.find((category) => category.synonyms.some((synonym) => folded(synonym) === key))
	)
}

/** The categories below one, or the top ones; in their order. */
export function childrenOf(parent: number | null, categories: Category[]): Category[] {
	return categories
		.filter((category) => category.parent_id === parent)
		.sort((one, other) => one.position - other.position)
}
