import { z } from 'zod'

// JSON answers of the verbs on search orders (supabase/schemas/75_orders); instants are ISO 8601.

/** `order`: businesses answer it; `waitlist`: waits at one location; `alert`: wants to hear of free times around. */
export const wishKind = z.enum(['order', 'waitlist', 'alert'])

/** The answer of `join_waitlist` and `ask_for_alert`: `mail` when the address is still to be confirmed. */
export const wishContract = z.object({ id: z.uuid(), state: z.enum(['open', 'mail']) })

export const windowContract = z.object({
	/** Local days (YYYY-MM-DD) and minutes of the day; 1 is Monday. */
	first: z.string(),
	last: z.string(),
	weekdays: z.array(z.int()),
	from: z.int(),
	to: z.int(),
})
export type Window = z.output<typeof windowContract>

/** The answer of `get_search_order_draft`. */
export const draftContract = z.object({
	id: z.uuid(),
	state: z.enum(['draft', 'open', 'matched', 'withdrawn', 'expired']),
	category: z.string().nullable(),
	title: z.string(),
	text: z.string(),
	persons: z.int(),
	for_name: z.string(),
	place_label: z.string(),
	place: z.string().nullable(),
	latitude: z.number().nullable(),
	longitude: z.number().nullable(),
	city_id: z.int().nullable(),
	radius_km: z.int(),
	windows: z.array(windowContract),
	budget_cents: z.int().nullable(),
	/** A trade under § 203 StGB. */
	secret: z.boolean(),
	contact: z.object({ name: z.string(), email: z.string() }),
	submitted_at: z.string().nullable(),
	expires_at: z.string(),
	kind: wishKind,
	/** Whose waiting list it is. */
	business: z.string().nullable(),
})
export type OrderDraft = z.output<typeof draftContract>

/** The answer of `instant_matches`. */
export const matchesContract = z.object({
	reach: z.int(),
	affordable: z.int(),
	matches: z.array(
		z.object({
			slug: z.string(),
			name: z.string(),
			city: z.string(),
			district: z.string(),
			distance_km: z.number(),
			image: z.string().nullable(),
			rating_average: z.number(),
			rating_count: z.int(),
			time_zone: z.string(),
			service: z.object({ id: z.uuid(), name: z.string(), duration_minutes: z.int(), price_cents: z.int() }),
			starts: z.array(z.object({ starts_at: z.string(), employee_id: z.uuid().nullable() })),
		}),
	),
})
export type Matches = z.output<typeof matchesContract>

/** The answer of `list_search_orders`. */
export const publicOrdersContract = z.object({
	orders: z.array(
		z.object({
			category: z.object({ slug: z.string(), name: z.string() }),
			place: z.string().nullable(),
			city: z.string().nullable(),
			radius_km: z.int(),
			/** Weekday (1 is Monday) and part of the day: 0 morning, 1 afternoon, 2 evening. */
			times: z.array(z.tuple([z.int(), z.int()])),
			budget: z.boolean(),
			budget_to_cents: z.int().nullable(),
			persons: z.int(),
			age_hours: z.int(),
			offers: z.int(),
		}),
	),
	next: z.string().nullable(),
})
export type PublicOrder = z.output<typeof publicOrdersContract>['orders'][number]

/** The answer of `own_search_orders`. */
export const ownOrdersContract = z.array(
	z.object({
		id: z.uuid(),
		state: z.enum(['open', 'matched', 'withdrawn', 'expired']),
		category: z.string().nullable(),
		title: z.string(),
		place: z.string().nullable(),
		radius_km: z.int(),
		windows: z.array(windowContract),
		confirmed_at: z.string().nullable(),
		expires_at: z.string(),
		closed_at: z.string().nullable(),
		offers: z.int(),
		appointment_id: z.uuid().nullable(),
		kind: wishKind,
		/** Whose waiting list it is. */
		business: z.string().nullable(),
	}),
)
export type OwnOrder = z.output<typeof ownOrdersContract>[number]
