import { createHash } from 'node:crypto'
import {
	createRemoteJWKSet,
	customFetch,
	importPKCS8,
	type JWTPayload,
	type JWTVerifyGetKey,
	jwtVerify,
	SignJWT,
} from 'jose'
import { AuthError } from '../errors.ts'
import { askService } from '../outgoing.ts'
import { allScopes, fetchJson, passedOn, type Profile, type Provider, type ProviderOptions, text } from './provider.ts'

type Discovery = {
	issuer: string
	authorize: string
	token: string
	userinfo: string | undefined
	findKey: JWTVerifyGetKey
}

const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'ES256', 'ES384', 'ES512', 'EdDSA']
const DISCOVERY_MS = 60 * 60 * 1000

/** An OpenID Connect provider: Google, Apple, or any other by its issuer. */
export function createOidc(name: string, issuer: string, options: ProviderOptions): Provider {
	const apple = name === 'apple'
	let known: { at: number; discovery: Promise<Discovery> } | undefined

	function discover(): Promise<Discovery> {
		if (known && Date.now() - known.at < DISCOVERY_MS) return known.discovery
		const discovery = readDiscovery(issuer)
		known = { at: Date.now(), discovery }
		discovery.catch(() => {
			known = undefined
		})
		return discovery
	}

	async function verify(token: string, nonce: string | undefined): Promise<JWTPayload> {
		const { issuer: exact, findKey } = await discover()
		const audience = [options.clientId, ...(options.clientIds ?? [])]
		const { payload } = await jwtVerify(token, findKey, {
			issuer: exact,
			audience,
			algorithms: ALGORITHMS,
			requiredClaims: ['exp', 'sub'],
		})
		if (nonce !== undefined && payload.nonce !== nonce) throw new Error('The nonce is another')
		return payload
	}

	return {
		async authorizeUrl({ state, nonce, verifier }, redirectUri, asked) {
			const url = new URL((await discover()).authorize)
			for (const [key, value] of passedOn(asked)) url.searchParams.set(key, value)
			const needed = apple ? ['name', 'email'] : ['openid', 'email', 'profile']
			const values = {
				client_id: options.clientId,
				redirect_uri: redirectUri,
				response_type: 'code',
				scope: allScopes(needed, options, asked),
				state,
				nonce,
				code_challenge: createHash('sha256').update(verifier).digest('base64url'),
				code_challenge_method: 'S256',
				// Apple gives name and address only in a form.
				...(apple ? { response_mode: 'form_post' } : {}),
			}
			for (const [key, value] of Object.entries(values)) url.searchParams.set(key, value)
			return url.href
		},

		async redeem(code, { nonce, verifier }, redirectUri, form) {
			const { token, userinfo } = await discover()
			const body = new URLSearchParams({
				grant_type: 'authorization_code',
				code,
				redirect_uri: redirectUri,
				client_id: options.clientId,
				client_secret: apple && options.apple ? await appleSecret(issuer, options) : (options.secret ?? ''),
				code_verifier: verifier,
			})
			const tokens = await fetchJson(token, { method: 'POST', body })
			const accessToken = text(tokens.access_token)
			let claims: Record<string, unknown> = await verify(text(tokens.id_token) ?? '', nonce)
			if (!claims.email && userinfo && accessToken) {
				const more = await fetchJson(userinfo, { headers: { authorization: `Bearer ${accessToken}` } })
				// The userinfo answer must be about the same person (OpenID Connect Core, 5.3.2).
				if (more.sub === claims.sub) claims = { ...more, ...claims }
			}
			const named = apple ? withAppleName(claims, form) : claims
			return { profile: toProfile(named), accessToken, refreshToken: text(tokens.refresh_token) }
		},

		async checkIdToken(token, nonce) {
			let claims: JWTPayload
			try {
				claims = await verify(token, undefined)
			} catch {
				throw new AuthError(400, 'validation_failed', 'Bad ID token')
			}
			if (!options.skipNonceCheck) checkNonce(claims, nonce)
			return toProfile(claims)
		},
	}
}

async function readDiscovery(issuer: string): Promise<Discovery> {
	const found = await fetchJson(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`)
	const [exact, authorize, token, jwks] = ['issuer', 'authorization_endpoint', 'token_endpoint', 'jwks_uri'].map(
		(name) => text(found[name]),
	)
	if (!exact || !authorize || !token || !jwks) throw new Error(`${issuer} describes itself incompletely`)
	if (exact.replace(/\/$/, '') !== issuer.replace(/\/$/, '')) throw new Error(`${issuer} says it is ${exact}`)
	const findKey = createRemoteJWKSet(new URL(jwks), { [customFetch]: fetchKeys })
	return { issuer: exact, authorize, token, userinfo: text(found.userinfo_endpoint), findKey }
}

async function fetchKeys(url: string, { headers }: { headers: Headers }): Promise<Response> {
	const { text: keys, status } = await askService(url, { headers })
	return new Response(keys, { status })
}

// An app sends the hash to the service and shows us the nonce itself, so that a token alone is worthless to whoever
// finds it.
function checkNonce(claims: JWTPayload, nonce: string | undefined): void {
	if (!claims.nonce && !nonce) return
	if (!claims.nonce || !nonce) {
		throw new AuthError(400, 'validation_failed', 'Passed nonce and nonce in id_token should either both exist or not.')
	}
	const hashed = createHash('sha256').update(nonce).digest('hex')
	if (claims.nonce !== hashed) throw new AuthError(400, 'validation_failed', 'Nonces mismatch')
}

function toProfile(claims: Record<string, unknown>): Profile {
	const subject = text(claims.sub)
	if (!subject) throw new Error('The ID token names nobody')
	const email = text(claims.email)?.toLowerCase()
	const emailVerified = claims.email_verified === true || claims.email_verified === 'true'
	const name = text(claims.name)
	const picture = text(claims.picture)
	const data = {
		iss: claims.iss,
		sub: subject,
		provider_id: subject,
		email,
		email_verified: emailVerified,
		phone_verified: false,
		name,
		full_name: name,
		picture,
		avatar_url: picture,
		preferred_username: text(claims.preferred_username),
	}
	const given = Object.entries(data).filter(([, value]) => value !== undefined)
	return { subject, email, emailVerified, data: Object.fromEntries(given) }
}

function withAppleName(claims: Record<string, unknown>, form: URLSearchParams): Record<string, unknown> {
	try {
		const { name } = JSON.parse(form.get('user') ?? '{}') as { name?: { firstName?: unknown; lastName?: unknown } }
		const whole = [text(name?.firstName), text(name?.lastName)].filter(Boolean).join(' ')
		return whole ? { ...claims, name: whole } : claims
	} catch {
		return claims
	}
}

async function appleSecret(audience: string, { clientId, apple }: ProviderOptions): Promise<string> {
	if (!apple) return ''
	return new SignJWT()
		.setProtectedHeader({ alg: 'ES256', kid: apple.keyId })
		.setIssuer(apple.teamId)
		.setSubject(clientId)
		.setAudience(audience)
		.setIssuedAt()
		.setExpirationTime('10m')
		.sign(await importPKCS8(apple.privateKey, 'ES256'))
}
