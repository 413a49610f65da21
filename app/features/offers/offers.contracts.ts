import { z } from 'zod'
import { Constants } from '#app/database.types.ts'
import { wishKind } from '#app/features/orders/orders.contracts.ts'

const state = z.enum(Constants.public.Enums.offer_state)

const order = z.object({
	...{ id: z.uuid(), state: z.enum(Constants.public.Enums.order_state), title: z.string(), text: z.string() },
	category: z.object({ id: z.int(), slug: z.string(), name: z.string() }),
	...{ persons: z.int(), place: z.string().nullable(), radius_km: z.number(), budget_cents: z.int().nullable() },
	/** Days and minutes of the day in the zone of whoever answers. */
	windows: z.array(
		z.object({ first: z.string(), last: z.string(), weekdays: z.array(z.int()), from: z.int(), to: z.int() }),
	),
	...{ secret: z.boolean(), confirmed_at: z.string(), expires_at: z.string() },
	/** `waitlist`: somebody who waits for this location alone. */
	kind: wishKind,
	/** Free starts of the location within the windows, at most three. */
	...{ distance_km: z.number(), starts: z.array(z.string()) },
	/** How many live offers there are. */
	...{ offers: z.int(), dismissed: z.boolean() },
	/** The last offer of this location. */
	mine: z.object({ id: z.uuid(), state, expires_at: z.string() }).nullable(),
})

/** The answer of `matching_orders`; `left`: how many starts may still be held. */
export const matchingContract = z.object({ total: z.int(), left: z.int(), rows: z.array(order) })

/** The answer of `matching_order`. */
export const matchingOrderContract = order.extend({
	left: z.int(),
	services: z.array(z.object({ id: z.uuid(), name: z.string(), minutes: z.int(), price_cents: z.int() })),
})

/** The answer of `suggest_starts`. */
export const suggestedContract = z.array(
	z.object({
		...{ starts_at: z.string(), ends_at: z.string(), employee_ids: z.array(z.uuid()) },
		...{ total_cents: z.int(), touches: z.boolean() },
	}),
)

/** The answer of `list_offers`. */
export const offerListContract = z.object({
	total: z.int(),
	rows: z.array(
		z.object({
			...{ id: z.uuid(), order_id: z.uuid(), state, category: z.string().nullable(), title: z.string() },
			/** By whom it was sent, and what for. */
			...{ origin: z.enum(Constants.public.Enums.offer_origin), kind: wishKind },
			...{ place: z.string().nullable(), price_cents: z.int(), text: z.string(), sent_at: z.string() },
			...{ expires_at: z.string(), decided_at: z.string().nullable(), seen: z.boolean(), reason: z.string() },
			...{ services: z.array(z.string()), appointment_id: z.uuid().nullable(), customer: z.string() },
			starts: z.array(
				z.object({ starts_at: z.string(), ends_at: z.string(), employee_id: z.uuid(), outside: z.boolean() }),
			),
		}),
	),
})

/** The answer of `list_waiting`: who waits at the location, the first come first. */
export const waitingContract = z.object({
	total: z.int(),
	rows: z.array(
		z.object({
			...{
				id: z.uuid(),
				services: z.array(z.string()),
				employee_id: z.uuid().nullable(),
				windows: order.shape.windows,
			},
			...{ confirmed_at: z.string(), expires_at: z.string(), short_notice: z.boolean(), paused: z.boolean() },
			/** When the appointment is now that moves to the time that is found. */
			replaces: z.string().nullable(),
			/** The first free start in their times. */
			free: z.string().nullable(),
			offer: z.object({ id: z.uuid(), starts_at: z.string(), expires_at: z.string() }).nullable(),
		}),
	),
})
export type WaitingPlace = z.output<typeof waitingContract>['rows'][number]

/** The answer of `send_offer` and `withdraw_offer`. */
export const sentContract = z.object({ id: z.uuid(), state, price_cents: z.int(), expires_at: z.string() })

/** The answer of `blocked_order_customers`. */
export const blockedCustomersContract = z.array(z.object({ id: z.uuid(), label: z.string(), at: z.string() }))

export type BlockedCustomer = z.output<typeof blockedCustomersContract>[number]
export type FittingOrder = z.output<typeof order>
export type OrderToAnswer = z.output<typeof matchingOrderContract>
export type Suggested = z.output<typeof suggestedContract>
export type SentOffer = z.output<typeof offerListContract>['rows'][number]
