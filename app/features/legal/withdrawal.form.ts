import { z } from 'zod'
import { contactSchema } from '#app/features/booking/booking.form.ts'
import { bookingNumber } from '#app/features/booking/number.ts'

const NUMBER = 'Bitte geben Sie die Buchungsnummer an. Sie steht in Ihrer Bestätigung, zum Beispiel 3F2A-91BC-7D04.'

/** A declaration of withdrawal; the database has the same rules (`declare_withdrawal`). */
export const withdrawalSchema = contactSchema.pick({ name: true, email: true }).extend({
	number: z.string({ error: NUMBER }).trim().min(1, NUMBER).max(40, NUMBER),
	statement: z.string().trim().max(2000, 'Der Text darf höchstens 2000 Zeichen lang sein.').default(''),
})

/** The question shown once when a booking number looks wrong; a second try is accepted, as it may be all that somebody has. */
export const UNUSUAL_NUMBER =
	'Buchungsnummern haben zwölf Zeichen aus 0–9 und A–F, zum Beispiel 3F2A-91BC-7D04. Bitte vergleichen Sie Ihre Eingabe mit der Bestätigung. Haben Sie keine andere Nummer, gehen Sie trotzdem weiter.'

/** Whether a text has the form of our booking numbers; it need not exist. */
export const isUsualNumber = (typed: string): boolean => /^[0-9A-F]{4}(-[0-9A-F]{4}){2}$/.test(bookingNumber(typed))

export type Withdrawal = z.infer<typeof withdrawalSchema>
