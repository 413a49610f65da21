const TOKENS = ['provider_token', 'provider_refresh_token']

/**
 * Removes the tokens of other sign-in services from the auth service's answers. The product never calls those services, and a token
 * that is not in the session cannot end up in a cookie.
 */
export function withoutProviderTokens(fetcher: typeof fetch): typeof fetch {
	return async (input, init) => {
		const answer = await fetcher(input, init)
		const { pathname } = new URL(input instanceof Request ? input.url : input)
		if (!answer.ok || !pathname.endsWith('/auth/v1/token')) return answer
		const session = (await answer.json()) as Record<string, unknown>
		const kept = Object.fromEntries(Object.entries(session).filter(([name]) => !TOKENS.includes(name)))
		const headers = new Headers(answer.headers)
		// These described the original body.
		for (const name of ['content-length', 'content-encoding']) headers.delete(name)
		return new Response(JSON.stringify(kept), { status: answer.status, headers })
	}
}
