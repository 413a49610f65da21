import { z } from 'zod'
import { Constants } from '#app/database.types.ts'

const instant = z.string()
const count = z.int()
const state = z.enum(Constants.public.Enums.partner_state)

/** What became of a referral, see supabase/schemas/88_partners; the business is not named. */
export const referralContract = z.object({
	...{ state: z.enum(Constants.public.Enums.referral_state), reason: z.string(), note: z.string() },
	...{ reward_cents: count, referred_at: instant, decided_at: instant.nullable(), paid_at: instant.nullable() },
})
export type Referral = z.output<typeof referralContract>

/** The caller's partnerships: their own, and those of companies that they own. */
export const ownPartnersContract = z.array(
	z.object({
		...{ id: z.string(), company: z.string().nullable(), company_id: z.string().nullable(), code: z.string(), state },
		...{ suspended_reason: z.string(), terms_version: count, joined_at: instant },
		/** Days of Berlin on which the link was opened, within a year. */
		days: z.array(z.object({ day: z.string(), visits: count })),
		referrals: z.array(referralContract),
	}),
)
export type Partner = z.output<typeof ownPartnersContract>[number]

/** By whose code a company came; `until`: until when one can be entered. */
export const companyReferralContract = z.object({
	...{ code: z.string().nullable(), state: referralContract.shape.state.nullable(), referred_at: instant.nullable() },
	until: instant.nullable(),
})
export type CompanyReferral = z.output<typeof companyReferralContract>
