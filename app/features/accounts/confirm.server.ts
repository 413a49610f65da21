import { textOf } from '#app/lib/form.ts'
import { parseForm, readForm } from '#app/lib/parse-form.ts'
import type { EmailOtpType, User } from '@supabase/supabase-js'
import { data, type RouterContextProvider } from 'react-router'
import { addressContext, servicesContext } from '#app/lib/context.server.ts'
import { errorMessage } from '#app/lib/errors.ts'
import { requestedPath } from '#app/lib/guard.ts'
import { paths } from '#app/lib/paths.ts'
import { returnPath } from '#app/lib/return-path.ts'
import { redirect } from '#app/lib/redirect.ts'
import { sessionOf, signInClient } from '#app/lib/session.server.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { codeSchema, emailSchema } from './accounts.form.ts'
import { homeOf } from './home.ts'
import { pendingEmailCookie } from './pending-email.server.ts'
import { enter } from './second-factor.server.ts'
import { hasNoSignIn, losePassword, madeHere, signupProof } from './signup-proof.server.ts'

type Context = Readonly<RouterContextProvider>

const TYPES: EmailOtpType[] = ['signup', 'recovery', 'magiclink', 'invite', 'email_change']
const typeOf = (given: unknown): EmailOtpType => TYPES.find((known) => known === given) ?? 'signup'

/** Reads the address of a mail link. Reading it must not use up the token, because mail scanners open links too. */
export function readLink(context: Context, url: URL) {
	const read = (name: string): string => url.searchParams.get(name) ?? ''
	const type = typeOf(read('type'))
	const code = read('error_code') || read('error') || (read('token_hash') ? '' : 'otp_expired')
	const failure = code || (isElsewhere(context, type) ? ELSEWHERE : '')
	return {
		...{ token: read('token_hash'), type, next: returnPath(read('next'), '') },
		failure: failure && errorMessage(failure),
	}
}

const ELSEWHERE = 'email_change_elsewhere'

/**
 * Whether the link of a change of address was opened in a browser that is not signed in. Anybody can ask to change their account to
 * somebody else's address, whose owner may confirm it out of habit (docs/decisions/016-change-of-address.md).
 */
const isElsewhere = (context: Context, type: string): boolean =>
	type === 'email_change' && sessionOf(context).user === null

/** Proves the mail address by the token of the link, signs in and goes on. */
export async function confirmLink(context: Context, request: Request) {
	const form = await readForm(request)
	const type = typeOf(form.get('type'))
	if (isElsewhere(context, type)) return data({ failure: errorMessage(ELSEWHERE) }, { status: 403 })
	const client = signInClient(context)
	const proof = signupProof(request)
	const { data: verified, error } = await client.auth.verifyOtp({
		...{ token_hash: textOf(form, 'token'), type },
		...{ signup_proof: proof, email_change_user: sessionOf(context).user?.id ?? '' },
	})
	if (error) return data({ failure: errorMessage(error.code ?? 'otp_expired') }, { status: 400 })
	// A change of address that the other mailbox has yet to confirm opens no session.
	if (!verified.session) return data({ half: true })
	if (type === 'signup' && !madeHere(verified.user, proof)) return choosePassword(client)
	return goOn({ request, type, user: verified.user, next: returnPath(textOf(form, 'next'), '') })
}

/** Proves the mail address by the six digits of the mail, or sends the mail again. */
export async function confirmCode(context: Context, request: Request) {
	const form = await readForm(request)
	const services = context.get(servicesContext)
	const client = signInClient(context)
	if (form.get('intent') === 'resend') {
		const submission = parseForm(form, { schema: emailSchema })
		if (submission.status !== 'success') return data({ reply: submission.reply(), sent: false }, { status: 400 })
		const { email } = submission.value
		if (!(await services.allow('mail', context.get(addressContext))))
			return data(
				{ reply: submission.reply({ formErrors: [errorMessage('rate_limited')] }), sent: false },
				{ status: 429 },
			)
		const { error } = await client.auth.resend({ type: 'signup', email })
		if (error?.status === 429)
			return data(
				{ reply: submission.reply({ formErrors: [errorMessage('over_email_send_rate_limit')] }), sent: false },
				{ status: 429 },
			)
		const pending = pendingEmailCookie(email)
		return data({ reply: submission.reply(), sent: true }, { headers: { 'set-cookie': pending } })
	}
	const submission = parseForm(form, { schema: codeSchema })
	if (submission.status !== 'success') return data({ reply: submission.reply(), sent: false }, { status: 400 })
	const { email, code } = submission.value
	const proof = signupProof(request)
	const { data: verified, error } = await client.auth.verifyOtp({
		...{ email, token: code, type: 'signup' },
		...{ signup_proof: proof },
	})
	// The auth service does not tell a wrong code from an old one.
	const failure = error && (error.code === 'otp_expired' ? 'code_wrong' : (error.code ?? 'code_wrong'))
	if (failure)
		return data(
			{ reply: submission.reply({ fieldErrors: { code: [errorMessage(failure)] } }), sent: false },
			{ status: 400 },
		)
	if (!madeHere(verified.user, proof)) return choosePassword(client)
	return goOn({ request, type: 'signup', user: verified.user })
}

/**
 * Lets a person choose a password who has confirmed a registration made in another browser. Our auth service has already dropped the
 * registration's password and proof. Hosted services, which know no `signup_proof`, still have the password, so it is replaced by one
 * that nobody knows, which also ends all other sessions.
 */
async function choosePassword(client: Client): Promise<Response> {
	const { data: account } = await client.auth.getUser()
	if (!hasNoSignIn(account.user)) await losePassword(client)
	return redirect(`${paths.recovery()}?neu=konto`)
}

type Confirmed = {
	request: Request
	type: string
	user: User | null
	next?: string
}

/** Leads on after a proof of the mail address, by what the proof was for. */
export function goOn({ request, type, user, next }: Confirmed): Response {
	if (type === 'recovery') return enter(user, `${paths.recovery()}?neu=1`)
	const home = type === 'email_change' ? `${paths.profileData()}?gespeichert=neue-adresse` : homeOf(user?.user_metadata)
	return enter(user, next || requestedPath(request.headers.get('cookie'), home))
}
