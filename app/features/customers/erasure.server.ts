import type { Result } from '#app/features/shell/commands.server.ts'
import { call } from '#app/lib/contracts.server.ts'
import { errorCode, errorMessage } from '#app/lib/errors.ts'
import { invariantData, invariantResponse } from '#app/lib/invariant.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { erasureContract } from './erasure.contracts.ts'

type Company = { id: string }

/** What erasing this customer would take away and leave. @throws Response 404 */
export async function loadErasure(client: Client, company: Company, id: string) {
	const answer = await call(client, 'preview_erasure', erasureContract, { p_company: company.id, p_customer: id })
	invariantResponse(answer.error?.message !== 'customer_not_found')
	return invariantData(answer)
}

/** Erases a customer for good. @param typed the customer's name, typed again */
export async function eraseCustomer(client: Client, company: Company, id: string, typed: string): Promise<Result> {
	const { error } = await client.rpc('erase_customer', { p_company: company.id, p_customer: id, p_typed: typed })
	return error && errorCode(error) === 'erasure_not_typed'
		? { error: null, fields: { typed: [errorMessage(error)] } }
		: { error }
}
