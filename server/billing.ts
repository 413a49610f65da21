import type { Config } from './config.ts'

type Operator = Pick<Config, Extract<keyof Config, `OPERATOR_${string}`> | 'BILLING_FROM'>

/** What the database is told at the start: who sells, as invoices name them, and the first day that is billed. */
export function billingOf(config: Operator) {
	const [, postal_code = '', city = ''] = /^(\d{5})?\s*(.*)$/.exec((config.OPERATOR_PLACE ?? '').trim()) ?? []
	return {
		p_seller: {
			name: config.OPERATOR_NAME ?? '',
			representative: config.OPERATOR_REPRESENTATIVE ?? '',
			street: config.OPERATOR_STREET ?? '',
			...{ postal_code, city, country: 'DE' },
			email: config.OPERATOR_EMAIL ?? '',
			phone: config.OPERATOR_PHONE ?? '',
			register: config.OPERATOR_REGISTER ?? '',
			vat_id: config.OPERATOR_VAT_ID ?? '',
			tax_number: config.OPERATOR_TAX_NUMBER ?? '',
			iban: config.OPERATOR_IBAN ?? '',
			small_business: config.OPERATOR_SMALL_BUSINESS,
		},
		...(config.BILLING_FROM ? { p_from: `${config.BILLING_FROM}-01` } : {}),
	}
}
