import { parseForm, readForm } from '#app/lib/parse-form.ts'
import { data, type RouterContextProvider } from 'react-router'
import { addressContext, servicesContext } from '#app/lib/context.server.ts'
import { errorMessage } from '#app/lib/errors.ts'
import { type FormReply, textOf } from '#app/lib/form.ts'
import { redirectCookie, requestedPath } from '#app/lib/guard.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { paths } from '#app/lib/paths.ts'
import { redirect } from '#app/lib/redirect.ts'
import { sessionOf, signInClient } from '#app/lib/session.server.ts'
import { readCredential } from './security/keys.server.ts'
import type { SecurityReply } from './security/security.ts'
import { loadSignInServices } from './sign-in-services.server.ts'
import { registerCompanySchema, registerSchema, signInSchema } from './accounts.form.ts'
import { pendingEmailCookie } from './pending-email.server.ts'
import { enter } from './second-factor.server.ts'
import { newSignupProof } from './signup-proof.server.ts'
import { passwordRefusal } from './weak-password.ts'

export type Audience = 'customer' | 'company'
type Context = Readonly<RouterContextProvider>

const HIDDEN = { hideFields: ['password', 'current'] }
const HOME: Record<Audience, string> = { customer: paths.profile(), company: adminPaths.dashboard() }

/** Sends a signed-in visitor on to the requested page. @throws Response a redirect */
export function leaveWhenSignedIn(context: Context, request: Request, audience: Audience): void {
	if (sessionOf(context).user) throw redirect(requestedPath(request.headers.get('cookie'), HOME[audience]))
}

/** The ways to sign in that are set up, and what went wrong with another service. */
export async function loadSignIn(context: Context, request: Request, url: URL, audience: Audience) {
	leaveWhenSignedIn(context, request, audience)
	const failed = url.searchParams.get('fehler')
	const ways = await loadSignInServices(context.get(servicesContext))
	return { ...ways, failure: failed ? errorMessage(failed) : undefined }
}

/** Sign-in with e-mail and password, or with a passkey; goes on to the requested path of this site. */
export async function signIn(context: Context, request: Request, audience: Audience) {
	const form = await readForm(request)
	if (form.get('intent') === 'passkey-start') return startPasskey(context)
	if (form.get('intent') === 'passkey-finish') return finishPasskey(context, request, form, audience)
	const submission = parseForm(form, { schema: signInSchema })
	const reply = (given: FormReply, status: number) =>
		data<SecurityReply>({ form: 'password', reply: given }, { status })
	if (submission.status !== 'success') return reply(submission.reply(HIDDEN), 400)
	const { email, password } = submission.value
	const refuse = (code: string, status: number) =>
		reply(submission.reply({ ...HIDDEN, formErrors: [errorMessage(code)] }), status)
	const key = `${context.get(addressContext)} ${email.toLowerCase()}`
	if (!(await context.get(servicesContext).allow('signIn', key))) return refuse('rate_limited', 429)
	const { data: made, error } = await signInClient(context).auth.signInWithPassword({
		email,
		password,
	})
	if (error?.code === 'email_not_confirmed') {
		const pending = pendingEmailCookie(email)
		return redirect(paths.emailConfirmation(), { headers: { 'set-cookie': pending } })
	}
	if (error) return refuse(error.code ?? 'unexpected', error.status === 429 ? 429 : 400)
	return enter(made.user, requestedPath(request.headers.get('cookie'), HOME[audience]))
}

/** The challenge for any passkey of this site; it names no account. */
async function startPasskey(context: Context) {
	const { data: asked, error } = await signInClient(context).auth.passkey.startAuthentication()
	if (error)
		return data<SecurityReply>({ form: 'passkey', failure: errorMessage(error.code ?? 'unexpected') }, { status: 400 })
	const ceremony = { kind: 'get' as const, options: asked.options, challenge: asked.challenge_id }
	return data<SecurityReply>({ form: 'passkey', ceremony })
}

async function finishPasskey(context: Context, request: Request, form: FormData, audience: Audience) {
	const { data: made, error } = await signInClient(context).auth.passkey.verifyAuthentication({
		challengeId: textOf(form, 'challenge'),
		credential: readCredential(form) as never,
	})
	if (!error) return enter(made.user, requestedPath(request.headers.get('cookie'), HOME[audience]))
	return data<SecurityReply>(
		{ form: 'passkey', failure: errorMessage(error.code ?? 'webauthn_verification_failed') },
		{ status: 400 },
	)
}

/** Registration of a person or, with a company name, of a business; the mail's link or code comes next. */
export async function signUp(context: Context, request: Request, audience: Audience) {
	const schema = audience === 'company' ? registerCompanySchema : registerSchema
	const submission = parseForm(await readForm(request), { schema })
	if (submission.status !== 'success') return data(submission.reply(HIDDEN), { status: 400 })
	const { consent: _agreed, email, password, ...person } = submission.value
	const refuse = (code: string, status: number) =>
		data(submission.reply({ ...HIDDEN, formErrors: [errorMessage(code)] }), { status })
	if (!(await context.get(servicesContext).allow('signUp', context.get(addressContext))))
		return refuse('rate_limited', 429)
	const headers = new Headers()
	const proof = newSignupProof()
	const { data: made, error } = await signInClient(context).auth.signUp({
		email,
		password,
		options: { data: { ...person, signup_proof: proof.hash } },
	})
	if (error?.code === 'weak_password')
		return data(submission.reply({ ...HIDDEN, fieldErrors: { password: [errorMessage(passwordRefusal(error))] } }), {
			status: 400,
		})
	// A known address gets the same answer as a new one, so that nobody can find out who has an account.
	if (error && error.code !== 'user_already_exists') return refuse(error.code ?? 'unexpected', 400)
	if (audience === 'company' && requestedPath(request.headers.get('cookie'), '') === '')
		headers.append('set-cookie', redirectCookie(HOME.company))
	if (made?.session) return redirect(HOME[audience], { headers })
	headers.append('set-cookie', pendingEmailCookie(email))
	headers.append('set-cookie', proof.cookie)
	return redirect(paths.emailConfirmation(), { headers })
}
