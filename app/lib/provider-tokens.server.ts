const TOKENS = ['provider_token', 'provider_refresh_token']

/**
 * Takes the tokens of a sign-in service out of what the auth service answers: the product asks those services nothing, and what is not
 * in the session lies in no cookie.
 */
export function withoutProviderTokens(fetcher: typeof fetch): typeof fetch {
	return async (input, init) => {
		const answer = await fetcher(input, init)
		const { pathname } = new URL(input instanceof Request ? input.url : input)
		if (!answer.ok || !pathname.endsWith('/auth/v1/token')) return answer
		const session = (await answer.json()) as Record<string, unknown>
		const kept = Object.fromEntries(Object.entries(session).filter(([name]) => !TOKENS.includes(name)))
		const headers = new Headers(answer.headers)
		// The body is another one now.
		for (const name of ['content-length', 'content-encoding']) headers.delete(name)
		return new Response(JSON.stringify(kept), { status: answer.status, headers })
	}
}
