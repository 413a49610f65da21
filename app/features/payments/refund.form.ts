import { z } from 'zod'
import { centsTyped } from '#app/features/settings/payment-rules.ts'

export const refundSchema = z.object({
	/** Of the page, so that sending it twice gives back once. */
	key: z.uuid(),
	/** Euros, in cents afterwards. */
	amount: z
		.string()
		.default('')
		.transform((text) => centsTyped(text) ?? 0)
		.refine((cents) => cents > 0, { error: 'Bitte geben Sie den Betrag in Euro an, zum Beispiel 12,50.' }),
	note: z.string().trim().max(500, { error: 'Bitte kürzen Sie auf 500 Zeichen.' }).default(''),
})
