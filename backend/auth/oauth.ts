import { randomUUID } from 'node:crypto'
import type { Call, Handler } from './call.ts'
import { AuthError, invalid, toAuthError } from './errors.ts'
import { confirmByMail, linkIdentity, type Resolved, resolveIdentity } from './external-identities.ts'
import { type Challenge, readChallenge, storeAuthCode } from './flow-states.ts'
import type { FlowSecrets, Provider, SignedInAt } from './providers/provider.ts'
import { safeRedirect, withParams } from './redirects.ts'
import { createSession } from './sessions.ts'

const FLOW_MINUTES = 10

type Flow = {
	id: string
	provider: string
	challenge: string | null
	challenge_method: 's256' | 'plain' | null
	redirect_to: string | null
	linking_target_id: string | null
	over: boolean
}

/** GET /authorize: sends the browser to the service that the visitor wants to sign in with. */
export const authorize: Handler = async (call) => {
	const { url, cookie } = await startOAuth(call)
	if (call.url.searchParams.get('skip_http_redirect') === 'true') return Response.json({ url })
	return new Response(null, {
		status: 302,
		headers: { location: url, 'set-cookie': cookie, 'cache-control': 'no-store' },
	})
}

/** Remembers a sign-in and returns the address to open. @throws AuthError 400 for a provider that is not set up. */
export async function startOAuth(call: Call, linkTo?: string): Promise<{ url: string; cookie: string }> {
	const query = call.url.searchParams
	const name = query.get('provider') ?? ''
	const provider = requireProvider(call, name)
	const challenge = readChallenge(call, {
		code_challenge: query.get('code_challenge'),
		code_challenge_method: query.get('code_challenge_method'),
	})
	const redirectTo = safeRedirect(call.auth.settings, query.get('redirect_to'))
	if (call.network) await call.auth.limits.take([{ key: `oauth:${call.network}`, max: 60, seconds: 300 }])
	const id = randomUUID()
	const url = await provider
		.authorizeUrl(flowSecrets(call, id), callbackUrl(call), query)
		.catch((error: unknown) => unreachable(call, name, error))
	await call.auth.db`
		insert into auth.flow_state (id, code_challenge_method, code_challenge, provider_type, authentication_method,
			referrer, linking_target_id, created_at, updated_at)
		values (${id}, ${challenge?.method ?? null}, ${challenge?.value ?? null}, ${name}, 'oauth', ${redirectTo},
			${linkTo ?? null}, now(), now())`
	// Apple comes back with a form from its own site, which browsers send no stricter cookie with.
	const secure = call.auth.settings.url.startsWith('https:')
	const cookie = `${cookieName(id)}=1; Path=/auth/v1; HttpOnly; Max-Age=${FLOW_MINUTES * 60}; ${secure ? 'Secure; SameSite=None' : 'SameSite=Lax'}`
	return { url, cookie }
}

/** GET and POST /callback: the browser comes back from the service. Redirects with a session, a PKCE code or an error. */
export const callback: Handler = async (call) => {
	const form = call.request.method === 'POST' ? new URLSearchParams(await call.request.text()) : call.url.searchParams
	let redirectTo = call.auth.settings.siteUrl
	try {
		const flow = await takeFlow(call, form.get('state'))
		redirectTo = safeRedirect(call.auth.settings, flow.redirect_to)
		return leadTo(await finish(call, flow, form, redirectTo))
	} catch (thrown) {
		const error = toAuthError(thrown)
		if (!error) throw thrown
		const params = {
			error:
				error.status >= 500 ? 'server_error' : error.code === 'access_denied' ? 'access_denied' : 'invalid_request',
			error_code: error.code,
			error_description: error.message,
		}
		return leadTo(withParams(redirectTo, { query: params, fragment: params }))
	}
}

const leadTo = (location: string): Response =>
	new Response(null, { status: 302, headers: { location, 'cache-control': 'no-store' } })

async function finish(call: Call, flow: Flow, form: URLSearchParams, redirectTo: string): Promise<string> {
	const refused = form.get('error')
	if (refused) throw new AuthError(400, refused, form.get('error_description') ?? refused)
	const code = form.get('code')
	if (!code) throw new AuthError(400, 'bad_oauth_callback', 'OAuth callback with missing authorization code missing')
	const provider = requireProvider(call, flow.provider)
	const found = await provider
		.redeem(code, flowSecrets(call, flow.id), callbackUrl(call), form)
		.catch((error: unknown) => unreachable(call, flow.provider, error))
	const { resolved, location } = await call.auth.db.begin(async (db) => {
		const { linking_target_id: linkTo } = flow
		const who: Resolved = linkTo
			? { user: await linkIdentity(call, db, linkTo, flow.provider, found.profile) }
			: await resolveIdentity(call, db, flow.provider, found.profile)
		if (who.confirm) return { resolved: who, location: '' }
		const { user } = who
		if (flow.challenge && flow.challenge_method) {
			const challenge: Challenge = { value: flow.challenge, method: flow.challenge_method }
			const tokens = { access: found.accessToken, refresh: found.refreshToken }
			const authCode = await storeAuthCode(db, user.id, flow.provider, challenge, tokens)
			return { resolved: who, location: withParams(redirectTo, { query: { code: authCode } }) }
		}
		const { user: _user, ...session } = await createSession(db, call, user.id, 'oauth', flow.provider)
		const values = Object.entries({ ...session, ...providerTokens(found) }).map(([key, value]) => [key, String(value)])
		return { resolved: who, location: withParams(redirectTo, { fragment: Object.fromEntries(values) }) }
	})
	if (!resolved.confirm) return location
	await confirmByMail(call, resolved.user, resolved.confirm)
	const message = `Unverified email with ${flow.provider}. A confirmation email has been sent to your ${flow.provider} email`
	throw new AuthError(422, 'provider_email_needs_verification', message)
}

function providerTokens({ accessToken, refreshToken }: SignedInAt): Record<string, string> {
	return {
		...(accessToken ? { provider_token: accessToken } : {}),
		...(refreshToken ? { provider_refresh_token: refreshToken } : {}),
	}
}

/** Redeems a flow, once. Without PKCE it belongs to the browser that began it, so that a link cannot sign in anybody else. */
async function takeFlow(call: Call, state: string | null): Promise<Flow> {
	if (!state) throw new AuthError(400, 'bad_oauth_callback', 'OAuth state parameter missing')
	const [flow] = await call.auth.db<Flow[]>`
		delete from auth.flow_state where id::text = ${state} and authentication_method = 'oauth' and auth_code is null
		returning id, provider_type as provider, code_challenge as challenge, code_challenge_method as challenge_method,
			referrer as redirect_to, linking_target_id,
			created_at < now() - make_interval(mins => ${FLOW_MINUTES}) as over`
	if (!flow) throw new AuthError(400, 'bad_oauth_state', 'OAuth state not found or expired')
	if (flow.over) throw new AuthError(400, 'bad_oauth_state', 'OAuth state has expired')
	const cookies = (call.request.headers.get('cookie') ?? '').split(/;\s*/)
	const bound =
		flow.challenge !== null || flow.linking_target_id !== null || cookies.includes(`${cookieName(flow.id)}=1`)
	if (!bound) throw new AuthError(400, 'bad_oauth_state', 'OAuth callback came from another browser')
	return flow
}

/** A service that is set up. @throws AuthError 400. */
export function requireProvider(call: Call, name: string): Provider {
	const provider = call.auth.providers.get(name)
	if (!provider) throw invalid('Unsupported provider: provider is not enabled')
	return provider
}

const cookieName = (flowId: string): string => `sb-oauth-${flowId}`
const callbackUrl = (call: Call): string => `${call.auth.settings.url}/auth/v1/callback`

// Derived rather than stored, so that a stolen table does not reveal them.
function flowSecrets(call: Call, id: string): FlowSecrets {
	const { flowSecret } = call.auth.secrets
	return { state: id, nonce: flowSecret(id, 'nonce'), verifier: flowSecret(id, 'verifier') }
}

function unreachable(call: Call, provider: string, error: unknown): never {
	if (error instanceof AuthError) throw error
	call.auth.settings.log('error', 'auth: external provider failed', { provider, error: String(error) })
	throw new AuthError(500, 'unexpected_failure', 'Unable to exchange external code')
}
