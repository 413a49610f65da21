import { z } from 'zod'
import { contactSchema } from '#app/features/booking/booking.form.ts'

const NUMBER = 'Bitte geben Sie die Buchungsnummer an. Sie steht in Ihrer Bestätigung, zum Beispiel 3F2A-91BC-7D04.'

/** A declared withdrawal; the database says the same (`declare_withdrawal`). */
export const withdrawalSchema = contactSchema.pick({ name: true, email: true }).extend({
	number: z.string({ error: NUMBER }).trim().min(1, NUMBER).max(40, NUMBER),
	statement: z.string().trim().max(2000, 'Der Text darf höchstens 2000 Zeichen lang sein.').default(''),
})

export type Withdrawal = z.infer<typeof withdrawalSchema>
