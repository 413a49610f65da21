import { randomUUID } from 'node:crypto'
import { audit } from '../audit.ts'
import type { Call, Db } from '../call.ts'
import { AuthError } from '../errors.ts'
import { isHalf, isUuid, type SignedIn } from '../sessions.ts'

export type FactorType = 'totp' | 'phone' | 'webauthn' | 'recovery_code'

export type FactorRow = {
	id: string
	user_id: string
	friendly_name: string | null
	factor_type: FactorType
	status: 'unverified' | 'verified'
	created_at: Date
	updated_at: Date
	secret: string | null
	phone: string | null
	last_challenged_at: Date | null
	web_authn_credential: StoredCredential | null
}

/** A security key as hosted stores it; bytes are base64. */
export type StoredCredential = {
	id: string
	publicKey: string
	attestationType: string
	transport: string[]
	flags: { userPresent: boolean; userVerified: boolean; backupEligible: boolean; backupState: boolean }
	authenticator: { AAGUID: string; signCount: number; cloneWarning: boolean; attachment: string }
}

/** A factor as hosted shows it, without its secrets. */
export function factorJson(factor: FactorRow): Record<string, unknown> {
	return {
		id: factor.id,
		created_at: factor.created_at,
		updated_at: factor.updated_at,
		last_challenged_at: factor.last_challenged_at ?? undefined,
		status: factor.status,
		friendly_name: factor.friendly_name ?? undefined,
		factor_type: factor.factor_type,
		phone: factor.phone ?? undefined,
	}
}

/** The user's factor whose id is in a path. @throws AuthError 404 `mfa_factor_not_found`. */
export async function requireFactor(
	db: Db,
	userId: string,
	id: string | undefined,
	options: { lock?: boolean } = {},
): Promise<FactorRow> {
	const [factor] = isUuid(id)
		? await db<FactorRow[]>`
			select * from auth.mfa_factors where id = ${id} and user_id = ${userId} ${options.lock ? db`for update` : db``}`
		: []
	if (!factor) throw new AuthError(404, 'mfa_factor_not_found', 'Factor not found')
	return factor
}

/**
 * A factor that the session can prove. A half session must not prove an abandoned enrolment, which it could finish with a key of its
 * own.
 * @throws AuthError 404 `mfa_factor_not_found`, 403 `insufficient_aal`.
 */
export async function requireProvable(db: Db, signedIn: SignedIn, id: string | undefined): Promise<FactorRow> {
	const factor = await requireFactor(db, signedIn.user.id, id)
	if (factor.status !== 'verified' && isHalf(signedIn)) throw MAY_NOT_ENROLL
	return factor
}

export const MAY_NOT_ENROLL = new AuthError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor')

const UNFINISHED_MINUTES = 5

/**
 * Adds an unverified factor. Enrolments abandoned some minutes ago are removed to make room.
 * @throws AuthError 422 `mfa_factor_name_conflict`, `too_many_enrolled_mfa_factors`, 403 `insufficient_aal`.
 */
export async function insertFactor(
	call: Call,
	{ user, session }: SignedIn,
	factor: { factor_type: FactorType; friendly_name: string; secret?: string; phone?: string },
): Promise<FactorRow> {
	return call.auth.db.begin(async (db) => {
		// One enrolment per user at a time, or two could pass the checks together.
		await db`select 1 from auth.users where id = ${user.id} for update`
		await db`delete from auth.mfa_factors where user_id = ${user.id} and status = 'unverified'
			and created_at < now() - make_interval(mins => ${UNFINISHED_MINUTES})`
		const known = await db<FactorRow[]>`select * from auth.mfa_factors where user_id = ${user.id}`
		const enrolled = known.filter(({ factor_type: type }) => type !== 'recovery_code')
		if (enrolled.some(({ friendly_name: name }) => (name ?? '') === factor.friendly_name)) {
			const message = `A factor with the friendly name "${factor.friendly_name}" for this user already exists`
			throw new AuthError(422, 'mfa_factor_name_conflict', message)
		}
		if (enrolled.length >= call.auth.options.mfa.maxFactors) {
			const message = 'Maximum number of verified factors reached, unenroll to continue'
			throw new AuthError(422, 'too_many_enrolled_mfa_factors', message)
		}
		if (known.some(({ status }) => status === 'verified') && session.aal !== 'aal2') {
			throw MAY_NOT_ENROLL
		}
		const [row] = await db<FactorRow[]>`
			insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret, phone)
			values (${randomUUID()}, ${user.id}, ${factor.friendly_name}, ${factor.factor_type}, 'unverified', now(), now(),
				${factor.secret ?? null}, ${factor.phone ?? null})
			returning *`
		if (!row) throw new Error('The factor was not inserted')
		await audit(db, call, 'factor_in_progress', user, { factor_id: row.id, factor_type: row.factor_type })
		return row
	})
}

/**
 * Removes a factor; sessions that were raised with it fall back to aal1. Recovery codes only replace another factor, so
 * they are removed with the last one.
 */
export async function removeFactor(db: Db, factor: FactorRow): Promise<void> {
	await db`
		with lowered as (
			update auth.sessions set aal = 'aal1', factor_id = null, updated_at = now()
			where user_id = ${factor.user_id} and factor_id = ${factor.id} returning id
		)
		delete from auth.mfa_amr_claims where session_id in (select id from lowered)
			and authentication_method in ('totp', 'mfa/phone', 'mfa/webauthn', 'mfa/recovery_code')`
	await db`delete from auth.mfa_factors where id = ${factor.id}`
	const [left] = await db`
		select from auth.mfa_factors where user_id = ${factor.user_id} and status = 'verified'
			and factor_type::text <> 'recovery_code'`
	if (left) return
	await db`delete from auth.mfa_factors where user_id = ${factor.user_id} and factor_type::text = 'recovery_code'`
	await db`update auth.sessions set aal = 'aal1', factor_id = null where user_id = ${factor.user_id} and aal = 'aal2'`
	await db`delete from auth.mfa_amr_claims using auth.sessions s
		where s.id = session_id and s.user_id = ${factor.user_id} and authentication_method = 'mfa/recovery_code'`
}
