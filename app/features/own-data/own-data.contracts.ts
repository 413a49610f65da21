import { z } from 'zod'
import { Constants } from '#app/database.types.ts'
import { ownPaymentsContract, paymentContract } from '#app/features/booking/booking.contracts.ts'
import { referralContract } from '#app/features/partners/partners.contracts.ts'

const instant = z.string()
const answer = z.boolean().nullable()
const visit = z.object({
	...{
		number: z.string(),
		state: z.enum(Constants.public.Enums.appointment_state),
		starts_at: instant,
		ends_at: instant,
	},
	...{ time_zone: z.string(), location: z.string(), name: z.string(), phone: z.string(), for_name: z.string() },
	...{
		note: z.string(),
		package: z.string().nullable(),
		total_cents: z.int(),
		source: z.string(),
		created_at: instant,
	},
	lines: z.array(
		z.object({
			...{ service: z.string(), with: z.string(), starts_at: instant, ends_at: instant },
			...{ price_cents: z.int(), seats: z.int() },
		}),
	),
	messages: z.array(z.object({ by_customer: z.boolean(), text: z.string(), at: instant })),
	early_start: z.object({ agreed_at: instant }).nullable(),
	review: z
		.object({
			...{ author: z.string(), rating: z.int(), text: z.string(), created_at: instant },
			...{ punctual: answer, as_priced: answer, clean: answer, again: answer },
			additions: z.array(z.object({ at: instant, text: z.string() })),
		})
		.nullable(),
	/** What was paid online for it and what has gone back; null where everything is paid on site. */
	payment: paymentContract.nullable(),
})

const wait = z.object({
	...{
		title: z.string(),
		starts_at: instant,
		time_zone: z.string(),
		location: z.string(),
		seats: z.int(),
		name: z.string(),
		phone: z.string(),
	},
	...{ created_at: instant, confirmed_at: instant.nullable(), left_at: instant.nullable() },
})

const business = z.object({
	...{ name: z.string(), legal_name: z.string(), street: z.string(), postal_code: z.string(), city: z.string() },
	...{ email: z.string(), phone: z.string() },
	/** What the file of this address says; null where the file is an account's or somebody else's. */
	card: z
		.object({ name: z.string(), phone: z.string(), birthday: z.string().nullable(), created_at: instant })
		.nullable(),
	/** Whether the address stands in any file. */
	known: z.boolean(),
	/** Whether one of these files is of somebody without an account, so that the business can be asked to erase it. */
	askable: z.boolean(),
	/** Appointments that have yet to take place. */
	coming: z.int(),
	erasure: z.object({ asked_at: instant, declined_at: instant.nullable(), reason: z.string() }).nullable(),
	...{ appointments: z.array(visit), waits: z.array(wait) },
	messages: z.array(
		z.object({ kind: z.string(), state: z.string(), created_at: instant, sent_at: instant.nullable() }),
	),
})

const withdrawal = z.object({
	...{ business: z.string().nullable(), name: z.string(), booking_number: z.string() },
	...{ statement: z.string(), declared_at: instant },
})

/** What somebody said about advertising; without a business it was the platform, or one that is gone. */
const consent = z.object({
	...{ business: z.string().nullable(), channel: z.enum(['mail', 'sms', 'push']), given: z.boolean() },
	...{ at: instant, source: z.string() },
})

/** A search order, a place on a waiting list or an alert, with the offers on it and what was asked and answered. */
const order = z.object({
	...{ category: z.string().nullable(), state: z.enum(Constants.public.Enums.order_state), title: z.string() },
	...{
		text: z.string(),
		photos: z.int(),
		persons: z.int(),
		for_name: z.string(),
		place: z.string(),
		radius_km: z.int(),
	},
	windows: z.array(
		z.object({ first: z.string(), last: z.string(), weekdays: z.array(z.int()), from: z.int(), to: z.int() }),
	),
	...{ budget_cents: z.int().nullable(), name: z.string(), email: z.string(), phone: z.string() },
	/** Of a place on a waiting list: whose, for what, with whom, and instead of which appointment. */
	...{ kind: z.enum(Constants.public.Enums.wish_kind), business: z.string().nullable(), services: z.array(z.string()) },
	...{ employee: z.string().nullable(), short_notice: z.boolean(), instead_of: instant.nullable() },
	...{ created_at: instant, confirmed_at: instant.nullable(), closed_at: instant.nullable() },
	offers: z.array(
		z.object({
			...{ business: z.string(), state: z.enum(Constants.public.Enums.offer_state), price_cents: z.int() },
			...{ text: z.string(), sent_at: instant, decided_at: instant.nullable() },
		}),
	),
	questions: z.array(
		z.object({ business: z.string(), by_customer: z.boolean(), text: z.string(), created_at: instant }),
	),
})

/** What somebody has reported with this address. */
const contentReport = z.object({
	...{ url: z.string(), kind: z.string(), ground: z.string(), explanation: z.string(), name: z.string() },
	...{ state: z.string(), reported_at: instant },
})

/** What somebody wrote on the page /contact. */
const ticket = z.object({
	...{ number: z.string(), subject: z.enum(Constants.public.Enums.ticket_subject), text: z.string(), name: z.string() },
	...{ email: z.string(), state: z.enum(Constants.public.Enums.ticket_state), created_at: instant },
})

/** A business that sees none of the person's search orders. */
const blocked = z.object({ business: z.string(), blocked_at: instant })

/** The answer of `own_data`: what is kept of an address whose mails somebody reads. `until`: when this browser has to ask again. */
export const ownDataContract = z.object({
	...{ email: z.string(), until: instant, account: z.boolean(), businesses: z.array(business) },
	...{ search_orders: z.array(order), tickets: z.array(ticket), blocked_businesses: z.array(blocked) },
	...{ withdrawals: z.array(withdrawal), consents: z.array(consent), content_reports: z.array(contentReport) },
})

/** The answer of `own_account_data`: what an account's pages do not show, and what was left without the account at its confirmed address. */
export const ownAccountDataContract = z.object({
	...{ waits: z.array(wait), withdrawals: z.array(withdrawal), businesses: z.array(business) },
	/** What was paid online for visits of the account. */
	payments: ownPaymentsContract,
	...{ search_orders: z.array(order), tickets: z.array(ticket), blocked_businesses: z.array(blocked) },
	...{ withdrawals_without_account: z.array(withdrawal), consents: z.array(consent) },
	content_reports: z.array(contentReport),
	/** What they have chosen and kept as a member of a business. */
	notice_choices: z.array(
		z.object({
			business: z.string(),
			topic: z.enum(Constants.public.Enums.notice_topic),
			scope: z.enum(Constants.public.Enums.notice_scope),
		}),
	),
	order_notice_choices: z.array(z.object({ business: z.string(), pace: z.enum(Constants.public.Enums.notice_pace) })),
	favourites: z.array(z.object({ location: z.string(), created_at: instant })),
	relatives: z.array(z.object({ name: z.string(), birth_year: z.int().nullable(), created_at: instant })),
	/** As a partner, with what came of their referrals. */
	partners: z.array(
		z.object({
			...{ code: z.string(), state: z.enum(Constants.public.Enums.partner_state), joined_at: instant },
			...{ terms_version: z.int(), suspended_reason: z.string(), referrals: z.array(referralContract) },
		}),
	),
	saved_views: z.array(
		z.object({
			...{ business: z.string(), list: z.string(), name: z.string(), query: z.string() },
			...{ is_default: z.boolean(), created_at: instant },
		}),
	),
})

/** The answer of `erase_own_data`. */
export const erasedContract = z.object({ waits: z.int(), orders: z.int(), tickets: z.int(), demands: z.int() })

export type OwnData = z.output<typeof ownDataContract>
export type BusinessData = z.output<typeof business>
