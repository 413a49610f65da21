import { parseForm, readForm } from '#app/lib/parse-form.ts'
import { data, type RouterContextProvider } from 'react-router'
import { addressContext, servicesContext } from '#app/lib/context.server.ts'
import { errorMessage } from '#app/lib/errors.ts'
import { clearedRedirectCookie, requestedPath } from '#app/lib/guard.ts'
import { redirect } from '#app/lib/redirect.ts'
import { withParam } from '#app/lib/return-path.ts'
import { requireUser, sessionOf, signInClient } from '#app/lib/session.server.ts'
import { emailSchema, newPasswordSchema } from './accounts.form.ts'
import { homeOf } from './home.ts'
import { passwordRefusal } from './weak-password.ts'

const HIDDEN = { hideFields: ['password'] }

/** The step that the page shows. A signed-in person chooses a password: their first one (`konto`, `passwort`) or a new one. */
export function readRecovery(context: Readonly<RouterContextProvider>, url: URL) {
	const { user } = sessionOf(context)
	const wanted = url.searchParams.get('neu')
	return {
		choosing: wanted !== null && user !== null,
		first: wanted === 'konto' || wanted === 'passwort',
		elsewhere: wanted === 'konto',
		home: user && homeOf(user.claims.user_metadata as Parameters<typeof homeOf>[0]),
	}
}

/** Asks for the mail (the answer is the same for every address), or sets the new password in the session of its link. */
export async function recover(context: Readonly<RouterContextProvider>, request: Request) {
	const form = await readForm(request)
	if (form.get('intent') === 'password') return setPassword(context, request, form)
	const submission = parseForm(form, { schema: emailSchema })
	if (submission.status !== 'success') return data({ reply: submission.reply(), sent: false }, { status: 400 })
	if (!(await context.get(servicesContext).allow('mail', context.get(addressContext)))) {
		const reply = submission.reply({ formErrors: [errorMessage('rate_limited')] })
		return data({ reply, sent: false }, { status: 429 })
	}
	await signInClient(context).auth.resetPasswordForEmail(submission.value.email)
	return data({ reply: submission.reply(), sent: true })
}

async function setPassword(context: Readonly<RouterContextProvider>, request: Request, form: FormData) {
	requireUser(context)
	const submission = parseForm(form, { schema: newPasswordSchema })
	if (submission.status !== 'success') return data({ reply: submission.reply(HIDDEN), sent: false }, { status: 400 })
	const { data: changed, error } = await signInClient(context).auth.updateUser(submission.value)
	if (error) {
		const late = error.code === 'reauthentication_needed'
		const fieldErrors = { password: [errorMessage(late ? 'recovery_too_late' : passwordRefusal(error))] }
		return data({ reply: submission.reply({ ...HIDDEN, fieldErrors }), sent: false, late }, { status: 400 })
	}
	const target = requestedPath(request.headers.get('cookie'), homeOf(changed.user.user_metadata))
	return redirect(withParam(target, 'passwort', 'gespeichert'), { headers: { 'set-cookie': clearedRedirectCookie } })
}
