import type { Database } from '#app/database.types.ts'

/** Accounts of a business's ledger; the others are the platform's own. */
export const LEDGER_ACCOUNTS = [
	...(['provider_balance', 'prepaid', 'refunds_due', 'revenue', 'fee_income', 'provider_fee', 'disputed'] as const),
	...(['bank', 'voucher_liability'] as const),
] satisfies Database['public']['Enums']['money_account'][]
export type LedgerAccount = (typeof LEDGER_ACCOUNTS)[number]
export type Chart = '03' | '04'

export const CHARTS: Record<Chart, string> = { '03': 'SKR 03', '04': 'SKR 04' }

/**
 * Accounts of DATEV's charts, by what they are for. Payments before the visit stand on one that does not compute VAT by itself, because the
 * ledger does not know the rate.
 */
const DEFAULTS: Record<LedgerAccount, Record<Chart, string>> = {
	// Geldtransit
	provider_balance: { '03': '1360', '04': '1460' },
	// Erhaltene Anzahlungen
	prepaid: { '03': '1710', '04': '3250' },
	// Sonstige Verbindlichkeiten
	refunds_due: { '03': '1700', '04': '3500' },
	// Erlöse 19 % USt
	revenue: { '03': '8400', '04': '4400' },
	// Sonstige Erträge
	fee_income: { '03': '2700', '04': '4830' },
	// Nebenkosten des Geldverkehrs
	provider_fee: { '03': '4970', '04': '6855' },
	// Sonstige Vermögensgegenstände
	disputed: { '03': '1500', '04': '1300' },
	bank: { '03': '1200', '04': '1800' },
	// Sonstige Verbindlichkeiten bis zu einem Jahr
	voucher_liability: { '03': '1701', '04': '3501' },
}
/** Erlöse als Kleinunternehmer i. S. d. § 19 UStG */
const SMALL_BUSINESS_REVENUE: Record<Chart, string> = { '03': '8195', '04': '4185' }

export const ACCOUNT_LABELS: Record<LedgerAccount, string> = {
	provider_balance: 'Guthaben beim Zahlungsdienst',
	prepaid: 'Anzahlungen vor dem Termin',
	refunds_due: 'Zugesagte Erstattungen',
	revenue: 'Erlöse',
	fee_income: 'Einbehaltene Gebühren',
	provider_fee: 'Gebühren des Zahlungsdienstes',
	disputed: 'Bestrittene Zahlungen',
	bank: 'Bank',
	voucher_liability: 'Verkaufte Gutscheine',
}

/** The number of each account: what the business has chosen, else the usual one of its chart. */
export function accountNumbers(
	{ chart, accounts }: { chart: Chart; accounts: Partial<Record<LedgerAccount, string>> },
	smallBusiness: boolean,
): Record<LedgerAccount, string> {
	const usual = (name: LedgerAccount): string =>
		name === 'revenue' && smallBusiness ? SMALL_BUSINESS_REVENUE[chart] : DEFAULTS[name][chart]
	return Object.fromEntries(LEDGER_ACCOUNTS.map((name) => [name, accounts[name] ?? usual(name)])) as Record<
		LedgerAccount,
		string
	>
}
