import { data, type RouterContextProvider } from 'react-router'
import { errorMessage } from '#app/lib/errors.ts'
import { textOf } from '#app/lib/form.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { sessionOf, signInClient } from '#app/lib/session.server.ts'
import { goOn } from './confirm.server.ts'

// A session in an address is old after two minutes (specification § 9); a person who is asked about it may take a little longer.
const STALE_SECONDS = 120
const DECIDE_SECONDS = 600
const FIELDS = ['access_token', 'refresh_token', 'expires_in', 'token_type', 'type'] as const

type Tokens = Record<(typeof FIELDS)[number], string>
export type UrlSessionReply = { failure: string; email?: string; tokens?: Tokens; signedInAs?: string }

/**
 * What a redirect of the auth service has left behind `#`, sent here by `first-use.js`: an error, or the tokens of a session (links of
 * the admin API). Anybody can put tokens of their own into a link, so the session begins only when the person whose address is shown
 * says yes.
 */
export async function takeUrlSession(context: Readonly<RouterContextProvider>, request: Request) {
	const form = await readForm(request)
	const refused = textOf(form, 'error_code') || textOf(form, 'error')
	if (refused) return refuse(refused)
	const tokens = Object.fromEntries(FIELDS.map((name) => [name, textOf(form, name)])) as Tokens
	const { access_token, refresh_token, expires_in, token_type, type } = tokens
	const whole = access_token && refresh_token && Number(expires_in) > 0 && token_type.toLowerCase() === 'bearer'
	if (!whole) return refuse('url_session_incomplete')
	const client = signInClient(context)
	const { data: token } = await client.auth.getClaims(access_token).catch(() => ({ data: null }))
	const { data: found } = token ? await client.auth.getUser(access_token) : { data: { user: null } }
	const { user } = found
	if (!token || !user) return refuse('url_session_invalid')
	const accepted = textOf(form, 'intent') === 'accept'
	const age = Date.now() / 1000 - token.claims.iat
	if (age > (accepted ? DECIDE_SECONDS : STALE_SECONDS)) return refuse('url_session_stale')
	if (!accepted) {
		const email = user.email ?? user.phone ?? ''
		return data<UrlSessionReply>({ failure: '', email, tokens, signedInAs: sessionOf(context).user?.email })
	}
	// Renewed at once: what stood in the address is worth nothing any more, and both tokens are known to be of one person.
	const opened = await client.auth.setSession({ access_token, refresh_token })
	const renewed = opened.error ? opened : await client.auth.refreshSession()
	if (renewed.error || renewed.data.user?.id !== user.id) {
		await client.auth.signOut({ scope: 'local' })
		return refuse('url_session_invalid')
	}
	return goOn({ request, type, user: renewed.data.user })
}

const refuse = (code: string) => data<UrlSessionReply>({ failure: errorMessage(code) }, { status: 400 })
