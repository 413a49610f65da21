import type { Row } from './matrix-rows.ts'

const rows = (names: string[], ...expected: (number | '-')[]): Row[] => names.map((what): Row => [what, ...expected])

/** What the platform bills: prices for everybody, the rest for owners only, of whom none is here. For the matrix of reading. */
export const BILLING: Row[] = [
	...rows(['valid_from from price_lists'], 1, 1, 1, 1, 1, 1, 1),
	...rows(
		['starts_on from subscriptions', 'state from commission_items', 'number from invoices'],
		'-',
		0,
		0,
		0,
		0,
		0,
		0,
	),
	...rows(['text from invoice_lines', 'people from billing_months', 'level from dunning_steps'], '-', 0, 0, 0, 0, 0, 0),
	...rows(
		['id from bank_transfers', 'next from number_series', 'series from invoices'],
		'-',
		'-',
		'-',
		'-',
		'-',
		'-',
		'-',
	),
	...rows(
		['seller from internal.billing_settings', 'mark from internal.commission_people'],
		'-',
		'-',
		'-',
		'-',
		'-',
		'-',
		'-',
	),
]
