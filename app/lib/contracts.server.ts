import type { z } from 'zod'
import type { CodedError } from './errors.ts'
import type { Client } from './supabase.server.ts'

export type Answer<Value> = { data: Value; error: null } | { data: null; error: CodedError }

/**
 * Calls a database function that answers JSON and reads the answer by its contract. Fields that the contract does not name are left out.
 * @throws Error when the answer does not fit the contract
 */
export async function call<Contract extends z.ZodType>(
	client: Client,
	name: string,
	contract: Contract,
	args: Record<string, unknown>,
): Promise<Answer<z.output<Contract>>> {
	const untyped = client as unknown as {
		rpc(name: string, args: Record<string, unknown>): PromiseLike<Answer<unknown>>
	}
	const answer = await untyped.rpc(name, args)
	if (answer.error) return { data: null, error: answer.error }
	const read = contract.safeParse(answer.data)
	if (!read.success) throw new Error(`${name} does not answer as its contract says: ${read.error.message}`)
	return { data: read.data, error: null }
}
