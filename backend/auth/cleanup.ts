import type { Auth } from './call.ts'
import { removeOldSignups } from './repeated-signups.ts'
import { isOver } from './session-end.ts'

const EVERY_MS = 10 * 60 * 1000

/** Creates a function to be called with every request; from time to time it removes data that is no longer usable. */
export function createCleanup(auth: Auth): () => void {
	let last = Date.now()
	return () => {
		if (Date.now() - last < EVERY_MS) return
		last = Date.now()
		removeOld(auth).catch((error: unknown) => {
			auth.settings.log('warn', 'auth: cleanup failed', { error: String(error) })
		})
	}
}

/** Removes old counters, flows, codes and ended sessions. */
export async function removeOld({ db, options }: Pick<Auth, 'db' | 'options'>): Promise<void> {
	await db`delete from auth.rate_limits where expires_at < now()`
	await db`delete from auth.flow_state where created_at < now() - interval '1 day'`
	await db`delete from auth.one_time_tokens where created_at < (now() at time zone 'utc') - interval '1 day'`
	await removeOldSignups(db)
	await db`delete from auth.mfa_challenges where created_at < now() - interval '1 day'`
	await db`delete from auth.webauthn_challenges where expires_at < now()`
	await db`delete from auth.mfa_factors where status = 'unverified' and created_at < now() - interval '1 day'`
	await db`
		delete from auth.audit_log_entries
		where created_at < now() - interval '90 days' and payload ->> 'action' like '%\\_failed'`
	// Ended sessions stay for a day, so that callers are told that the session has ended.
	await db`delete from auth.sessions session where ${isOver(db, options, 1)}`
}
