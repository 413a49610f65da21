import type { BackendContext, Service } from '../context.ts'
import { adminOnly } from './admin.ts'
import { changeFactor, deleteFactor, listFactors } from './admin-factors.ts'
import { generateLink, invite } from './admin-links.ts'
import { changeUser, createUser, deleteUser, endUserSessions, listUsers, showUser } from './admin-users.ts'
import { type Auth, createCall, type Handler } from './call.ts'
import { captchaGuarded } from './captcha.ts'
import { createCleanup } from './cleanup.ts'
import { AuthError, errorResponse, toAuthError } from './errors.ts'
import { authorizeLinking, unlinkIdentity } from './identities.ts'
import { health, jwks, settings, sso } from './info.ts'
import { logout } from './logout.ts'
import { challengeFactor } from './mfa/challenges.ts'
import { enrollFactor, unenrollFactor } from './mfa/enroll.ts'
import {
	generateRecoveryCodes,
	recoveryCodesStatus,
	regenerateRecoveryCodes,
	removeRecoveryCodes,
	verifyRecoveryCode,
} from './mfa/recovery-codes.ts'
import { verifyFactor } from './mfa/verify.ts'
import { deletePasskey, deletePasskeyOf, listPasskeys, listPasskeysOf, renamePasskey } from './passkey-list.ts'
import { finishAuthentication, finishRegistration, startAuthentication, startRegistration } from './passkeys.ts'
import { authorize, callback } from './oauth.ts'
import {
	changeOauthClient,
	createOauthClient,
	deleteOauthClient,
	listOauthClients,
	renewOauthSecret,
	showOauthClient,
} from './oauth-clients.ts'
import { createProvider } from './providers/provider.ts'
import { resolveOptions } from './options.ts'
import { otp, recover, resend } from './mail-requests.ts'
import { createRateLimits } from './rate-limits.ts'
import { reauthenticate } from './reauthentication.ts'
import { createSecrets } from './secrets.ts'
import { signup } from './signup.ts'
import { token } from './token-grants.ts'
import { createTokens } from './tokens.ts'
import { readUser, updateUser } from './user.ts'
import { verifyGet, verifyPost } from './verify.ts'

const MOUNT = '/auth/v1'

/** Method and path of every route; a `*` stands for one part of the path, which is passed to the handler. */
const ROUTES: Record<string, Handler> = {
	'GET /health': health,
	'GET /settings': settings,
	'GET /.well-known/jwks.json': jwks,
	'POST /signup': captchaGuarded(signup),
	'POST /token': captchaGuarded(token),
	'POST /logout': logout,
	'GET /user': readUser,
	'PUT /user': updateUser,
	'GET /reauthenticate': reauthenticate,
	'POST /otp': captchaGuarded(otp),
	'POST /magiclink': captchaGuarded(otp),
	'POST /sso': captchaGuarded(sso),
	'POST /recover': captchaGuarded(recover),
	'POST /resend': captchaGuarded(resend),
	'POST /verify': verifyPost,
	'GET /verify': verifyGet,
	'GET /authorize': authorize,
	'GET /callback': callback,
	'POST /callback': callback,
	'GET /user/identities/authorize': authorizeLinking,
	'DELETE /user/identities/*': unlinkIdentity,
	'POST /factors': enrollFactor,
	'GET /factors/recovery-codes': recoveryCodesStatus,
	'POST /factors/recovery-codes': generateRecoveryCodes,
	'DELETE /factors/recovery-codes': removeRecoveryCodes,
	'POST /factors/recovery-codes/verify': verifyRecoveryCode,
	'POST /factors/recovery-codes/regenerate': regenerateRecoveryCodes,
	'POST /factors/*/challenge': challengeFactor,
	'POST /factors/*/verify': verifyFactor,
	'DELETE /factors/*': unenrollFactor,
	'POST /passkeys/registration/options': startRegistration,
	'POST /passkeys/registration/verify': finishRegistration,
	'POST /passkeys/authentication/options': captchaGuarded(startAuthentication),
	'POST /passkeys/authentication/verify': finishAuthentication,
	'GET /passkeys': listPasskeys,
	'PATCH /passkeys/*': renamePasskey,
	'DELETE /passkeys/*': deletePasskey,
	'POST /invite': adminOnly(invite),
	'POST /admin/generate_link': adminOnly(generateLink),
	'GET /admin/users': adminOnly(listUsers),
	'POST /admin/users': adminOnly(createUser),
	'GET /admin/users/*': adminOnly(showUser),
	'PUT /admin/users/*': adminOnly(changeUser),
	'DELETE /admin/users/*': adminOnly(deleteUser),
	'DELETE /admin/users/*/sessions': adminOnly(endUserSessions),
	'GET /admin/users/*/factors': adminOnly(listFactors),
	'PUT /admin/users/*/factors/*': adminOnly(changeFactor),
	'DELETE /admin/users/*/factors/*': adminOnly(deleteFactor),
	'GET /admin/oauth/clients': adminOnly(listOauthClients),
	'POST /admin/oauth/clients': adminOnly(createOauthClient),
	'GET /admin/oauth/clients/*': adminOnly(showOauthClient),
	'PUT /admin/oauth/clients/*': adminOnly(changeOauthClient),
	'DELETE /admin/oauth/clients/*': adminOnly(deleteOauthClient),
	'POST /admin/oauth/clients/*/regenerate_secret': adminOnly(renewOauthSecret),
	'GET /admin/users/*/passkeys': adminOnly(listPasskeysOf),
	'DELETE /admin/users/*/passkeys/*': adminOnly(deletePasskeyOf),
}

/** Every route of this service, as method and path. */
export const AUTH_ROUTES = Object.keys(ROUTES)

const OPEN_PATHS = ['/verify', '/authorize', '/callback', '/.well-known/jwks.json', '/health']

/** True for paths that browsers open themselves and that therefore need no API key, as on hosted. */
export function isOpenAuthPath(pathname: string): boolean {
	return OPEN_PATHS.some((path) => pathname === MOUNT + path)
}

/**
 * Creates the auth service with users, sessions and mail links, compatible with hosted Supabase. It checks bearer
 * tokens itself, so that their errors are the same as hosted's (`bad_jwt`, `session_not_found`).
 */
export async function createAuth(context: BackendContext): Promise<Service> {
	const { siteUrl, redirectAllowList } = context.settings
	const options = resolveOptions(context.settings.auth, siteUrl, redirectAllowList)
	const providers = Object.entries(options.providers)
	const auth: Auth = {
		db: context.owner,
		settings: context.settings,
		options,
		providers: new Map(providers.map(([name, provider]) => [name, createProvider(name, provider)])),
		mailer: context.mailer,
		sms: context.sms,
		tokens: await createTokens(context.keys, context.settings.url + MOUNT, context.settings.tokens),
		secrets: createSecrets(context.keys),
		limits: createRateLimits(context.owner, context.settings.rateLimits, options.mailLimits),
	}
	const routes = Object.entries(ROUTES).map(([route, handler]) => ({ parts: route.split(/[ /]/), handler }))

	const cleanUp = createCleanup(auth)

	return async (request, url, caller) => {
		cleanUp()
		try {
			const path = url.pathname.slice(MOUNT.length).replace(/\/$/, '')
			const wanted = [request.method, ...path.split('/')]
			for (const { parts, handler } of routes) {
				if (parts.length !== wanted.length) continue
				if (!parts.every((part, at) => part === wanted[at] || (part === '*' && wanted[at]))) continue
				const params = wanted.filter((_part, at) => parts[at] === '*')
				return await handler(createCall(auth, request, url, caller), params)
			}
			throw new AuthError(404, 'not_found', 'Not found')
		} catch (error) {
			const known = toAuthError(error)
			if (known) return errorResponse(known, request)
			auth.settings.log('error', 'auth request failed', { path: url.pathname, error: String(error) })
			return errorResponse(
				new AuthError(500, 'unexpected_failure', 'Unexpected failure, please check the logs'),
				request,
			)
		}
	}
}
