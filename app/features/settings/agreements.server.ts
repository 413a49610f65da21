import { adminPaths } from '#app/lib/admin-paths.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { readHashes } from '#app/features/legal/agreements.ts'
import { submit } from '#app/features/shell/commands.server.ts'
import { agreementsSchema } from './settings.form.ts'

/** Accepts for a company what the form showed; the database lets owners only, and only for the newest words. */
export function acceptAgreements(client: Client, company: string, form: FormData) {
	return submit(form, agreementsSchema, adminPaths.agreements(), ({ agreements }) =>
		client.rpc('accept_agreements', { p_company: company, p_hashes: readHashes(agreements) }),
	)
}
