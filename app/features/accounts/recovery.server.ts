import { parseWithZod } from '@conform-to/zod/v4'
import { data, redirect, type RouterContextProvider } from 'react-router'
import { addressContext, servicesContext } from '#app/lib/context.server.ts'
import { errorMessage } from '#app/lib/errors.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { paths } from '#app/lib/paths.ts'
import { requireUser, signInClient } from '#app/lib/session.server.ts'
import { emailSchema, newPasswordSchema } from './accounts.form.ts'

const HIDDEN = { hideFields: ['password'] }

/** Asks for the mail (the answer is the same for every address), or sets the new password in the session of its link. */
export async function recover(context: Readonly<RouterContextProvider>, request: Request) {
	const form = await request.formData()
	if (form.get('intent') === 'password') return setPassword(context, request, form)
	const submission = parseWithZod(form, { schema: emailSchema })
	if (submission.status !== 'success') return data({ reply: submission.reply(), sent: false }, { status: 400 })
	if (!context.get(servicesContext).allow('mail', context.get(addressContext))) {
		const reply = submission.reply({ formErrors: [errorMessage('rate_limited')] })
		return data({ reply, sent: false }, { status: 429 })
	}
	const headers = new Headers()
	await signInClient(context, request, headers).auth.resetPasswordForEmail(submission.value.email)
	return data({ reply: submission.reply(), sent: true }, { headers })
}

async function setPassword(context: Readonly<RouterContextProvider>, request: Request, form: FormData) {
	requireUser(context)
	const submission = parseWithZod(form, { schema: newPasswordSchema })
	if (submission.status !== 'success') return data({ reply: submission.reply(HIDDEN), sent: false }, { status: 400 })
	const headers = new Headers()
	const { data: changed, error } = await signInClient(context, request, headers).auth.updateUser(submission.value)
	if (error) {
		const fieldErrors = { password: [errorMessage(error.code ?? 'unexpected')] }
		return data({ reply: submission.reply({ ...HIDDEN, fieldErrors }), sent: false }, { status: 400 })
	}
	const company = Boolean(changed.user.user_metadata.company_name)
	return redirect(company ? adminPaths.dashboard() : paths.profile(), { headers })
}
