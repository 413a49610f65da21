import { z } from 'zod'
import { email, line, phoneByHand, ticked, whole } from '#app/lib/fields.ts'

/** Somebody who is entered by hand; the database checks the same (internal.clean_contact). */
export const participantSchema = z.object({
	customer: z.uuid().optional(),
	name: z
		.string({ error: 'Bitte geben Sie einen Namen an.' })
		.trim()
		.min(1, 'Bitte geben Sie einen Namen an.')
		.max(120, 'Der Name darf höchstens 120 Zeichen lang sein.'),
	email,
	phone: phoneByHand,
	seats: whole(1, 100),
	note: line(2000),
	notify: ticked,
	key: z.uuid().optional(),
})

export type ParticipantWish = z.output<typeof participantSchema>
