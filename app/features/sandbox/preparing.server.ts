import { randomUUID } from 'node:crypto'
import { deleteClosedCompanies } from '#app/features/company/closing.server.ts'
import type { Json } from '#app/database.types.ts'
import type { AppServices } from '#app/lib/context.server.ts'
import { invariantData } from '#app/lib/invariant.ts'
import { serverClient } from '#app/lib/supabase.server.ts'

/** So many are prepared one after another; the others come one a minute, so that a start is not busy with them. */
const AT_ONCE = 3

/**
 * Ends sandboxes whose time is over, deletes what is left of them, and prepares a new one if one is missing. Several processes may do so at
 * once. Called every minute. @returns 1 when the next should follow at once
 */
export async function resetSandboxes(services: AppServices, senders: unknown, stopping: AbortSignal): Promise<number> {
	const ready = services.sandboxes?.ready ?? 0
	const wanted = invariantData(await serverClient(services).rpc('reset_sandboxes', { p_ready: ready }))
	await deleteClosedCompanies(services, senders, stopping)
	if (wanted === 0 || stopping.aborted) return 0
	const made = await prepareSandbox(services)
	return made && wanted > ready - AT_ONCE + 1 ? 1 : 0
}

/**
 * Makes a sandbox with an account of its own, in which nobody can sign in by a password. If this process dies in between, the account is
 * removed by a later reset. @returns whether one was missing
 */
export async function prepareSandbox(services: AppServices): Promise<boolean> {
	const { sandboxes } = services
	if (!sandboxes) return false
	const client = serverClient(services)
	const { data, error } = await client.auth.admin.createUser({
		email: `demo-${randomUUID()}@demo.invalid`,
		email_confirm: true,
		user_metadata: { name: 'Anna Becker' },
	})
	if (error) throw new Error(`${error.code} ${error.message}`, { cause: error })
	const user = data.user.id
	try {
		const p_parts = (await sandboxes.partsFor(user)) as Json
		const args = { p_user: user, p_parts, p_ready: sandboxes.ready }
		if (invariantData(await client.rpc('prepare_sandbox', args))) return true
	} catch (failure) {
		await client.auth.admin.deleteUser(user)
		throw failure
	}
	await client.auth.admin.deleteUser(user)
	return false
}
