import { MIA, SALON_ANNA } from './cast.ts'
import { endOf, startOf, type Visit } from './calendar.ts'
import { type Customer, shortName } from './customers.ts'
import type { BusinessPlan } from './plan.ts'
import type { Random } from './random.ts'

/** Mia as a customer of a company. */
export function miaAsCustomer(random: Random): Customer {
	const { userId, name, email, phone } = MIA
	return {
		id: random.uuid(),
		userId,
		name,
		shortName: shortName(name),
		email,
		phone,
		note: '',
		tags: [],
		birthday: null,
	}
}

/** Whether Mia goes there: to Salon Anna, and to one massage business in Berlin. */
export function knowsMia(plan: BusinessPlan, plans: BusinessPlan[]): boolean {
	const massage = plans.find(
		({ parent, place, fill }) => parent === 'massage' && place.city.slug === 'berlin' && fill > 0.35,
	)
	return plan.slug === SALON_ANNA.slug || plan === massage
}

/** Mia's visits: the first visit near each of these days from now. At Salon Anna she comes every few weeks. */
export function visitsOfMia(plan: BusinessPlan, visits: Visit[], present: number): Visit[] {
	const days = plan.slug === SALON_ANNA.slug ? [-54, -33, -12, 4, 19] : [-20, 8]
	return days.flatMap((day) => {
		const from = present + day * 1440
		const found = visits.find(
			(visit) => !visit.cancelled && startOf(visit) >= from && (day > 0 || endOf(visit) < present - 1440),
		)
		return found ? [found] : []
	})
}
