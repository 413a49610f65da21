import { endOf, startOf, type Visit } from './calendar.ts'
import { dateOf, isoOf } from './clock.ts'
import { type Customer, REGULARS } from './customers.ts'
import type { BusinessPlan } from './plan.ts'
import type { Random } from './random.ts'
import { lineKey, type Reserved } from './resources.ts'
import { addRows, occupancyRow, type Row, type Rows } from './rows.ts'

export type State = 'requested' | 'confirmed' | 'completed' | 'no_show' | 'cancelled'

export type Booking = { id: string; visit: Visit; customer: Customer; state: State; created: number; source: string }

const REASONS = ['Krank geworden', 'Termin passt doch nicht', 'Beruflich verhindert', '', '']

/** Gives each visit a customer, a state and a history. `fixed` decides for the cast. */
export function bookVisits(
	plan: BusinessPlan,
	visits: Visit[],
	customers: Customer[],
	present: number,
	random: Random,
	fixed: Map<Visit, Customer> = new Map(),
): Booking[] {
	const taken = new Set<string>()
	const starts = visits.map(startOf)
	const [first, last] = [Math.min(...starts), Math.max(...starts)]
	return visits.map((visit) => {
		// Some customers were there from the beginning, others joined later.
		const part = 0.6 + (0.4 * (startOf(visit) - first)) / Math.max(last - first, 1)
		const known = customers.slice(0, Math.ceil(customers.length * part))
		const customer = fixed.get(visit) ?? freeCustomer(known, dateOf(startOf(visit)), taken, random)
		const lead = Math.min(30, 0.05 - Math.log(1 - random.next()) * 6) * 1440
		const latest = present - random.between(3, 2000)
		const created = Math.floor(Math.min(startOf(visit) - lead, latest))
		const source = customer.userId ? 'web' : random.weighted(['web', 'admin', 'widget'], (from) => SOURCES[from] ?? 0)
		return { id: random.uuid(), visit, customer, state: stateOf(plan, visit, present, source, random), created, source }
	})
}

const SOURCES: Record<string, number> = { web: 70, admin: 22, widget: 8 }

/** No customer comes twice on one day. */
function freeCustomer(customers: Customer[], date: string, taken: Set<string>, random: Random): Customer {
	const pick = (): Customer => random.pick(random.chance(0.07) ? customers.slice(0, REGULARS) : customers)
	let customer = pick()
	for (let attempt = 0; attempt < 8 && taken.has(`${customer.id} ${date}`); attempt++) customer = pick()
	taken.add(`${customer.id} ${date}`)
	return customer
}

function stateOf(plan: BusinessPlan, visit: Visit, present: number, source: string, random: Random): State {
	if (visit.cancelled) return 'cancelled'
	if (endOf(visit) <= present) return random.chance(0.035) ? 'no_show' : 'completed'
	const waits = asksFirst(plan, visit, source) && startOf(visit) > present
	return waits && random.chance(plan.policy.byHand ? 0.4 : 0.9) ? 'requested' : 'confirmed'
}

/** Whether the business answers such a booking: all of them, or those of one of its services. */
function asksFirst(plan: BusinessPlan, visit: Visit, source: string): boolean {
	return source !== 'admin' && (plan.policy.byHand || visit.lines.some(({ service }) => service.byRequest))
}

/** Adds customers, appointments, lines, their occupancies, and events. */
export function addBookings(
	rows: Rows,
	plan: BusinessPlan,
	customers: Customer[],
	bookings: Booking[],
	reserved: Reserved,
	present: number,
	random: Random,
): void {
	const first = new Map<string, number>()
	for (const { customer, created } of bookings) {
		first.set(customer.id, Math.min(first.get(customer.id) ?? present, created))
	}
	addRows(
		rows,
		'public.customers',
		customers.map(({ id, userId, name, email, phone, note, tags, birthday }) => {
			const created = isoOf(first.get(id) ?? present - Math.min(plan.ageDays, 90) * 1440)
			const stamps = { created_at: created, updated_at: created }
			return { id, company_id: plan.companyId, user_id: userId, name, email, phone, note, tags, birthday, ...stamps }
		}),
	)
	addRows(
		rows,
		'public.appointments',
		bookings.map((booking) => appointmentRow(plan, booking)),
	)
	addRows(
		rows,
		'public.appointment_lines',
		bookings.flatMap((booking) => lineRows(booking, reserved)),
	)
	addRows(rows, 'public.occupancies', bookings.flatMap(occupancyRows))
	addRows(
		rows,
		'public.appointment_events',
		bookings.flatMap((booking) => eventRows(plan, booking, present, random)),
	)
}

function appointmentRow(plan: BusinessPlan, { id, visit, customer, state, created, source }: Booking): Row {
	return {
		id,
		company_id: plan.companyId,
		location_id: plan.locationId,
		state,
		starts_at: isoOf(startOf(visit)),
		ends_at: isoOf(endOf(visit)),
		customer_id: customer.id,
		user_id: source === 'web' ? customer.userId : null,
		contact_name: customer.name,
		contact_email: customer.email,
		contact_phone: customer.phone,
		note: '',
		total_cents: visit.lines.reduce((sum, { priceCents }) => sum + priceCents, 0),
		source,
		cancellation_hours: plan.policy.cancellation,
		sequence: state === 'cancelled' ? 1 : 0,
		created_at: isoOf(created),
		updated_at: isoOf(created),
	}
}

function lineRows({ id, visit }: Booking, reserved: Reserved): Row[] {
	return visit.lines.map(({ service, employeeId, start, end, priceCents }, index) => ({
		appointment_id: id,
		position: index + 1,
		service_id: service.id,
		employee_id: employeeId,
		service_name: service.name,
		starts_at: isoOf(start),
		ends_at: isoOf(end),
		price_cents: priceCents,
		resource_id: reserved.get(lineKey(id, index + 1)) ?? null,
	}))
}

function occupancyRows({ id, visit }: Booking): Row[] {
	if (visit.cancelled) return []
	return visit.lines.map(({ employeeId, busy }, index) => occupancyRow(employeeId, id, index + 1, busy))
}

function eventRows(
	plan: BusinessPlan,
	{ id, visit, customer, state, created, source }: Booking,
	present: number,
	random: Random,
): Row[] {
	const start = startOf(visit)
	const event = (
		at: number,
		verb: string,
		actor: string,
		from_state: State | 'held' | null,
		to_state: State,
		reason = '',
	): Row => ({
		appointment_id: id,
		at: isoOf(at),
		verb,
		actor,
		actor_id: actor === 'business' ? (plan.accounts[0]?.userId ?? null) : customer.userId,
		from_state,
		to_state,
		reason,
		new_starts_at: verb === 'create' || (verb === 'confirm' && actor === 'customer') ? isoOf(start) : null,
	})
	const asked = asksFirst(plan, visit, source)
	const events =
		source === 'admin'
			? [event(created, 'create', 'business', null, 'confirmed')]
			: [event(created, 'confirm', 'customer', 'held', asked ? 'requested' : 'confirmed')]
	if (asked && state !== 'requested') {
		events.push(
			event(Math.min(created + random.between(1, 120), present), 'confirm', 'business', 'requested', 'confirmed'),
		)
	}
	if (state === 'cancelled') {
		const latest = Math.min(start, present)
		const at = created + Math.floor((latest - created) * (0.3 + random.next() * 0.5))
		events.push(
			event(
				at,
				'cancel',
				random.chance(0.85) ? 'customer' : 'business',
				'confirmed',
				'cancelled',
				random.pick(REASONS),
			),
		)
	}
	if (state === 'completed' || state === 'no_show') {
		const verb = state === 'completed' ? 'complete' : 'no_show'
		events.push(event(Math.min(endOf(visit) + random.between(0, 30), present), verb, 'business', 'confirmed', state))
	}
	return events
}
