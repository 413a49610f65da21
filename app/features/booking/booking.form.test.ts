import { describe, expect, it } from 'vitest'
import { contactSchema } from './booking.form.ts'

const faults = (value: object): string[] =>
	contactSchema.safeParse(value).error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) ?? []

describe('contactSchema', () => {
	it('takes a guest with name and address', () => {
		expect(contactSchema.parse({ name: ' Anna Müller ', email: ' anna@example.org ' })).toEqual({
			name: 'Anna Müller',
			email: 'anna@example.org',
			phone: '',
		})
		expect(faults({ name: 'A', email: 'a@b.de', phone: '+49 (0)30 / 123-456', note: 'x'.repeat(2000) })).toEqual([])
	})

	it('says what is wrong, once for each field', () => {
		expect(faults({})).toEqual([
			'name: Bitte geben Sie Ihren Namen an.',
			'email: Bitte geben Sie Ihre E-Mail-Adresse an.',
		])
		const wrong = faults({ name: ' ', email: 'anna@', phone: 'ruf an', note: 'x'.repeat(2001) })
		expect(wrong.map((fault) => fault.split(':')[0])).toEqual(['name', 'email', 'phone', 'note'])
	})
})
