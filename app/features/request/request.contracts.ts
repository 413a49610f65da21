import { z } from 'zod'
import { earlyStartContract } from '#app/features/booking/booking.contracts.ts'

// What the verbs of the page of a search order answer (supabase/schemas/75_orders); instants are ISO 8601.

const picture = z.object({
	...{ path: z.string(), alt: z.string(), width: z.int(), height: z.int(), color: z.string() },
})

const offer = z.object({
	id: z.uuid(),
	/** `live` as long as it can be accepted. */
	state: z.enum(['live', 'expired', 'accepted', 'declined', 'withdrawn']),
	price_cents: z.int(),
	/** The lowest price of the last 30 days, where this one is below it. */
	reference_cents: z.int().nullable(),
	text: z.string(),
	sent_at: z.string(),
	expires_at: z.string(),
	/** Why the business took it back. */
	reason: z.string(),
	/** How well it fits, from 0 to 1; /legal/ranking says how. */
	points: z.number(),
	distance_km: z.number().nullable(),
	cancellation_hours: z.int(),
	starts: z.array(
		z.object({
			...{ position: z.int(), starts_at: z.string(), ends_at: z.string(), employee: z.string() },
			/** Not in one of the wished times. */
			outside: z.boolean(),
			/** Whether its time is still held. */
			kept: z.boolean(),
		}),
	),
	services: z.array(z.object({ id: z.uuid(), name: z.string() })).nullable(),
	employee: z.uuid().nullable(),
	location: z.object({
		...{ id: z.uuid(), slug: z.string(), name: z.string(), city: z.string(), time_zone: z.string() },
		published: z.boolean(),
		...{ rating_average: z.number(), rating_count: z.int(), image: picture.nullable(), small_business: z.boolean() },
	}),
})

const window = z.object({
	...{ first: z.iso.date(), last: z.iso.date(), weekdays: z.array(z.int()) },
	/** Minutes of the day; null: from its beginning, to its end. */
	...{ from: z.int().nullable(), to: z.int().nullable() },
})

/** What `get_request` answers. */
export const requestContract = z.object({
	id: z.uuid(),
	scope: z.enum(['own', 'read']),
	state: z.enum(['draft', 'open', 'matched', 'withdrawn', 'expired']),
	category: z.object({ id: z.int(), slug: z.string(), name: z.string(), icon: z.string(), hue: z.int() }).nullable(),
	secret: z.boolean(),
	title: z.string(),
	text: z.string(),
	persons: z.int(),
	place: z.string(),
	radius_km: z.int(),
	windows: z.array(window),
	budget_cents: z.int().nullable(),
	version: z.int(),
	created_at: z.string(),
	submitted_at: z.string().nullable(),
	confirmed_at: z.string().nullable(),
	expires_at: z.string(),
	extended: z.int(),
	closed_at: z.string().nullable(),
	closed_reason: z.string(),
	kind: z.enum(['order', 'waitlist', 'alert']),
	/** Of a place on a waiting list. */
	waiting: z
		.object({
			location: z.object({
				...{ slug: z.string(), name: z.string(), time_zone: z.string(), phone: z.string() },
				mode: z.enum(['automatic', 'by_hand', 'off']),
			}),
			services: z.array(z.object({ id: z.uuid(), name: z.string() })),
			employee: z.string().nullable(),
			/** How many wait before them for overlapping times. */
			before: z.int(),
			short_notice: z.boolean(),
			/** After three offers without an answer. */
			paused: z.boolean(),
			/** When the appointment is now that moves to the time that is found. */
			replaces: z.string().nullable(),
			/** Times that are kept for nobody and of which they were told. */
			free: z.array(z.string()),
		})
		.nullable(),
	/** What an open alert finds now; nothing is kept. */
	found: z
		.array(
			z.object({
				...{ slug: z.string(), business: z.string(), starts_at: z.string(), time_zone: z.string() },
				...{ service_id: z.uuid(), service: z.string(), employee_id: z.uuid().nullable() },
			}),
		)
		.nullable(),
	contact: z.object({ name: z.string(), email: z.string(), phone: z.string() }).nullable(),
	asked: z.object({ count: z.int(), nearest: z.array(z.object({ name: z.string(), slug: z.string() })) }).nullable(),
	offers: z.array(offer),
	/** How many questions and answers there are. */
	messages: z.int(),
	appointment: z
		.object({ id: z.uuid().nullable(), starts_at: z.string(), location: z.string(), time_zone: z.string() })
		.nullable(),
})

const address = { name: z.string(), street: z.string(), postal_code: z.string(), city: z.string() }

/** What `get_offer` answers: everything that stands above the button of an acceptance. */
export const offerContract = z.object({
	offer,
	lines: z.array(
		z.object({
			...{ service_name: z.string(), starts_at: z.string(), price_cents: z.int(), employee_name: z.string() },
		}),
	),
	starts_at: z.string(),
	ends_at: z.string(),
	cancellation_hours: z.int(),
	cancel_until: z.string(),
	location: z.object({ slug: z.string(), ...address, time_zone: z.string(), phone: z.string() }),
	company: z.object({
		...{ id: z.uuid(), legal_name: z.string(), representative: z.string(), ...address },
		...{ email: z.string(), phone: z.string(), small_business: z.boolean() },
	}),
	contact: z.object({ name: z.string(), email: z.string(), phone: z.string() }),
	withdrawal: z.boolean(),
	early_start: earlyStartContract.nullable(),
	/** When the appointment is now that moves there by accepting. */
	replaces: z.string().nullable(),
})

/** What `blocked_businesses` answers. */
export const blockedContract = z.array(z.object({ location: z.uuid(), name: z.string(), at: z.string() }))

export type Request = z.output<typeof requestContract>
export type Offer = Request['offers'][number]
export type OfferTerms = z.output<typeof offerContract>
