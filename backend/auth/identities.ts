import { audit } from './audit.ts'
import type { Call, Handler } from './call.ts'
import { AuthError } from './errors.ts'
import { startOAuth } from './oauth.ts'
import { isUuid, requireUser, type SignedIn } from './sessions.ts'
import { findUser, refreshProviders } from './users.ts'

/** @throws AuthError 404 `manual_linking_disabled`, 401 `insufficient_aal`. */
export async function requireLinking(call: Call): Promise<SignedIn> {
	const signedIn = await requireUser(call)
	if (!call.auth.options.manualLinking) {
		throw new AuthError(404, 'manual_linking_disabled', 'Manual linking is disabled')
	}
	return signedIn
}

/** GET /user/identities/authorize: the address where the signed-in user can link a service. */
export const authorizeLinking: Handler = async (call) => {
	const { user } = await requireLinking(call)
	const { url } = await startOAuth(call, user.id)
	if (call.url.searchParams.get('skip_http_redirect') === 'true') return Response.json({ url })
	return new Response(null, { status: 302, headers: { location: url, 'cache-control': 'no-store' } })
}

/** DELETE /user/identities/{id}: removes a way to sign in; the last one cannot be removed. */
export const unlinkIdentity: Handler = async (call, [id]) => {
	const { user } = await requireLinking(call)
	await call.auth.db.begin(async (db) => {
		const current = await findUser(db, { id: user.id }, { lock: true })
		const identities = current?.identities ?? []
		const identity = identities.find((each) => each.id === id)
		if (!isUuid(id) || !identity) throw new AuthError(422, 'identity_not_found', "Identity doesn't exist")
		if (identities.length < 2) {
			const message = 'User must have at least 1 identity after unlinking'
			throw new AuthError(422, 'single_identity_not_deletable', message)
		}
		await db`delete from auth.identities where id = ${id}`
		if (identity.provider === 'phone') {
			await db`update auth.users set phone = null, phone_confirmed_at = null where id = ${user.id}`
		} else {
			const left = identities.filter((each) => each.id !== id && each.email)
			if (!left.some((each) => each.email === user.email)) await takeEmail(db, user.id, left[0]?.email)
		}
		if (identity.provider === 'email') await db`update auth.users set encrypted_password = '' where id = ${user.id}`
		await refreshProviders(db, user.id)
		await audit(db, call, 'identity_unlinked', user, { identity_id: id, provider: identity.provider })
	})
	return Response.json({})
}

// An account's address always comes from one of its identities, so another one takes over.
async function takeEmail(db: Parameters<typeof findUser>[0], userId: string, email: string | undefined): Promise<void> {
	const owner = email ? await findUser(db, { email }) : undefined
	if (owner && owner.id !== userId) {
		const message = 'Unable to unlink identity due to email conflict'
		throw new AuthError(422, 'email_conflict_identity_not_deletable', message)
	}
	await db`update auth.users set email = ${email ?? null}, email_confirmed_at = case when ${email !== undefined} then now() end
		where id = ${userId}`
}
