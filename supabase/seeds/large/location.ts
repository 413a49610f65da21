import { addBookings, bookVisits } from '../demo/bookings.ts'
import { madeBusiness, POPULAR } from '../demo/businesses.ts'
import { fillDays, type Visit } from '../demo/calendar.ts'
import { dateOf, isoOf } from '../demo/clock.ts'
import { customersOf } from '../demo/customers.ts'
import type { BusinessPlan } from '../demo/plan.ts'
import { createRandom, type Random } from '../demo/random.ts'
import { addResources } from '../demo/resources.ts'
import { addReviews } from '../demo/reviews.ts'
import { addBusiness, addRows, type Row, type Rows } from '../demo/rows.ts'
import { type Absence, addAbsences, addHours } from '../demo/weekly.ts'
import { words } from '../demo/words.ts'
import { readReferenceData } from '../reference.ts'
import { countryPlaces } from './places.ts'
import { type LargeWish, sharesOf } from './wish.ts'

const PAST_STEP = 7
const MOST_PAST_DAYS = 3650

/** Makes single locations of a large data set, in any order, because each has its own random numbers. */
export function locationMaker(wish: LargeWish): (index: number) => Rows {
	const reference = readReferenceData()
	const spot = countryPlaces(reference)
	const shares = sharesOf(wish)
	const parents = Object.keys(words.categories)
	const { seed, present } = wish
	return (index) => {
		const random = createRandom(`${seed} location ${index}`)
		const made = madeBusiness(random, {
			parent: random.chance(0.6) ? random.weighted(POPULAR, ([, weight]) => weight)[0] : random.pick(parents),
			spot,
			categories: reference.categories,
			// The number makes slugs unique without knowing the others.
			slug: (wanted) => `${wanted.slice(0, 80).replace(/-$/, '')}-${index.toString(36)}`,
			employees: shares.employees[index] ?? 1,
			services: shares.services[index] ?? 1,
		})
		const plan = { ...withoutTwinDistrict(made), name: made.name.trim(), accounts: [], ageDays: 900 }
		const rows: Rows = new Map()
		addBusiness(rows, plan, isoOf(present - plan.ageDays * 1440))
		addHours(rows, plan, random)
		const absences = addAbsences(rows, plan, reference.public_holidays, dateOf(present), random)
		const visits = visitsOf(plan, absences, wish, shares.appointments[index] ?? 0, random)
		const customers = customersOf(plan, seed, random, 1000)
		const bookings = bookVisits(plan, visits, customers, present, random)
		const reserved = addResources(rows, plan, bookings)
		addBookings(rows, plan, customers, bookings, reserved, present, random)
		addReviews(rows, plan, bookings, present, random)
		addRatings(rows)
		return rows
	}
}

/** In texts, a town without districts stands for its only district; the address must name it only once. */
function withoutTwinDistrict(plan: BusinessPlan): BusinessPlan {
	const { district, city } = plan.place
	if (district !== city.name) return plan
	const description = plan.description.replace(`${city.name}-${city.name}`, city.name)
	return { ...plan, description, place: { ...plan.place, district: '' } }
}

/** Exactly `count` visits: first the coming days, as full as requested, then the past, as far back as necessary. */
function visitsOf(plan: BusinessPlan, absences: Absence[], wish: LargeWish, count: number, random: Random): Visit[] {
	const today = dateOf(wish.present)
	const share = (day: number): number => {
		const near = wish.steady || day <= 0 ? 1 : 0.12 + 0.88 * Math.exp(-day / 14)
		return Math.min(0.985, wish.fill * near)
	}
	const visits = fillDays(plan, absences, { today, first: 0, last: wish.days, share }, random)
	for (let last = -1; visits.length < count && last > -MOST_PAST_DAYS; last -= PAST_STEP) {
		const past = fillDays(plan, absences, { today, first: last - PAST_STEP + 1, last, share }, random)
		for (const visit of past.reverse()) if (visits.length < count) visits.push(visit)
	}
	return visits.length > count ? random.shuffled(visits).slice(0, count) : visits
}

/** The sums that a trigger would update row by row. */
function addRatings(rows: Rows): void {
	const reviews = rows.get('public.reviews') ?? []
	const total = reviews.reduce((sum, { rating }) => sum + Number(rating), 0)
	for (const row of rows.get('public.locations') ?? []) {
		row.rating_count = reviews.length
		row.rating_average = reviews.length > 0 ? (total / reviews.length).toFixed(2) : '0'
	}
}

/** Rows of the same table from several locations. */
export function joinRows(all: Rows, more: Rows): void {
	for (const [table, list] of more) addRows(all, table, list satisfies Row[])
}
