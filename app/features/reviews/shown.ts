import { formatDate } from '#app/lib/dates.ts'
import { type Answers, answerWords } from './answers.ts'

/** What everybody may read of a review. */
export type Review = Answers & {
	id: string
	author: string
	rating: number
	text: string
	reply: string
	/** `reported`: somebody has reported it, and nobody has decided yet. */
	state: string
	created_at: string
	edited_at: string | null
	services: string
	employee_id: string | null
	additions: { at: string; text: string }[]
}

/** A review in finished words: what was done and by whom, if that person still works there. */
export function shownReview(review: Review, team: { id: string; name: string }[], zone: string) {
	const { id, author, rating, text, reply, services, additions } = review
	const person = team.find((one) => one.id === review.employee_id)?.name
	return {
		...{ id, author, rating, text, reply, checked: review.state === 'reported' },
		date: formatDate(review.created_at, zone),
		edited: review.edited_at ? formatDate(review.edited_at, zone) : null,
		visit: [services, person && `bei ${person}`].filter(Boolean).join(' '),
		answers: answerWords(review).join(' · '),
		additions: additions.map(({ at, text: added }) => ({ at, date: formatDate(at, zone), text: added })),
	}
}
