import { z } from 'zod'
import { call } from '#app/lib/contracts.server.ts'
import type { AppServices } from '#app/lib/context.server.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { invariantData } from '#app/lib/invariant.ts'
import { serverClient } from '#app/lib/supabase.server.ts'
import { accountsOf } from './accounts.server.ts'

/**
 * Opens the account of a company with the provider, or finds it open. The caller has checked that an owner wants it (`connect_account`).
 * @returns the provider's page on which the business gives its data; undefined with a provider that needs none
 * @throws Error when the provider does not answer
 */
export async function openAccountOf(services: AppServices, company: string): Promise<string | undefined> {
	const accounts = services.payments && accountsOf(services.payments, services)
	if (!accounts) return undefined
	const client = serverClient(services)
	const { id, ref, companies } = invariantData(
		await client
			.from('payment_accounts')
			.select('id, ref, companies (name, email)')
			.match({ company_id: company, provider: services.payments })
			.single(),
	)
	const known = ref || (await accounts.connect({ id, ...companies }))
	const args = { p_account: id, p_ref: known }
	const counts = invariantData(await call(client, 'name_account', z.string(), args))
	return accounts.link(counts, `${services.siteUrl}${adminPaths.paymentRules()}?zurueck=1`)
}
