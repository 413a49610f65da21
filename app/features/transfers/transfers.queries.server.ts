import { invariantData, invariantResponse } from '#app/lib/invariant.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { isUuid } from '#app/lib/uuid.ts'

/** The exports and imports of a company, the newest first; owners see them. */
export async function loadTransfers(client: Client, company: string) {
	return invariantData(
		await client
			.from('transfers')
			.select('id, direction, state, asked_at, asked_by, done_rows, all_rows, bytes, fault, expires_at')
			.eq('company_id', company)
			.order('asked_at', { ascending: false })
			.limit(20),
	)
}

export type Transfer = Awaited<ReturnType<typeof loadTransfers>>[number]

/** Whether a company has no customers yet, as an import needs it. */
export async function hasNoCustomers(client: Client, company: string): Promise<boolean> {
	const found = invariantData(await client.from('customers').select('id').eq('company_id', company).limit(1))
	return found.length === 0
}

/** A finished export of the company whose file is there. @throws Response 404 */
export async function requireExport(client: Client, company: string, id: string) {
	invariantResponse(isUuid(id))
	const { data } = await client
		.from('transfers')
		.select('id, company_id, asked_at')
		.match({ id, company_id: company, direction: 'export', state: 'done' })
		.maybeSingle()
	invariantResponse(data)
	return data
}
