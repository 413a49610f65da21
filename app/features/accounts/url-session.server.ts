import { data, type RouterContextProvider } from 'react-router'
import { errorMessage } from '#app/lib/errors.ts'
import { textOf } from '#app/lib/form.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { sessionOf, signInClient } from '#app/lib/session.server.ts'
import { goOn } from './confirm.server.ts'

// A session in an address is stale after two minutes (specification § 9); the person who is asked about it may take a little longer.
const STALE_SECONDS = 120
const DECIDE_SECONDS = 600
const FIELDS = ['access_token', 'refresh_token', 'expires_in', 'token_type', 'type'] as const

type Tokens = Record<(typeof FIELDS)[number], string>
export type UrlSessionReply = { failure: string; email?: string; tokens?: Tokens; signedInAs?: string }

/**
 * Takes what a redirect of the auth service put after `#`, sent here by `first-use.js`: an error, or the tokens of a session (links of
 * the admin API). Anybody can put their own tokens into a link, so the session begins only after the visitor has seen its address and
 * agreed.
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
	// Renewed at once: the tokens in the address become useless, and both are known to belong to one person.
	const opened = await client.auth.setSession({ access_token, refresh_token })
	const renewed = opened.error ? opened : await client.auth.refreshSession()
	if (renewed.error || renewed.data.user?.id !== user.id) {
		await client.auth.signOut({ scope: 'local' })
		return refuse('url_session_invalid')
	}
	return goOn({ request, type, user: renewed.data.user })
}

const refuse = (code: string) => data<UrlSessionReply>({ failure: errorMessage(code) }, { status: 400 })
