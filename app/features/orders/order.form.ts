import { z } from 'zod'
import * as booking from '#app/features/booking/booking.form.ts'
import { ticked } from '#app/lib/fields.ts'
import { RADII } from './radii.ts'
import { whenFields } from './when.form.ts'

const text = (most: number) =>
	z.string().trim().max(most, `Bitte kürzen Sie auf höchstens ${most} Zeichen.`).default('')

/** "90", "90,50 €" in cents; the empty text is no budget. */
export const budget = z
	.string()
	.trim()
	.default('')
	.transform((typed, context) => {
		if (typed === '') return null
		const read = /^(\d{1,3}(?:\.\d{3})+|\d{1,6})(?:,(\d{1,2}))?\s*(?:€|euro|eur)?$/i.exec(typed)
		const cents = read ? Number(read[1]?.replaceAll('.', '')) * 100 + Number((read[2] ?? '').padEnd(2, '0')) : NaN
		if (cents >= 100 && cents <= 10_000_000) return cents
		context.addIssue('Bitte geben Sie einen Betrag an, zum Beispiel 90 oder 90,50.')
		return z.NEVER
	})

/** The form of /create-order as it is sent; the database says the same (internal.fill_order). */
export const orderSchema = z.object({
	was: text(80),
	kategorie: z.string().default(''),
	vorschlag: z.string().default(''),
	wo: z
		.string({ error: 'Bitte geben Sie eine Stadt oder Postleitzahl an.' })
		.trim()
		.min(1, 'Bitte geben Sie eine Stadt oder Postleitzahl an.')
		.max(80, 'Bitte geben Sie eine Stadt oder Postleitzahl an.'),
	umkreis: z.coerce
		.number()
		.refine((km) => RADII.some((one) => one === km), 'Bitte wählen Sie einen Umkreis.')
		.default(10),
	...whenFields,
	personen: z.coerce.number().int().min(1).max(10).default(1),
	fuer: text(120),
	hoechstens: budget,
	nachricht: text(1000),
})
export type OrderForm = z.output<typeof orderSchema>

/** The last step: whom the offers go to. */
export const contactSchema = booking.contactSchema.pick({ name: true, email: true }).extend({
	einwilligung: ticked,
})
