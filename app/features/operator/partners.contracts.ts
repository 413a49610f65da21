import { z } from 'zod'
import { Constants } from '#app/database.types.ts'

const [instant, count] = [z.string(), z.int()]
const state = z.enum(Constants.public.Enums.partner_state)
const counts = { pending: count, earned: count, paid: count, rejected: count }

/** Partners for operators; `gone`: their account or company is no more. */
export const partnersContract = z.object({
	...{ partners: count, pending: count, earned: count, owed_cents: count, more: z.boolean() },
	rows: z.array(
		z.object({
			...{ id: z.string(), code: z.string(), company: z.string().nullable(), gone: z.boolean(), state },
			...{ joined_at: instant, visits: count, ...counts },
		}),
	),
})
export type PartnerRow = z.output<typeof partnersContract>['rows'][number]

export const partnerContract = z.object({
	...{
		id: z.string(),
		code: z.string(),
		state,
		suspended_reason: z.string(),
		terms_version: count,
		joined_at: instant,
	},
	...{ gone: z.boolean(), visits: count, company: z.object({ id: z.string(), name: z.string() }).nullable() },
	/** Whether it is the operator's own. */
	own: z.boolean(),
	referrals: z.array(
		z.object({
			...{ id: z.string(), company: z.string().nullable(), company_id: z.string().nullable() },
			state: z.enum(Constants.public.Enums.referral_state),
			...{ reason: z.string(), note: z.string(), reward_cents: count, created_at: instant },
			...{ decided_at: instant.nullable(), paid_at: instant.nullable() },
		}),
	),
})
export type PartnerDetail = z.output<typeof partnerContract>

/** Who a partner is: the person, or the owners of the company. */
export const partnerPersonContract = z.array(z.object({ name: z.string(), email: z.string() }))
