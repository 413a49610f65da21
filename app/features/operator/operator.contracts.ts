import { z } from 'zod'
import { Constants } from '#app/database.types.ts'
import { decidedKind, measure } from '#app/features/decisions/decisions.contracts.ts'

const instant = z.string()
const kind = decidedKind
const ground = z.string()

/** Whether the caller runs the platform; null for everybody else. */
export const operatorSelfContract = z
	.object({
		role: z.enum(['support', 'moderator', 'admin']),
		second_factor: z.boolean(),
		reports: z.int(),
		tickets: z.int(),
	})
	.nullable()
export type Operator = NonNullable<z.output<typeof operatorSelfContract>>

export const reportQueueContract = z.object({
	...{ open: z.int(), overdue: z.int(), more: z.boolean() },
	rows: z.array(
		z.object({
			...{ id: z.string(), kind, business: z.string(), url: z.string(), ground, reported_at: instant },
			...{ overdue: z.boolean(), appeal: z.boolean(), measure: measure.nullable(), told_at: instant.nullable() },
		}),
	),
})
export type QueuedReport = z.output<typeof reportQueueContract>['rows'][number]

export const reportDetailContract = z.object({
	...{ id: z.string(), kind, company: z.string().nullable(), business: z.string(), url: z.string(), ground },
	...{ explanation: z.string(), shown: z.string(), now: z.string().nullable(), state: z.enum(['open', 'decided']) },
	...{
		reported_at: instant,
		own: z.boolean(),
		has_address: z.boolean(),
		visit: z.string().nullable(),
		others: z.int(),
	},
	image: z.object({ path: z.string(), alt: z.string(), width: z.int(), height: z.int(), color: z.string() }).nullable(),
	earlier: z
		.object({
			...{ measure, facts: z.string(), basis: z.string(), told_at: instant },
			party: z.enum(['author', 'reporter']),
		})
		.nullable(),
	decision: z
		.object({ measure, ground, facts: z.string(), basis: z.string(), scope: z.string(), told_at: instant })
		.nullable(),
})
export type ReportDetail = z.output<typeof reportDetailContract>

export const reporterContract = z.object({ name: z.string(), email: z.string() })

const companyState = z.enum(['active', 'suspended', 'closed'])
export const companiesContract = z.array(
	z.object({
		...{ id: z.string(), name: z.string(), city: z.string(), state: companyState, created_at: instant },
		...{ locations: z.int(), published: z.int(), open_reports: z.int(), tax_missing: z.int() },
	}),
)

export const companyContract = z.object({
	...{ id: z.string(), name: z.string(), legal_name: z.string(), city: z.string(), state: companyState },
	...{ created_at: instant, tax_missing: z.array(z.string()) },
	locations: z.array(
		z.object({ id: z.string(), name: z.string(), slug: z.string(), state: z.string(), paused: z.boolean() }),
	),
	decisions: z.array(z.object({ measure, kind, facts: z.string(), told_at: instant })),
})
export type CompanyDetail = z.output<typeof companyContract>

export const logContract = z.object({
	more: z.boolean(),
	rows: z.array(
		z.object({
			...{ at: instant, name: z.string(), verb: z.string(), target: z.string() },
			...{ company: z.string().nullable(), reason: z.string() },
		}),
	),
})

/** What operators looked at in a company, for its owners. */
export const looksContract = z.array(z.object({ at: instant, verb: z.string(), reason: z.string() }))

const count = z.int()

/** Messages that did not arrive, of the whole platform. */
export const messagesContract = z.object({
	...{ failed: count, bounced: count, waiting: count, more: z.boolean() },
	rows: z.array(
		z.object({
			...{ id: z.string(), kind: z.string(), company: z.string().nullable(), recipient: z.string() },
			audience: z.enum(Constants.public.Enums.actor_kind),
			...{ state: z.enum(['failed', 'bounced']), last_error: z.string(), attempts: count, created_at: instant },
			/** Whether it may be sent again. */
			again: z.boolean(),
		}),
	),
})
export type LostMessage = z.output<typeof messagesContract>['rows'][number]

/** Messages from the page /contact. */
export const ticketsContract = z.object({
	...{ open: count, overdue: count, more: z.boolean() },
	rows: z.array(
		z.object({
			...{
				id: z.string(),
				number: z.string(),
				subject: z.enum(Constants.public.Enums.ticket_subject),
				text: z.string(),
			},
			...{ name: z.string(), email: z.string(), created_at: instant },
			/** Whether they were signed in. */
			account: z.boolean(),
			state: z.enum(Constants.public.Enums.ticket_state),
		}),
	),
})
export type Ticket = z.output<typeof ticketsContract>['rows'][number]

/** Figures of the platform over the last days; medians are null without anything. */
export const figuresContract = z.object({
	days: count,
	orders: z.object({
		...{ total: count, answered: count, ripe: count, first_offer_minutes: z.number().nullable(), over: count },
		...{ matched: count, silent: count, held_hours: z.number().nullable(), notices: z.number().nullable() },
	}),
	/** Places on waiting lists, and the times that were kept for them. */
	waiting: z.object({ total: count, over: count, filled: count, alerts: count, offered: count, accepted: count }),
	visits: z.object({ total: count, missed: count }),
	searches: z.object({ total: count, empty: count }),
	reports: z.object({ total: count, open: count, overdue: count, decided: count, hours: z.number().nullable() }),
	companies: z.object({ total: count, active: count, published: count, fresh: count }),
})
export type Figures = z.output<typeof figuresContract>
