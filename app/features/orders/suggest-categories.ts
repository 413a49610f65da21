import { type Category, childrenOf, findCategory, misspeltCategory, wordsOf } from '#app/features/catalogue/category.ts'
import { folded } from '#app/features/catalogue/folded.ts'

/** The category that the typed words mean without doubt, by name, synonym or but for a slip. */
export function namedCategory(text: string, categories: Category[]): Category | undefined {
	return findCategory(text, categories) ?? misspeltCategory(text, categories)
}

/**
 * For "Ich weiß nicht genau": up to four categories whose names or synonyms share words with the text, best first. Longer words count more, and so
 * does a category below another one.
 */
export function suggestCategories(text: string, categories: Category[]): Category[] {
	const typed = folded(text)
		.split('-')
		.filter((word) => word.length > 3)
	const scored = categories.map((category) => {
		const own = wordsOf(category).flatMap((words) => words.split('-'))
		const score = typed
			.filter((word) => own.some((one) => one.length > 3 && (one.startsWith(word) || word.startsWith(one))))
			.reduce((sum, word) => sum + word.length, 0)
		return { category, score: score > 0 && category.parent_id ? score + 1 : score }
	})
	return scored
		.filter(({ score }) => score > 0)
		.sort((one, other) => other.score - one.score || one.category.position - other.category.position)
		.slice(0, 4)
		.map(({ category }) => category)
}

/** All categories for a list to choose from, by their top ones. */
export function groupedCategories(
	categories: Category[],
): { name: string; options: { slug: string; name: string }[] }[] {
	return childrenOf(null, categories).map((top) => ({
		name: top.name,
		options: [{ slug: top.slug, name: `${top.name} allgemein` }].concat(
			childrenOf(top.id, categories).map(({ slug, name }) => ({ slug, name })),
		),
	}))
}
