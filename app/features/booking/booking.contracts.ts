import { z } from 'zod'
import { Constants } from '#app/database.types.ts'

// What the verbs of booking answer as JSON; instants are ISO 8601. supabase/tests/booking/contracts.test.ts asks the functions themselves.

const state = z.enum(Constants.public.Enums.appointment_state)

const line = z.object({
	position: z.int(),
	service_id: z.uuid(),
	service_name: z.string(),
	employee_id: z.uuid(),
	starts_at: z.string(),
	ends_at: z.string(),
	price_cents: z.int(),
	/** What was struck beside a day price; nothing otherwise. */
	struck_cents: z.int().nullish(),
	/** Set for seats of an event. */
	event_id: z.uuid().optional(),
	seats: z.int().optional(),
})

/** What each verb that changes a hold or a booking answers. */
export const visitContract = z.object({
	id: z.uuid(),
	state,
	starts_at: z.string(),
	ends_at: z.string(),
	hold_expires_at: z.string().nullable(),
	total_cents: z.int(),
	sequence: z.int(),
	lines: z.array(line),
})

/** What a move by a member and `notify_of_move` answer: the visit, and what becomes of the mail to the customer about it. */
export const movedContract = visitContract.extend({ notice: z.enum(['waiting', 'untold', 'none']) })

/** What `withdraw_appointment` answers. */
export const withdrawnContract = visitContract.extend({ withdrawn_at: z.string() })

/** The demand that a visit begins before the period for withdrawing ends (supabase/schemas/50_booking/80_early_start.sql). */
export const earlyStartContract = z.object({
	text: z.string(),
	/** The hash to send back with the agreement; null once it was given. */
	hash: z.string().nullable(),
	/** Starts before this instant need it; null: any start. */
	before: z.string().nullable(),
	/** When it was agreed to; instant. */
	agreed_at: z.string().nullable(),
})

/** The time proposed to the customer of an appointment. */
export const proposalContract = z.object({
	starts_at: z.string(),
	ends_at: z.string(),
	/** The customer is asked to answer by then; the time is held a little longer. */
	answer_by: z.string(),
	people: z.array(z.string()),
	/** The person who is away, "" when it is something else; null when the whole location is closed. */
	away: z.string().nullable(),
})

const address = { name: z.string(), street: z.string(), postal_code: z.string(), city: z.string() }
const reach = { email: z.string(), phone: z.string() }

const refund = z.object({
	amount_cents: z.int(),
	reason: z.string(),
	state: z.enum(Constants.public.Enums.refund_state),
	created_at: z.string(),
})

/** What is paid online for a hold or booking (supabase/schemas/77_money/70_shown.sql). */
export const paymentContract = z.object({
	mode: z.enum(['deposit', 'full']),
	/** Paid when booking, at the visit, and kept of it when nobody comes. */
	...{ due_cents: z.int(), later_cents: z.int(), no_show_cents: z.int() },
	/** Kept when it is cancelled after the deadline, null when that cannot be done online; what cancelling costs now, and what was kept. */
	...{ late_cents: z.int().nullable(), cancel_cents: z.int().nullable(), kept_cents: z.int().nullable() },
	/** No money flows. */
	test: z.boolean(),
	/** The business answers first, and it is paid after that. */
	after_answer: z.boolean(),
	/** Until when the time is kept for the payment; null once that is decided. */
	pay_until: z.string().nullable(),
	payments: z.array(
		z.object({
			...{ id: z.uuid(), kind: z.string(), state: z.enum(Constants.public.Enums.payment_state) },
			...{ amount_cents: z.int(), captured_cents: z.int(), refunding_cents: z.int(), refunded_cents: z.int() },
			...{ created_at: z.string(), paid_at: z.string().nullable(), refunds: z.array(refund) },
		}),
	),
})

/** The answer of `own_payments`: what is paid online for the bookings of an account. */
export const ownPaymentsContract = z.array(z.object({ appointment_id: z.uuid(), payment: paymentContract }))

/** What `start_payment` answers. */
export const startedContract = visitContract.extend({ payment_id: z.uuid() })

/** What `get_booking` answers: everything a customer may see of a hold or booking. */
export const bookingContract = visitContract.extend({
	/** What people copy and say, for example 3F2A-91BC-7D04. */
	number: z.string(),
	lines: z.array(line.extend({ employee_name: z.string() })),
	created_at: z.string(),
	contact: z.object({ name: z.string(), ...reach, note: z.string(), for_name: z.string() }),
	/** Whether there is a link to it for others. */
	shared: z.boolean(),
	location: z.object({
		id: z.uuid(),
		slug: z.string(),
		...address,
		...reach,
		time_zone: z.string(),
		latitude: z.number().nullable(),
		longitude: z.number().nullable(),
		confirms_by_hand: z.boolean(),
		published: z.boolean(),
	}),
	company: z.object({ id: z.uuid(), legal_name: z.string(), representative: z.string(), ...address, ...reach }),
	cancellation_hours: z.int(),
	/** Whether the customer asked for this person; otherwise anyone may serve them. */
	employee_chosen: z.boolean(),
	/** The last moment to cancel or move by the policy. */
	cancel_until: z.string(),
	can_cancel: z.boolean(),
	can_reschedule: z.boolean(),
	/** The package that its services were sold as. */
	package_name: z.string().nullable(),
	/** Whether the profession falls under § 203 StGB: then services are named on this page only. */
	secret: z.boolean(),
	/** Whether the customer can withdraw from the contract, which is still to be performed. */
	withdrawal: z.boolean(),
	/** When the customer declared the withdrawal; instant. */
	withdrawn_at: z.string().nullable(),
	early_start: earlyStartContract.nullable(),
	/** Another time that the business holds for the customer; null without a proposal. */
	proposal: proposalContract.nullable(),
	/** Null where everything is paid on site. */
	payment: paymentContract.nullable(),
})

/** What `list_starts` and `next_starts` answer: free starts in order; `list_priced_starts` says what the visit costs then, too. */
export const startsContract = z.array(
	z.object({
		...{ starts_at: z.string(), ends_at: z.string() },
		employee_ids: z.array(z.uuid()),
		total_cents: z.int().optional(),
	}),
)

/** What `available_days` answers: how many free starts each local date has. */
export const daysContract = z.array(z.object({ day: z.iso.date(), starts: z.int() }))

/** What `location_by_slug` answers; `moved` for an old slug. */
export const locationBySlugContract = z.object({ id: z.uuid(), slug: z.string(), moved: z.boolean() }).nullable()
