import { z } from 'zod'
import { email, line, name, postalCode, shownPhone, ticked } from '#app/lib/fields.ts'

const needed = (text: z.ZodType<string>, missing: string) => text.refine((typed) => typed !== '', missing)

/** Where the business is, who answers for it, and who works there first. */
export const firstLocationSchema = z.object({
	name,
	street: needed(line(120), 'Bitte geben Sie Straße und Hausnummer an.'),
	postal_code: needed(postalCode, 'Bitte geben Sie die Postleitzahl an.'),
	phone: shownPhone,
	email: needed(email, 'Bitte geben Sie eine E-Mail-Adresse an.'),
	legal_name: needed(line(160), 'Bitte geben Sie an, wer das Geschäft betreibt.'),
	representative: needed(line(120), 'Bitte geben Sie an, wer das Geschäft vertritt.'),
	person: needed(line(120), 'Bitte geben Sie an, wer hier arbeitet.'),
	self: ticked,
})
