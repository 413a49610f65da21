import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, { type Account } from 'oidc-provider'

/**
 * An OpenID Connect provider on the loopback address, for tests: signs in the account in `login_hint`, otherwise the newest,
 * without asking.
 */
export type OidcServer = {
	issuer: string
	/** The accounts, by subject. */
	accounts: Map<string, Record<string, unknown>>
	stop(): Promise<void>
}

/** @param clients the client ids, each with its redirect address. */
export async function startOidcServer(
	clients: { id: string; secret: string; redirectUri: string }[],
): Promise<OidcServer> {
	const accounts = new Map<string, Record<string, unknown>>()
	let answer: (request: IncomingMessage, response: ServerResponse) => void = () => undefined
	const server = createServer((request, response) => answer(request, response))
	await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
	const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
	const provider = new Provider(issuer, {
		clients: clients.map(({ id, secret, redirectUri }) => ({
			client_id: id,
			client_secret: secret,
			redirect_uris: [redirectUri],
			grant_types: ['authorization_code', 'refresh_token'],
			response_types: ['code'],
			token_endpoint_auth_method: 'client_secret_post',
		})),
		claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
		conformIdTokenClaims: false,
		cookies: { keys: ['only for tests'] },
		pkce: { required: () => true },
		features: { devInteractions: { enabled: false } },
		interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
		findAccount: (_context, id): Account | undefined => {
			const claims = accounts.get(id)
			return claims && { accountId: id, claims: () => ({ sub: id, ...claims }) }
		},
	})
	const handle = provider.callback()
	answer = (request, response) => {
		const handled = request.url?.startsWith('/interaction/')
			? interact(provider, [...accounts.keys()].at(-1), request, response)
			: handle(request, response)
		handled.catch((error: unknown) => response.writeHead(500).end(String(error)))
	}
	return {
		issuer,
		accounts,
		stop: () =>
			new Promise((done) => {
				server.closeAllConnections()
				server.close(() => done())
			}),
	}
}

async function interact(
	provider: Provider,
	newest: string | undefined,
	request: IncomingMessage,
	response: ServerResponse,
): Promise<void> {
	const { prompt, params, session } = await provider.interactionDetails(request, response)
	if (prompt.name === 'login') {
		const { login_hint: named } = params
		const result = { login: { accountId: typeof named === 'string' ? named : (newest ?? '') } }
		return provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
	}
	const grant = new provider.Grant({ accountId: String(session?.accountId), clientId: String(params.client_id) })
	grant.addOIDCScope('openid email profile')
	const result = { consent: { grantId: await grant.save() } }
	return provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true })
}
