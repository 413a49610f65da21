import { expect, test } from 'vitest'
import { ibanText } from '#app/lib/iban.ts'
import { countries, countryName } from './countries.server.ts'
import { taxDataSchema } from './tax-data.form.ts'
import { missingLabels, taxTyped } from './tax-data.ts'

test('numbers are read as people write them', () => {
	const { iban, tax_id } = taxDataSchema.parse({
		...{ taxpayer: 'person', iban: 'de89 3704 0044 0532 0130 00', tax_id: '86 095 742 719' },
	})
	expect([iban, tax_id]).toEqual(['DE89370400440532013000', '86095742719'])
	expect(taxDataSchema.parse({ taxpayer: 'firm', tax_number: '29/815/08150' }).tax_number).toBe('2981508150')
	expect(ibanText('DE89370400440532013000')).toBe('DE89 3704 0044 0532 0130 00')
})

test('a person may live, and a number may come from, elsewhere', () => {
	const typed = { country: 'AT', tax_country: 'CH', postal_code: ' ad500', tax_id: '756.1234/5678' }
	expect(taxDataSchema.parse({ taxpayer: 'person', ...typed })).toMatchObject({
		...{ country: 'AT', tax_country: 'CH', postal_code: 'AD500', tax_id: '75612345678' },
	})
	expect(taxDataSchema.parse({ taxpayer: 'firm', ...typed })).toMatchObject({ country: 'DE', tax_country: 'CH' })
	expect(taxDataSchema.safeParse({ taxpayer: 'firm', country: 'Österreich' }).success).toBe(false)
	expect(countries()[0]).toEqual(['DE', 'Deutschland'])
	expect([countries().length, countryName('AT'), countryName('XX'), countryName('D ')]).toEqual([
		...[249, 'Österreich', undefined, undefined],
	])
})

test('all that is too short to be German is said at once', () => {
	const typed = { taxpayer: 'person', postal_code: '1010', tax_id: '12', iban: 'DE00' }
	const { error } = taxDataSchema.safeParse(typed)
	expect(error?.issues.map(({ path, message }) => [...path, message])).toEqual([
		['postal_code', 'Die Postleitzahl hat fünf Ziffern.'],
		['tax_id', 'Die deutsche Nummer hat elf Ziffern.'],
	])
	expect(taxDataSchema.safeParse({ ...typed, country: 'AT', tax_country: 'AT' }).success).toBe(true)
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
		...{ country: 'DE', tax_country: 'DE' },
	}
	// A row has more columns than the form.
	expect(Object.keys(taxTyped({ ...kept, ...{ updated_at: 'x' } }))).toEqual(Object.keys(taxTyped(null)))
	expect(missingLabels(['street', 'iban', 'company.street'])).toEqual({
		...{ here: ['Anschrift', 'IBAN'], elsewhere: ['Anschrift des Unternehmens'] },
	})
})
