import type { Call, Handler } from './call.ts'
import { AuthError } from './errors.ts'
import { bearerOf } from './sessions.ts'
import { isAdminRole } from './tokens.ts'

/** Allows calls to a handler only with the secret key (or a token of `service_role`). */
export function adminOnly(handler: Handler): Handler {
	return async (call, params) => {
		const bearer = bearerOf(call.request)
		if (!bearer && call.caller.role !== 'service_role') {
			throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
		}
		if (!isAdminRole(await roleOf(call, bearer))) throw new AuthError(403, 'not_admin', 'User not allowed')
		return handler(call, params)
	}
}

// The bearer token decides: a user's token has only the user's rights, even next to the secret key.
async function roleOf(call: Call, bearer: string | undefined): Promise<string> {
	if (bearer?.split('.').length === 3) return (await call.auth.tokens.verify(bearer)).role
	return call.caller.role
}
