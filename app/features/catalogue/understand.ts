import { type Category, findCategory, misspeltCategory, wordsOf } from './category.ts'
import { folded } from './folded.ts'
import { type City, type District, exactPlace, findPlace, misspeltCity, cityPlace, type GeoPlace } from './places.ts'

type Words = { what: string; where: string }
type Known = { cities: City[]; districts: District[]; categories: Category[] }

export type Understood = {
	category?: Category
	place?: GeoPlace
	/** Text that is neither category nor place, to be searched for in names. */
	text: string
	/** A postal code that names the place; the caller knows its position. */
	postalCode?: string
	/** The place as it was typed, if it was corrected. */
	misspelt?: string
}

/**
 * Interprets the words of the two fields: "Frisör" is a category, "Kölln" a city. "Was" can contain a place as well, because people
 * type "Friseur in Berlin", "Frisör Kölln" or "10115" into the first field they see; `where` always takes precedence.
 */
export function understandWords({ what, where }: Words, known: Known): Understood {
	if (where) return { ...subject(what, known), ...placeOf(where, known) }
	const whole = findCategory(what, known.categories)
	if (whole) return { category: whole, text: '' }
	// Only as a separate word: "Politur e9347919" names no place.
	const code = /(?<![\p{L}\p{N}])\d{5}(?![\p{L}\p{N}])/u.exec(what)?.[0]
	if (code) return { ...subject(withoutPreposition(what.replace(code, ' ')), known), postalCode: code }
	return inOneField(what, known) ?? subject(what, known)
}

function subject(what: string, { categories }: Known): { category?: Category; text: string } {
	const text = what.trim()
	const category = findCategory(text, categories) ?? misspeltCategory(text, categories)
	return category ? { category, text: '' } : { text }
}

function placeOf(where: string, known: Known): Pick<Understood, 'place' | 'postalCode' | 'misspelt'> {
	const postalCode = /^\d{5}(?=\D|$)/.exec(where)?.[0]
	if (postalCode) return { postalCode }
	const place = findPlace(where, known.cities, known.districts)
	if (place) return { place }
	const city = misspeltCity(where, known.cities)
	return city ? { place: cityPlace(city), misspelt: where } : {}
}

const PREPOSITION = /^(?:in|bei|nahe|um)$/i

function inOneField(what: string, known: Known): Understood | undefined {
	const words = what.split(/[\s,]+/).filter(Boolean)
	const at = words.findLastIndex((word) => PREPOSITION.test(word))
	if (at >= 0 && at < words.length - 1) {
		const found = placeOf(words.slice(at + 1).join(' '), known)
		if (found.place) return { ...subject(words.slice(0, at).join(' '), known), ...found }
	}
	const place = exactPlace(what, known.cities, known.districts)
	if (place && !beginsCategory(what, known.categories)) return { place, text: '' }
	for (let size = Math.min(3, words.length - 1); size > 0; size--) {
		const [rest, last] = [words.slice(0, -size).join(' '), words.slice(-size).join(' ')]
		const [first, tail] = [words.slice(0, size).join(' '), words.slice(size).join(' ')]
		const behind = exactPlace(last, known.cities, known.districts)
		if (behind) return { ...subject(rest, known), place: behind }
		for (const [named, other] of [
			[last, rest],
			[first, tail],
		] as const) {
			// A place in front of the rest, or a misspelt one, counts only with a category, because names of businesses
			// look the same.
			const asked = subject(other, known)
			const found = asked.category ? placeOf(named, known) : {}
			if (asked.category && found.place && folded(named).length > 3) return { ...asked, ...found }
		}
	}
	return undefined
}

function withoutPreposition(text: string): string {
	return text
		.replace(/\s+(?:in|bei|nahe|um)\s*$/i, '')
		.replace(/\s+/g, ' ')
		.trim()
}

// "Haar" is a town, and also the beginning of many hairdressing words.
function beginsCategory(text: string, categories: Category[]): boolean {
	const key = folded(text)
	return categories.some((category) => wordsOf(category).some((word) => word.startsWith(key)))
}
