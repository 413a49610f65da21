import { expect, test } from 'vitest'
import { taxDataSchema } from './tax-data.form.ts'
import { ibanText, missingLabels, taxTyped } from './tax-data.ts'

test('numbers are read as people write them', () => {
	const { iban, tax_id } = taxDataSchema.parse({
		...{ taxpayer: 'person', iban: 'de89 3704 0044 0532 0130 00', tax_id: '86 095 742 719' },
	})
	expect([iban, tax_id]).toEqual(['DE89370400440532013000', '86095742719'])
	expect(taxDataSchema.parse({ taxpayer: 'firm', tax_number: '29/815/08150' }).tax_number).toBe('2981508150')
	expect(ibanText('DE89370400440532013000')).toBe('DE89 3704 0044 0532 0130 00')
})

test('what the other kind of business would say is dropped', () => {
	const typed = { first_name: 'Lea', birthday: '24.12.1980', tax_id: '86095742719', unregistered: 'on' }
	expect(taxDataSchema.parse({ taxpayer: 'firm', ...typed })).toMatchObject({
		...{ first_name: '', birthday: null, tax_id: '', unregistered: true },
	})
	expect(taxDataSchema.parse({ taxpayer: 'person', ...typed })).toMatchObject({
		...{ first_name: 'Lea', birthday: '1980-12-24', tax_id: '86095742719', unregistered: false },
	})
	expect(taxDataSchema.safeParse(typed).success).toBe(false)
})

test('a form holds the same fields before the first time as afterwards', () => {
	const nobody = { first_name: '', last_name: '', street: '', postal_code: '', city: '', tax_id: '', birthday: null }
	const kept = {
		taxpayer: 'firm' as const,
		...nobody,
		tax_number: '',
		unregistered: true,
		iban: '',
		account_holder: '',
	}
	// A row has more columns than the form.
	expect(Object.keys(taxTyped({ ...kept, ...{ updated_at: 'x' } }))).toEqual(Object.keys(taxTyped(null)))
	expect(missingLabels(['street', 'iban', 'company.street'])).toEqual({
		...{ here: ['Anschrift', 'IBAN'], elsewhere: ['Anschrift des Unternehmens'] },
	})
})
