import { data, type RouterContextProvider } from 'react-router'
import { errorMessage } from '#app/lib/errors.ts'
import { textOf } from '#app/lib/form.ts'
import { paths } from '#app/lib/paths.ts'
import { redirect, redirectDocument } from '#app/lib/redirect.ts'
import { requireUser, signInClient } from '#app/lib/session.server.ts'
import { changeEmail, resendEmailChange } from './email.server.ts'
import { finishKey, finishPasskey, removePasskey, renamePasskey, startKey, startPasskey } from './keys.server.ts'
import { changePassword, sendPasswordCode } from './password.server.ts'
import type { SecurityReply } from './security.ts'
import { type Answer, finishTotp, removeFactor, renewCodes, startTotp } from './two-factor.server.ts'

type Given = { context: Readonly<RouterContextProvider>; request: Request; form: FormData; path: string }

const COMMANDS: Record<string, (given: Given) => Promise<Answer>> = {
	email: changeEmail,
	'email-resend': resendEmailChange,
	password: changePassword,
	'password-code': sendPasswordCode,
	'totp-start': startTotp,
	'totp-finish': finishTotp,
	'key-start': startKey,
	'key-finish': finishKey,
	'factor-remove': removeFactor,
	'codes-renew': renewCodes,
	'passkey-start': startPasskey,
	'passkey-finish': finishPasskey,
	'passkey-rename': renamePasskey,
	'passkey-remove': removePasskey,
	'identity-unlink': unlinkIdentity,
	'end-session': endSession,
	'sign-out-everywhere': signOutEverywhere,
}

/**
 * Does what a form of the security sections asks for. `path` is the page that shows them; a change leads back there with
 * `?gespeichert=…`. Undefined for any other form.
 */
export async function changeSecurity(given: Given): Promise<Answer | undefined> {
	requireUser(given.context)
	const intent = textOf(given.form, 'intent')
	return Object.hasOwn(COMMANDS, intent) ? COMMANDS[intent]?.(given) : undefined
}

async function unlinkIdentity({ context, form, path }: Given): Promise<Answer> {
	const client = signInClient(context)
	const { data: found } = await client.auth.getUserIdentities()
	const identity = found?.identities.find(({ identity_id: id }) => id === textOf(form, 'identity'))
	if (!identity) return redirect(path)
	const { error } = await client.auth.unlinkIdentity(identity)
	if (!error) return redirect(`${path}?gespeichert=dienst`)
	return data<SecurityReply>({ form: 'identities', failure: errorMessage(error.code ?? 'unexpected') }, { status: 400 })
}

async function endSession({ context, form, path }: Given): Promise<Answer> {
	const { error } = await requireUser(context).client.rpc('end_session', { p_session: textOf(form, 'session') })
	if (error) throw new Error(error.message)
	return redirect(`${path}?gespeichert=geraete`)
}

async function signOutEverywhere({ context }: Given): Promise<Answer> {
	await signInClient(context).auth.signOut({ scope: 'global' })
	// Loads a whole new page, so that nothing of the old one stays after signing out.
	return redirectDocument(paths.login())
}
