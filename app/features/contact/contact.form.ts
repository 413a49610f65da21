import { z } from 'zod'
import * as booking from '#app/features/booking/booking.form.ts'
import { LONGEST_TEXT, SUBJECTS } from './subjects.ts'

const chosen = 'Bitte wählen Sie, worum es geht.'

/** The form of /contact as it is sent. */
export const contactSchema = booking.contactSchema.pick({ name: true, email: true }).extend({
	thema: z
		.enum(SUBJECTS.map(({ word }) => word) as [string, ...string[]], { error: chosen })
		.transform((word) => SUBJECTS.find((one) => one.word === word)?.subject ?? 'other'),
	text: z
		.string({ error: 'Bitte schreiben Sie, worum es geht.' })
		.trim()
		.min(1, 'Bitte schreiben Sie, worum es geht.')
		.max(LONGEST_TEXT, `Bitte kürzen Sie auf höchstens ${LONGEST_TEXT} Zeichen.`),
})
