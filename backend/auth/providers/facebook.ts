import { createHmac } from 'node:crypto'
import { allScopes, fetchJson, passedOn, type Provider, type ProviderOptions, text } from './provider.ts'

const FIELDS = 'email,first_name,last_name,name,picture'

/** Facebook: OAuth 2 and its Graph API. */
export function createFacebook(options: ProviderOptions): Provider {
	const site = (options.url ?? 'https://www.facebook.com').replace(/\/$/, '')
	const graph = (options.url ?? 'https://graph.facebook.com').replace(/\/$/, '')
	return {
		async authorizeUrl({ state }, redirectUri, asked) {
			const url = new URL(`${site}/dialog/oauth`)
			for (const [key, value] of passedOn(asked)) url.searchParams.set(key, value)
			const scope = allScopes(['email'], options, asked)
			const values = { client_id: options.clientId, redirect_uri: redirectUri, response_type: 'code', scope, state }
			for (const [key, value] of Object.entries(values)) url.searchParams.set(key, value)
			return url.href
		},
		async redeem(code, _flow, redirectUri) {
			const secret = options.secret ?? ''
			const body = new URLSearchParams({
				client_id: options.clientId,
				client_secret: secret,
				code,
				redirect_uri: redirectUri,
			})
			const tokens = await fetchJson(`${graph}/oauth/access_token`, { method: 'POST', body })
			const accessToken = text(tokens.access_token)
			if (!accessToken) throw new Error('Facebook gave no token')
			// Shows that the token is used by the app that it was issued to.
			const proof = createHmac('sha256', secret).update(accessToken).digest('hex')
			const query = new URLSearchParams({ fields: FIELDS, appsecret_proof: proof })
			const user = await fetchJson(`${graph}/me?${query}`, { headers: { authorization: `Bearer ${accessToken}` } })
			const subject = String(user.id)
			const email = text(user.email)?.toLowerCase()
			const picture = text((user.picture as { data?: { url?: unknown } } | undefined)?.data?.url)
			const name = text(user.name)
			const data = {
				iss: 'https://graph.facebook.com',
				sub: subject,
				provider_id: subject,
				email,
				// Facebook returns an address only after its owner has confirmed it.
				email_verified: email !== undefined,
				phone_verified: false,
				name,
				full_name: name,
				nickname: name,
				picture,
				avatar_url: picture,
			}
			return {
				profile: { subject, email, emailVerified: email !== undefined, data },
				accessToken,
				refreshToken: undefined,
			}
		},
	}
}
