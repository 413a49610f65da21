import { randomBytes, randomUUID } from 'node:crypto'
import { readReferenceData } from '../reference.ts'
import { addAnnasExtras } from './anna-extras.ts'
import { addBookings, bookVisits } from './bookings.ts'
import { fillDays } from './calendar.ts'
import { SALON_ANNA } from './cast.ts'
import { castBusinesses } from './cast-businesses.ts'
import { dateOf, isoOf } from './clock.ts'
import { customersOf } from './customers.ts'
import { addImages } from './pictures/images.ts'
import type { BusinessPlan, Shift } from './plan.ts'
import { readPlaces } from './places.ts'
import { createRandom } from './random.ts'
import { addResources } from './resources.ts'
import { addReviews } from './reviews.ts'
import { addBusiness, type Row, type Rows } from './rows.ts'
import { addHours } from './weekly.ts'

/** The rows of one table, in the order in which tables must be filled: what `prepare_sandbox` takes. */
export type SandboxPart = { table: string; rows: Row[] }

const PAST_DAYS = 14
const COMING_DAYS = 14
/** Weekdays on which each person has off: somebody is there on every day, so that the demo is alive on Sundays too. */
const OFF = [
	[1, 3],
	[2, 7],
	[4, 6],
	[5, 1],
]
/** The database makes these itself. */
const NOT_OURS = new Set(['auth.users', 'auth.identities', 'public.members'])

/**
 * Salon Anna around this moment as a sandbox: open on all days, with new ids, so that many of them can stand side by side.
 * @param owner the account of the visitor
 */
export function sandboxParts(owner: string, now: Date): SandboxPart[] {
	const seed = randomUUID()
	const random = createRandom(seed)
	const { categories } = readReferenceData()
	const present = Math.floor(now.getTime() / 60_000)
	const today = dateOf(present)
	const plan = sandboxPlan(owner, castBusinesses(seed, categories, readPlaces())[0])
	const rows: Rows = new Map()
	addBusiness(rows, plan, isoOf(present - plan.ageDays * 1440))
	addAnnasExtras(rows, plan, today)
	addImages(rows, plan, categories.find(({ slug }) => slug === plan.parent)?.hue ?? 0, random.between(0, 4), random)
	addHours(rows, plan, random)
	const customers = customersOf(plan, seed, random)
	const share = (day: number): number => (day === 1 ? 0.88 : day < 5 ? 0.66 : 0.66 * Math.exp(-(day - 4) / 9))
	const visits = fillDays(plan, [], { today, first: -PAST_DAYS, last: COMING_DAYS, share }, random)
	const bookings = bookVisits(plan, visits, customers, present, random)
	const reserved = addResources(rows, plan, bookings)
	addBookings(rows, plan, customers, bookings, reserved, present, random)
	addReviews(rows, plan, bookings, present, random)
	const parts = [...rows]
		.filter(([table, list]) => !NOT_OURS.has(table) && list.length > 0)
		.map(([table, list]) => ({ table: table.replace('public.', ''), rows: list }))
	for (const part of parts) if (part.table === 'locations') for (const row of part.rows) row.state = 'draft'
	return withNewIds(parts, owner)
}

function sandboxPlan(owner: string, anna: BusinessPlan | undefined): BusinessPlan {
	if (anna?.locationId !== SALON_ANNA.locationId) throw new Error('no salon')
	const employees = anna.employees.map((person, turn) => ({
		...person,
		userId: turn === 0 ? owner : null,
		shifts: [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) => (OFF[turn]?.includes(weekday) ? [] : dayOf(weekday, turn))),
	}))
	const { email, name } = SALON_ANNA.owner
	return {
		...anna,
		slug: `demo-salon-anna-${randomBytes(4).toString('hex')}`,
		accounts: [{ userId: owner, email, name, role: 'owner' }],
		employees,
		customers: 60,
		reviews: 24,
	}
}

const dayOf = (weekday: number, turn: number): Shift[] => [
	{ weekday, starts: 9 * 60, ends: 13 * 60 },
	{ weekday, starts: 13 * 60 + 30, ends: (turn === 1 ? 20 : 18) * 60 },
]

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g

/** The same rows with another id in the place of each but one; whatever stood there twice stands there twice again. */
function withNewIds(parts: SandboxPart[], kept: string): SandboxPart[] {
	const ids = new Map([[kept, kept]])
	const next = (id: string): string => {
		const known = ids.get(id) ?? randomUUID()
		ids.set(id, known)
		return known
	}
	return JSON.parse(JSON.stringify(parts).replace(ID, next)) as SandboxPart[]
}
