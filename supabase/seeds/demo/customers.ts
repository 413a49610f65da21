import { personPhone } from './businesses.ts'
import type { BusinessPlan } from './plan.ts'
import { createRandom, type Random } from './random.ts'
import { fullName, madePerson, slugOf } from './words.ts'

export type Customer = {
	id: string
	userId: string | null
	name: string
	/** "Lena M." */
	shortName: string
	email: string
	phone: string
	note: string
	tags: string[]
	/** YYYY-MM-DD; null: not told. */
	birthday: string | null
}

const NOTES = [
	'Kommt meist zehn Minuten früher.',
	'Bevorzugt Termine am Vormittag.',
	'Bitte einen Tag vorher erinnern.',
	'Ruft lieber an, als zu schreiben.',
	'Nur bei derselben Person einplanen.',
	'Zahlt immer bar.',
]

/** So many come every few weeks: those that a business has known longest. */
export const REGULARS = 14

const PEOPLE_PER_CITY = 260

/** A business's customers: some of the made-up people of its city, who go to other businesses too. */
export function customersOf(plan: BusinessPlan, seed: string, random: Random, people = PEOPLE_PER_CITY): Customer[] {
	const numbers = random.shuffled(Array.from({ length: people }, (_, number) => number))
	return numbers.slice(0, plan.customers).map((number, turn) => {
		const own = createRandom(`${seed} ${plan.place.city.slug} person ${number}`)
		const person = madePerson(own)
		return {
			id: random.uuid(),
			userId: null,
			name: fullName(person),
			shortName: shortName(fullName(person)),
			email: `${slugOf(person.first)}.${slugOf(person.last)}${number}@post.example`,
			phone: own.chance(0.8) ? personPhone(plan.place.city.slug, number) : '',
			note: random.chance(turn < REGULARS ? 0.6 : 0.08) ? random.pick(NOTES) : '',
			tags:
				turn < REGULARS ? ['Stamm'] : random.chance(0.06) ? [random.pick(['Farbe', 'Studierend', 'Gutschein'])] : [],
			birthday: random.chance(turn < REGULARS ? 0.5 : 0.05) ? birthdayOf(random) : null,
		}
	})
}

/** Of a grown-up, on a day that every year has. */
function birthdayOf(random: Random): string {
	const two = (number: number): string => String(number).padStart(2, '0')
	return `${random.between(1948, 2004)}-${two(random.between(1, 12))}-${two(random.between(1, 28))}`
}

/** "Lena Marie Müller" → "Lena M.", as shown under a review. */
export function shortName(name: string): string {
	const parts = name.split(' ')
	return `${parts[0]} ${parts.at(-1)?.[0]}.`
}
