import { randomUUID } from 'node:crypto'
import type { Call, Db } from './call.ts'

/** Hosted's names for the actions in the audit log, with their kind. */
const KINDS = {
	user_signedup: 'team',
	user_repeated_signup: 'user',
	user_invited: 'team',
	user_deleted: 'team',
	login: 'account',
	logout: 'account',
	user_modified: 'user',
	user_updated_password: 'user',
	user_recovery_requested: 'user',
	user_confirmation_requested: 'user',
	user_reauthenticate_requested: 'user',
	identity_unlinked: 'user',
	factor_in_progress: 'factor',
	factor_updated: 'factor',
	factor_unenrolled: 'factor',
	factor_deleted: 'factor',
	challenge_created: 'factor',
	verification_attempted: 'factor',
	recovery_codes_generated: 'factor',
	recovery_codes_deleted: 'factor',
	passkey_created: 'user',
	passkey_updated: 'user',
	passkey_deleted: 'user',
	token_refreshed: 'token',
	token_revoked: 'token',
} as const

/** Adds a line to the audit log, in the caller's transaction. */
export async function audit(
	db: Db,
	call: Call,
	action: keyof typeof KINDS,
	user: { id: string; email: string | null; phone?: string | null },
	traits: Record<string, unknown> = {},
): Promise<void> {
	const payload = {
		action,
		actor_id: user.id,
		actor_username: user.email || user.phone || '',
		actor_via_sso: false,
		log_type: KINDS[action],
		traits,
	}
	await db`
		insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)
		values ('00000000-0000-0000-0000-000000000000', ${randomUUID()}, ${db.json(payload as never)}, now(),
			${call.address ?? ''})`
}
