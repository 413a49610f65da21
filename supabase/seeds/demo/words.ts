import { readFileSync } from 'node:fs'
import type { Random } from './random.ts'

/** `data/names.json`: made-up names, streets, texts. */
type Words = {
	firstNames: Record<string, { f: string[]; m: string[] }>
	lastNames: Record<string, string[]>
	streets: string[]
	places: string[]
	demoCities: string[]
	categories: Record<string, { reviewGroup: string; businessNames: string[]; jobTitles: string[]; about: string[] }>
	reviews: Record<string, [rating: number, text: string][]>
}

export const words = JSON.parse(readFileSync(new URL('../data/names.json', import.meta.url), 'utf8')) as Words

export type Gender = 'f' | 'm'
export type Person = { first: string; last: string; gender: Gender }

const ORIGINS: [origin: string, weight: number][] = [
	['de', 72],
	['tr', 10],
	['pl', 5],
	['ar', 4],
	['vi', 3],
	['uk', 3],
	['it', 3],
]

/** A made-up person whose first and last name are of the same origin. */
export function madePerson(random: Random, gender: Gender = random.chance(0.56) ? 'f' : 'm'): Person {
	const [origin] = random.weighted(ORIGINS, ([, weight]) => weight)
	const first = random.pick(words.firstNames[origin]?.[gender] ?? [])
	return { first, last: random.pick(words.lastNames[origin] ?? []), gender }
}

export const fullName = ({ first, last }: Person): string => `${first} ${last}`

/** "Salon Löwe, Köln" → "salon-loewe-koeln", in the same way as the database makes slugs. */
export function slugOf(text: string): string {
	const german: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss', ł: 'l', ı: 'i', đ: 'd' }
	return text
		.toLowerCase()
		.replace(/[äöüßłıđ]/g, (letter) => german[letter] ?? letter)
		.normalize('NFD')
		.replace(/\p{M}/gu, '')
		.replace(/[^a-z0-9]+/g, '-')
		.replace(/^-|-$/g, '')
}

const NEUTRAL = /(ung|kraft|management|Coach|Assistenz|Pediküre)$/

/** Titles of a category that fit a gender; empty when the category has no title for this gender. */
export function titlesFor(titles: string[], gender: Gender): string[] {
	const gendered = titles.filter(
		(title) => !NEUTRAL.test(title) && /in$|^Auszubildende$|^Depiladora$/.test(title) === (gender === 'f'),
	)
	return gendered.length > 0 ? [...gendered, ...titles.filter((title) => NEUTRAL.test(title))] : []
}
