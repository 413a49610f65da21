import { expect, test } from 'vitest'
import { priceWords } from './price-words.ts'
import { monthCost } from './prices.ts'

const LIST = {
	...{ free_people: 1, person_cents: 900, team_cents: 5900, commission_percent: 15, commission_cap_cents: 2500 },
	...{ reward_cents: 5000, billed_from: null },
}

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
])('%o costs %o', (month, cost) => expect(monthCost(month, LIST)).toEqual(cost))

test('words say what is planned, when it begins, and what holds once it is billed', () => {
	const before = priceWords({ ...LIST, billed: false })
	expect(before.today).toBe('Heute kostet Zeitplatz nichts: keine Grundgebühr, keine Provision, keine Mindestlaufzeit.')
	expect(before.share).toMatch(/^Geplant sind 0 € für alle, die allein arbeiten, und für Teams 9\s€ je Person/)
	expect(priceWords({ ...LIST, billed_from: '2027-01-01', billed: false }).today).toContain('vom 01.01.2027 an')
	const since = priceWords({ ...LIST, billed_from: '2027-01-01', billed: true })
	expect(since.today).toMatch(/^0 € für alle, die allein arbeiten, für Teams 9\s€/)
	expect(since.share).toMatch(/15 % des ersten Besuchs, höchstens 25\s€; jeder weitere/)
})
