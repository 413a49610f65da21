import { parseForm } from '#app/lib/parse-form.ts'
import { data, type RouterContextProvider } from 'react-router'
import { errorMessage } from '#app/lib/errors.ts'
import { textOf } from '#app/lib/form.ts'
import { redirect } from '#app/lib/redirect.ts'
import { goOnAs, signInClient } from '#app/lib/session.server.ts'
import { changePasswordByCodeSchema, changePasswordSchema } from '../accounts.form.ts'
import { passwordRefusal } from '../weak-password.ts'
import type { SecurityReply } from './security.ts'
import type { Answer } from './two-factor.server.ts'

type Given = { context: Readonly<RouterContextProvider>; request: Request; form: FormData; path: string }

const HIDDEN = { hideFields: ['password', 'current'] }
const WRONG: Record<string, [field: string, message: string]> = {
	invalid_credentials: ['current', 'Das bisherige Passwort stimmt nicht.'],
	reauthentication_not_valid: ['code', errorMessage('reauthentication_not_valid')],
}

/** Mails a code that replaces the present password, for people who forgot it or never had one. */
export async function sendPasswordCode({ context }: Given): Promise<Answer> {
	const { error } = await signInClient(context).auth.reauthenticate()
	if (!error) return data<SecurityReply>({ form: 'password', codeSent: true })
	return data<SecurityReply>({ form: 'password', failure: errorMessage(error.code ?? 'unexpected') }, { status: 400 })
}

/** Changes the password. The present one or a mailed code is always asked for, also in fresh sessions. */
export async function changePassword({ context, form, path }: Given): Promise<Answer> {
	const codeSent = textOf(form, 'by') === 'code'
	const submission = parseForm(form, { schema: codeSent ? changePasswordByCodeSchema : changePasswordSchema })
	if (submission.status !== 'success')
		return data<SecurityReply>({ form: 'password', codeSent, reply: submission.reply(HIDDEN) }, { status: 400 })
	const { password } = submission.value
	const proof =
		'code' in submission.value ? { nonce: submission.value.code } : { current_password: submission.value.current }
	const client = signInClient(context)
	const { error } = await client.auth.updateUser({ password, ...proof })
	if (!error) {
		await goOnAs(context, client)
		return redirect(`${path}?gespeichert=passwort`)
	}
	const [field, message] = WRONG[error.code ?? ''] ?? ['password', errorMessage(passwordRefusal(error))]
	const reply = submission.reply({ ...HIDDEN, fieldErrors: { [field]: [message] } })
	return data<SecurityReply>({ form: 'password', codeSent, reply }, { status: 400 })
}
