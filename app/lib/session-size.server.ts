import { MAX_JAR_BYTES } from './session-cookies.server.ts'

const REFUSED = { code: 400, error_code: 'session_too_large', msg: 'The session is too large for cookies' }

/**
 * Refuses a session whose tokens would not fit into the cookies: browsers would send it with every request, and the server would refuse
 * each of them. The caller gets an error with a code, like any other.
 */
export function withoutLargeSessions(fetcher: typeof fetch): typeof fetch {
	return async (input, init) => {
		const answer = await fetcher(input, init)
		const { pathname } = new URL(input instanceof Request ? input.url : input)
		const isJson = answer.headers.get('content-type')?.startsWith('application/json')
		if (!answer.ok || !isJson || !pathname.includes('/auth/v1/')) return answer
		const text = await answer.clone().text()
		if (text.length < MAX_JAR_BYTES / 2 || cookieBytes(JSON.parse(text)) <= MAX_JAR_BYTES) return answer
		return Response.json(REFUSED, { status: REFUSED.code })
	}
}

/** Bytes of the tokens in base64; 0 for anything that is not a session. */
function cookieBytes(answer: unknown): number {
	const { access_token: token, refresh_token: renewal } = (answer ?? {}) as Record<string, unknown>
	return typeof token === 'string' ? Math.ceil(((token.length + String(renewal).length) * 4) / 3) : 0
}
