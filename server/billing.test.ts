import { expect, test } from 'vitest'
import { billingOf } from './billing.ts'
import { readConfig } from './config.ts'

const SELLER = {
	...{ OPERATOR_NAME: 'Zeitplatz GmbH', OPERATOR_STREET: 'Platz 1', OPERATOR_PLACE: '10115 Berlin' },
	...{ OPERATOR_IBAN: 'de89 3704 0044 0532 0130 00', OPERATOR_VAT_ID: 'DE123456788' },
}

test('nothing is billed without a month, whatever else is known', () => {
	expect(billingOf(readConfig({}))).toEqual({ p_seller: expect.objectContaining({ name: '', small_business: false }) })
})

test('the seller and the first day come from the settings', () => {
	const told = billingOf(readConfig({ ...SELLER, BILLING_FROM: '2027-01', OPERATOR_SMALL_BUSINESS: 'true' }))
	expect(told).toMatchObject({
		p_from: '2027-01-01',
		p_seller: { postal_code: '10115', city: 'Berlin', iban: 'DE89370400440532013000', small_business: true },
	})
	expect(billingOf(readConfig({ OPERATOR_PLACE: 'Berlin' })).p_seller).toMatchObject({
		postal_code: '',
		city: 'Berlin',
	})
})

test.each(Object.keys(SELLER))('billing needs %s', (name) => {
	expect(() => readConfig({ ...SELLER, [name]: undefined, BILLING_FROM: '2027-01' })).toThrow('BILLING_FROM braucht')
})

test('a tax number takes the place of the VAT id, and months are months', () => {
	const config = { ...SELLER, OPERATOR_VAT_ID: undefined, OPERATOR_TAX_NUMBER: '12/345/67890', BILLING_FROM: '2027-02' }
	expect(readConfig(config).BILLING_FROM).toBe('2027-02')
	expect(() => readConfig({ ...config, BILLING_FROM: '2027-13' })).toThrow('BILLING_FROM muss ein Monat')
	expect(() => readConfig({ OPERATOR_IBAN: 'nein' })).toThrow('OPERATOR_IBAN muss eine IBAN sein')
})
