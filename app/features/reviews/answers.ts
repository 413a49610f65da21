import type { ReviewPage } from './reviews.contracts.ts'

/** What is asked about a visit besides the stars: the name of the field, the question, and what a yes and a no mean to others. */
export const ANSWERS = [
	['punctual', 'Hat Ihr Termin pünktlich begonnen?', 'pünktlich', 'nicht pünktlich'],
	['as_priced', 'War der Preis wie vereinbart?', 'Preis wie vereinbart', 'Preis anders als vereinbart'],
	['clean', 'War es sauber?', 'sauber', 'nicht sauber'],
	['again', 'Würden Sie wiederkommen?', 'kommt wieder', 'kommt nicht wieder'],
] as const

export type AnswerName = (typeof ANSWERS)[number][0]
export type Answers = Record<AnswerName, boolean | null>

/** What was answered, in words for others; nothing about what was not answered. */
export function answerWords(answers: Answers): string[] {
	return ANSWERS.flatMap(([name, , yes, no]) => (answers[name] === null ? [] : [answers[name] ? yes : no]))
}

/** What a form about a review holds, as text. */
export type Typed = { rating: string; text: string; anonymous: string; version: string } & Record<AnswerName, string>

export const NOTHING: Typed = {
	...{ rating: '', text: '', anonymous: '', version: '', punctual: '', as_priced: '', clean: '', again: '' },
}

const wordOf = (answer: boolean | null): string => (answer === null ? '' : answer ? 'ja' : 'nein')

/** A stored review as the form shows it. */
export function typedOf(review: ReviewPage['review']): Typed {
	if (!review) return NOTHING
	const answers = ANSWERS.map(([name]) => [name, wordOf(review[name])] as const)
	return {
		...NOTHING,
		...(Object.fromEntries(answers) as Record<AnswerName, string>),
		rating: String(review.rating),
		text: review.text,
		anonymous: review.anonymous ? 'on' : '',
		version: String(review.version),
	}
}
