import { z } from 'zod'
import { errorCode, errorMessage } from '#app/lib/errors.ts'
import type { Client } from '#app/lib/supabase.server.ts'

/** A reply; empty takes back the one that stands. `version` is the review's that was shown. */
export const replySchema = z.object({
	id: z.uuid(),
	version: z.coerce.number().int().min(1).max(1_000_000),
	reply: z.string().default(''),
})

/** Answers a review, or says what is wrong with the reply. */
export async function replyToReview(client: Client, { id, version, reply }: z.output<typeof replySchema>) {
	const { error } = await client.rpc('reply_review', { p_review: id, p_reply: reply, p_version: version })
	if (error && ['text_missing', 'text_too_long'].includes(errorCode(error)))
		return { error: null, fields: { reply: [errorMessage(error)] } }
	return { error }
}
