/**
 * What businesses pay, in one place for all pages that speak of it. Nothing is billed yet: `planned` is what is meant to hold once it is, and
 * businesses are told before (section 5 of the business terms). Cents are net of VAT.
 */
export const PRICES = {
	planned: {
		/** A month, for each person of a team; who works alone pays nothing. */
		personCents: 900,
		/** The most for a team, a month. */
		teamCents: 5900,
		/** Of the first completed visit of a customer whom the marketplace brought. */
		sharePercent: 15,
		shareCents: 2500,
	},
} as const

/** A month as somebody describes it. `firstCents` is what a first visit costs on average. */
export type Month = { people: number; newCustomers: number; firstCents: number }

/** What a month costs by the planned prices, in cents without VAT. */
export function plannedCost({ people, newCustomers, firstCents }: Month) {
	const { personCents, teamCents, sharePercent, shareCents } = PRICES.planned
	const plan = people > 1 ? Math.min(people * personCents, teamCents) : 0
	const share = newCustomers * Math.min(Math.round((firstCents * sharePercent) / 100), shareCents)
	return { plan, share, total: plan + share }
}
