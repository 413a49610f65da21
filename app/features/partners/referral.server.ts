import { z } from 'zod'
import { submit } from '#app/features/shell/commands.server.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { call } from '#app/lib/contracts.server.ts'
import { errorMessage } from '#app/lib/errors.ts'
import { invariantData } from '#app/lib/invariant.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { type CompanyReferral, companyReferralContract } from './partners.contracts.ts'

/** Up to forty characters, however the code was spelled. */
const schema = z.object({
	partner_code: z
		.string({ error: 'Bitte geben Sie den Code an.' })
		.trim()
		.min(1, 'Bitte geben Sie den Code an.')
		.max(40, 'Ein Code hat acht Zeichen.'),
})

/** By whose code a company came; nothing where there is none and it is too late for one. For owners. */
export async function loadReferral(client: Client, company: string): Promise<CompanyReferral | null> {
	const referral = invariantData(
		await call(client, 'company_referral', companyReferralContract, { p_company: company }),
	)
	return referral.code || referral.until ? referral : null
}

/** Keeps the code that an owner has typed. */
export function enterCode(client: Client, company: string, form: FormData) {
	return submit(form, schema, adminPaths.company(), async ({ partner_code: code }) => {
		const { error } = await client.rpc('refer_company', { p_company: company, p_code: code })
		return error?.code === 'P0001' ? { error: null, fields: { partner_code: [errorMessage(error)] } } : { error }
	})
}
