import { call } from '#app/lib/contracts.server.ts'
import { errorCode } from '#app/lib/errors.ts'
import { invariantData } from '#app/lib/invariant.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { textOf } from '#app/lib/form.ts'
import { ANSWERS, NOTHING, type Typed } from './answers.ts'
import { type ReviewPage, reviewPageContract } from './reviews.contracts.ts'

/** What of an appointment its customer can review, and their review; the caller has opened the appointment before. */
export async function loadReview(client: Client, appointment: string, secret: string | undefined): Promise<ReviewPage> {
	const args = { p_appointment: appointment, p_secret: secret ?? null }
	return invariantData(await call(client, 'get_review', reviewPageContract, args))
}

/** The visits of the signed-in person that have a review, with its stars. */
export async function loadOwnReviews(client: Client): Promise<Map<string, number>> {
	const rows = invariantData(await client.rpc('own_reviews'))
	return new Map(rows.map(({ appointment_id, rating }) => [appointment_id, rating]))
}

/** Reads what was typed; nothing is refused here, since the database says what is wrong. */
export function readReviewForm(form: FormData): Typed {
	const typed = Object.keys(NOTHING).map((name) => [name, textOf(form, name).slice(0, 4000)])
	return Object.fromEntries(typed) as Typed
}

type Target = { client: Client; appointment: string; secret: string | undefined }
export type Saved = { code?: string }

const YES = new Map([
	['ja', true],
	['nein', false],
])
const numberOf = (text: string): number | null => (/^\d{1,6}$/.test(text) ? Number(text) : null)

/** Writes a review or its next version. `code` is why it was refused (docs/errors.md). */
export async function saveReview({ client, appointment, secret }: Target, typed: Typed): Promise<Saved> {
	const answers = ANSWERS.flatMap(([name]) => (YES.has(typed[name]) ? [[name, YES.get(typed[name])]] : []))
	const { error } = await call(client, 'save_review', reviewPageContract, {
		p_appointment: appointment,
		p_secret: secret ?? null,
		p_rating: numberOf(typed.rating),
		p_text: typed.text,
		p_answers: Object.fromEntries(answers) as object,
		p_anonymous: typed.anonymous !== '',
		p_version: numberOf(typed.version),
	})
	return { code: error ? errorCode(error) : undefined }
}

/** Adds to a review that can no longer be edited. */
export async function addToReview({ client, appointment, secret }: Target, { text, version }: Typed): Promise<Saved> {
	const { error } = await call(client, 'add_to_review', reviewPageContract, {
		...{ p_appointment: appointment, p_secret: secret ?? null, p_text: text, p_version: numberOf(version) },
	})
	return { code: error ? errorCode(error) : undefined }
}

/** Takes a review back. */
export async function deleteReview({ client, appointment, secret }: Target): Promise<Saved> {
	const { error } = await client.rpc('delete_review', { p_appointment: appointment, p_secret: secret })
	return { code: error ? errorCode(error) : undefined }
}
