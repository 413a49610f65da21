import type { CodedError } from '#app/lib/errors.ts'
import type { Client } from '#app/lib/supabase.server.ts'

export type Answer<Value> = { data: Value; error: null } | { data: null; error: CodedError }

/** Calls a function of the database whose answer is JSON, and says what that JSON is. */
export function call<Value>(client: Client, name: string, args: Record<string, unknown>): PromiseLike<Answer<Value>> {
	const untyped = client as unknown as { rpc(name: string, args: Record<string, unknown>): PromiseLike<Answer<Value>> }
	return untyped.rpc(name, args)
}
