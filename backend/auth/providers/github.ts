import { createHash } from 'node:crypto'
import { allScopes, fetchJson, passedOn, type Provider, type ProviderOptions, text } from './provider.ts'

type Address = { email: string; primary: boolean; verified: boolean }

/** GitHub, either the public one or your own server (`url`): OAuth 2, and further calls for name and addresses. */
export function createGithub(options: ProviderOptions): Provider {
	const site = (options.url ?? 'https://github.com').replace(/\/$/, '')
	const api = options.url ? `${site}/api/v3` : 'https://api.github.com'
	return {
		async authorizeUrl({ state, verifier }, redirectUri, asked) {
			const url = new URL(`${site}/login/oauth/authorize`)
			for (const [key, value] of passedOn(asked)) url.searchParams.set(key, value)
			const values = {
				client_id: options.clientId,
				redirect_uri: redirectUri,
				response_type: 'code',
				scope: allScopes(['user:email'], options, asked),
				state,
				code_challenge: createHash('sha256').update(verifier).digest('base64url'),
				code_challenge_method: 'S256',
			}
			for (const [key, value] of Object.entries(values)) url.searchParams.set(key, value)
			return url.href
		},
		async redeem(code, { verifier }, redirectUri) {
			const body = new URLSearchParams({
				client_id: options.clientId,
				client_secret: options.secret ?? '',
				code,
				redirect_uri: redirectUri,
				code_verifier: verifier,
			})
			const tokens = await fetchJson(`${site}/login/oauth/access_token`, { method: 'POST', body })
			const accessToken = text(tokens.access_token)
			if (!accessToken) throw new Error(`GitHub gave no token: ${String(tokens.error)}`)
			const headers = { authorization: `Bearer ${accessToken}` }
			const user = await fetchJson(`${api}/user`, { headers })
			const addresses = (await fetchJson(`${api}/user/emails`, { headers })) as unknown as Address[]
			const address = addresses.find(({ primary }) => primary)
			const subject = String(user.id)
			const email = address?.email.toLowerCase()
			const emailVerified = address?.verified === true
			const name = text(user.name)
			const data = {
				iss: api,
				sub: subject,
				provider_id: subject,
				email,
				email_verified: emailVerified,
				phone_verified: false,
				name,
				full_name: name,
				user_name: text(user.login),
				preferred_username: text(user.login),
				avatar_url: text(user.avatar_url),
			}
			return { profile: { subject, email, emailVerified, data }, accessToken, refreshToken: text(tokens.refresh_token) }
		},
	}
}
