import { readReferenceData } from '../reference.ts'
import { addBookings, bookVisits } from './bookings.ts'
import { fillCalendar, startOf, type Visit } from './calendar.ts'
import { castBusinesses } from './cast-businesses.ts'
import { addAnnasExtras } from './anna-extras.ts'
import { MIA, SALON_ANNA } from './cast.ts'
import { dateOf, isoOf } from './clock.ts'
import { type Customer, customersOf } from './customers.ts'
import { madeBusinesses } from './businesses.ts'
import { knowsMia, miaAsCustomer, visitsOfMia } from './mia.ts'
import type { BusinessPlan } from './plan.ts'
import { readPlaces } from './places.ts'
import { createRandom } from './random.ts'
import { addFaces, addImages } from './pictures/images.ts'
import { addResources } from './resources.ts'
import { addReviews } from './reviews.ts'
import { addAccount, addBusiness, type Rows } from './rows.ts'
import { addAbsences, addHours } from './weekly.ts'

export type Demo = {
	plans: BusinessPlan[]
	rows: Rows
	/** Hues by slug of the category. */
	hues: Map<string, number>
	/** Drawings of people by the path of their picture. */
	faces: Map<string, string>
}

/** All demo rows for this moment; nothing in them depends on the machine or its zone. */
export function buildDemo(now: Date, seed = 'zeitplatz'): Demo {
	const { categories, public_holidays } = readReferenceData()
	const places = readPlaces()
	const present = Math.floor(now.getTime() / 60_000)
	const today = dateOf(present)
	const cast = castBusinesses(seed, categories, places)
	const plans = [
		...cast,
		...madeBusinesses(
			seed,
			categories,
			places,
			cast.map(({ slug }) => slug),
		),
	]
	const rows: Rows = new Map()
	addAccount(rows, MIA, isoOf(present - 400 * 1440))
	const faces = new Map<string, string>()
	const hues = new Map(categories.map(({ slug, hue }) => [slug, hue]))
	for (const [number, plan] of plans.entries()) {
		const random = createRandom(`${seed} ${today} ${plan.slug}`)
		addBusiness(rows, plan, isoOf(present - plan.ageDays * 1440))
		if (plan.locationId === SALON_ANNA.locationId) addAnnasExtras(rows, plan, today)
		for (const [path, svg] of addFaces(rows, plan)) faces.set(path, svg)
		addImages(rows, plan, hues.get(plan.parent) ?? 0, turnOf(plan, plans, number), random)
		addHours(rows, plan, random)
		const absences = addAbsences(rows, plan, public_holidays, today, random)
		const customers = customersOf(plan, seed, random)
		if (customers.length === 0) {
			addResources(rows, plan, [])
			continue
		}
		// A business that has just begun has no past.
		const visits = fillCalendar(plan, absences, present, random).filter(
			(visit) => startOf(visit) > present - plan.ageDays * 1440,
		)
		const known = [...customers]
		const mias = new Map<Visit, Customer>()
		if (knowsMia(plan, plans)) {
			const mia = miaAsCustomer(random)
			for (const visit of visitsOfMia(plan, visits, present)) mias.set(visit, mia)
			known.push(mia)
		}
		const bookings = bookVisits(plan, visits, customers, present, random, mias)
		const reserved = addResources(rows, plan, bookings)
		addBookings(rows, plan, known, bookings, reserved, present, random)
		addReviews(rows, plan, bookings, present, random)
	}
	return { plans, rows, hues, faces }
}

/** Neighbouring businesses of the same trade begin with different pictures. */
function turnOf(plan: BusinessPlan, plans: BusinessPlan[], number: number): number {
	return plans
		.slice(0, number)
		.filter(({ parent, place }) => parent === plan.parent && place.city.id === plan.place.city.id).length
}
