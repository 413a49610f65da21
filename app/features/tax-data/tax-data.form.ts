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

/** A state by its letters; Germany where nothing was sent. */
const country = z
	.string()
	.regex(/^[A-Z]{2}$/, 'Bitte wählen Sie ein Land.')
	.default('DE')

const NOT_A_PERSON = {
	first_name: '',
	last_name: '',
	street: '',
	postal_code: '',
	city: '',
	tax_id: '',
	birthday: null,
	country: 'DE',
}
const NOT_A_FIRM = { tax_number: '', unregistered: false }

/** The tax data of a company; what belongs to the other kind of business is dropped. The database checks the numbers. */
export const taxDataSchema = z
	.object({
		taxpayer: z.enum(['person', 'firm'], { error: 'Bitte wählen Sie, wer anbietet.' }),
		...{ first_name: line(80), last_name: line(80), street: line(120), city: line(80) },
		...{ postal_code: line(12).transform((typed) => typed.toUpperCase()), country, tax_country: country },
		...{ birthday, tax_id: packed, tax_number: packed, unregistered: ticked },
		...{ iban: packed, account_holder: line(120) },
	})
	// The database says what else is wrong, one number at a time.
	.superRefine(({ taxpayer, country, postal_code, tax_country, tax_id }, context) => {
		const wrong = (name: string, message: string): void => context.addIssue({ code: 'custom', path: [name], message })
		if (taxpayer !== 'person') return
		const german = postalCode.safeParse(postal_code)
		if (country === 'DE' && german.error) wrong('postal_code', german.error.issues[0]?.message ?? '')
		if (tax_country === 'DE' && !/^(\d{11})?$/.test(tax_id)) wrong('tax_id', 'Die deutsche Nummer hat elf Ziffern.')
	})
	.transform((typed) => ({ ...typed, ...(typed.taxpayer === 'firm' ? NOT_A_PERSON : NOT_A_FIRM) }))
