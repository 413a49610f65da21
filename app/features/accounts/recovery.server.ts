import { parseForm, readForm } from '#app/lib/parse-form.ts'
import { data, type RouterContextProvider } from 'react-router'
import { addressContext, servicesContext } from '#app/lib/context.server.ts'
import { errorMessage } from '#app/lib/errors.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { clearedRedirectCookie, requestedPath } from '#app/lib/guard.ts'
import { paths } from '#app/lib/paths.ts'
import { redirect } from '#app/lib/redirect.ts'
import { requireUser, signInClient } from '#app/lib/session.server.ts'
import { emailSchema, newPasswordSchema } from './accounts.form.ts'
import { passwordRefusal } from './weak-password.ts'

const HIDDEN = { hideFields: ['password'] }

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
		const code = error.code === 'reauthentication_needed' ? 'recovery_too_late' : passwordRefusal(error)
		const fieldErrors = { password: [errorMessage(code)] }
		return data({ reply: submission.reply({ ...HIDDEN, fieldErrors }), sent: false }, { status: 400 })
	}
	const home = changed.user.user_metadata.company_name ? adminPaths.dashboard() : paths.profile()
	const target = requestedPath(request.headers.get('cookie'), home)
	return redirect(target, { headers: { 'set-cookie': clearedRedirectCookie } })
}
