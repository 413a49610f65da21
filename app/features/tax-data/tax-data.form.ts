import { z } from 'zod'
import { readBirthday } from '#app/features/customers/birthday.ts'
import { HOME_ZONE, localDate } from '#app/lib/dates.ts'
import { line, postalCode, ticked } from '#app/lib/fields.ts'

const birthday = line(40).transform((typed, context) => {
	const date = readBirthday(typed, localDate(new Date(), HOME_ZONE))
	if (date !== undefined) return date || null
	context.addIssue({ code: 'custom', message: 'Bitte geben Sie das Geburtsdatum wie 24.12.1980 an.' })
	return z.NEVER
})

/** A number without the marks that people write between its groups. */
const packed = line(60).transform((typed) => typed.replaceAll(/[\s./]/g, '').toUpperCase())

const NOT_A_PERSON = {
	first_name: '',
	last_name: '',
	street: '',
	postal_code: '',
	city: '',
	tax_id: '',
	birthday: null,
}
const NOT_A_FIRM = { tax_number: '', unregistered: false }

/** The tax data of a company; what belongs to the other kind of business is dropped. The database checks the numbers. */
export const taxDataSchema = z
	.object({
		taxpayer: z.enum(['person', 'firm'], { error: 'Bitte wählen Sie, wer anbietet.' }),
		...{ first_name: line(80), last_name: line(80), street: line(120), postal_code: postalCode, city: line(80) },
		...{ birthday, tax_id: packed, tax_number: packed, unregistered: ticked },
		...{ iban: packed, account_holder: line(120) },
	})
	.transform((typed) => ({ ...typed, ...(typed.taxpayer === 'firm' ? NOT_A_PERSON : NOT_A_FIRM) }))
