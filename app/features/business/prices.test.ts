import { expect, test } from 'vitest'
import { plannedCost } from './prices.ts'

test.each([
	[
		{ people: 1, newCustomers: 0, firstCents: 4500 },
		{ plan: 0, share: 0, total: 0 },
	],
	[
		{ people: 2, newCustomers: 0, firstCents: 4500 },
		{ plan: 1800, share: 0, total: 1800 },
	],
	// The most for a team is reached with seven.
	[
		{ people: 6, newCustomers: 0, firstCents: 0 },
		{ plan: 5400, share: 0, total: 5400 },
	],
	[
		{ people: 40, newCustomers: 0, firstCents: 0 },
		{ plan: 5900, share: 0, total: 5900 },
	],
	[
		{ people: 3, newCustomers: 4, firstCents: 4550 },
		{ plan: 2700, share: 4 * 683, total: 2700 + 4 * 683 },
	],
	// Of 300 euros 15 per cent would be 45.
	[
		{ people: 1, newCustomers: 2, firstCents: 30_000 },
		{ plan: 0, share: 5000, total: 5000 },
	],
])('%o costs %o', (month, cost) => expect(plannedCost(month)).toEqual(cost))
