import { parseForm } from '#app/lib/parse-form.ts'
import { data, type RouterContextProvider } from 'react-router'
import { addressContext, servicesContext } from '#app/lib/context.server.ts'
import { errorMessage } from '#app/lib/errors.ts'
import { redirect } from '#app/lib/redirect.ts'
import { requireUser, signInClient } from '#app/lib/session.server.ts'
import { emailSchema } from '../accounts.form.ts'
import type { SecurityReply } from './security.ts'
import type { Answer } from './two-factor.server.ts'

type Given = { context: Readonly<RouterContextProvider>; request: Request; form: FormData; path: string }

/** Asks for another mail address: it counts once the old and the new mailbox have both confirmed. */
export async function changeEmail({ context, form, path }: Given): Promise<Answer> {
	const { user } = requireUser(context)
	const submission = parseForm(form, { schema: emailSchema })
	if (submission.status !== 'success')
		return data<SecurityReply>({ form: 'email', reply: submission.reply() }, { status: 400 })
	const { email } = submission.value
	const refuse = (code: string): Answer => {
		const reply = submission.reply({ fieldErrors: { email: [errorMessage(code)] } })
		return data<SecurityReply>({ form: 'email', reply }, { status: 400 })
	}
	if (email.toLowerCase() === user.email.toLowerCase()) return refuse('same_email')
	if (!(await context.get(servicesContext).allow('mail', context.get(addressContext)))) return refuse('rate_limited')
	const { error } = await signInClient(context).auth.updateUser({ email })
	return error ? refuse(error.code ?? 'unexpected') : redirect(`${path}?gespeichert=adresse`)
}

/** Sends both mails of a change once more. */
export async function resendEmailChange({ context, path }: Given): Promise<Answer> {
	const { user } = requireUser(context)
	const { error } = await signInClient(context).auth.resend({
		type: 'email_change',
		email: user.email,
	})
	if (!error) return redirect(`${path}?gespeichert=adresse`)
	return data<SecurityReply>({ form: 'email', failure: errorMessage(error.code ?? 'unexpected') }, { status: 400 })
}
