import type { PriceList } from '#app/features/billing/billing.contracts.ts'

/** What businesses pay, as rows of the database say (supabase/schemas/78_billing/10_prices.sql), and whether it is billed by now. */
export type Prices = PriceList & { billed: boolean }

/** A month as somebody describes it. `firstCents` is what a first visit costs on average. */
export type Month = { people: number; newCustomers: number; firstCents: number }

/** What a month costs by these prices, in cents without VAT. */
export function monthCost({ people, newCustomers, firstCents }: Month, prices: PriceList) {
	const { free_people, person_cents, team_cents, commission_percent, commission_cap_cents } = prices
	const plan = people > free_people ? Math.min(people * person_cents, team_cents) : 0
	const share = newCustomers * Math.min(Math.round((firstCents * commission_percent) / 100), commission_cap_cents)
	return { plan, share, total: plan + share }
}
