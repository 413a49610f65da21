import { data, type RouterContextProvider } from 'react-router'
import { errorMessage } from '#app/lib/errors.ts'
import { textOf } from '#app/lib/form.ts'
import { servicesContext } from '#app/lib/context.server.ts'
import { redirect } from '#app/lib/redirect.ts'
import { signInClient } from '#app/lib/session.server.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import type { SecurityReply } from './security.ts'
import { type Answer, dropUnfinished, freeName, withCodes } from './two-factor.server.ts'

type Context = Readonly<RouterContextProvider>
type Given = { context: Context; request: Request; form: FormData; path: string }

const refuse = (form: string, code = 'unexpected'): Answer =>
	data<SecurityReply>({ form, failure: errorMessage(code) }, { status: 400 })

/** Begins to add a security key as second factor. */
export async function startKey({ context, form }: Given): Promise<Answer> {
	const client = signInClient(context)
	await dropUnfinished(client)
	const friendlyName = textOf(form, 'name').trim().slice(0, 60) || (await freeName(client, 'Sicherheitsschlüssel'))
	const { data: made, error } = await client.auth.mfa.enroll({ factorType: 'webauthn', friendlyName })
	if (error) return refuse('two-factor', error.code)
	return (await challengeKey(context, client, made.id)) ?? refuse('two-factor')
}

/** The challenge for a security key of the account; undefined when none can be had. */
export async function challengeKey(context: Context, client: Client, factorId: string): Promise<Answer | undefined> {
	const webauthn = { rpId: new URL(context.get(servicesContext).siteUrl).hostname }
	const { data: asked } = await client.auth.mfa.challenge({ factorId, webauthn })
	if (!asked) return undefined
	const { type, credential_options: options } = asked.webauthn
	const ceremony = {
		...{ kind: type === 'create' ? ('create' as const) : ('get' as const), challenge: asked.id, factor: factorId },
		options: asText(options.publicKey),
	}
	return data<SecurityReply>({ form: 'two-factor', ceremony })
}

/** Checks what the security key created or signed; the session is aal2 afterwards. Returns the code of an error. */
export async function proveKey(context: Context, client: Client, form: FormData): Promise<string | undefined> {
	const credential = readCredential(form)
	if (!credential) return 'webauthn_verification_failed'
	const rpId = new URL(context.get(servicesContext).siteUrl).hostname
	const type = textOf(form, 'kind') === 'create' ? 'create' : 'request'
	const { error } = await client.auth.mfa.verify({
		factorId: textOf(form, 'factor'),
		challengeId: textOf(form, 'challenge'),
		// The client expects the browser's own object and calls its toJSON; we already have the JSON.
		webauthn: { rpId, type, credential_response: { toJSON: () => credential } as never },
	})
	return error ? (error.code ?? 'unexpected') : undefined
}

/** Keeps the new security key. */
export async function finishKey({ context, form, path }: Given): Promise<Answer> {
	const client = signInClient(context)
	const failed = await proveKey(context, client, form)
	return failed ? refuse('two-factor', failed) : withCodes(context, client, path)
}

/** Begins to add a passkey. */
export async function startPasskey({ context }: Given): Promise<Answer> {
	const { data: asked, error } = await signInClient(context).auth.passkey.startRegistration()
	if (error) return refuse('passkeys', error.code)
	const ceremony = { kind: 'create' as const, options: asked.options, challenge: asked.challenge_id }
	return data<SecurityReply>({ form: 'passkeys', ceremony })
}

/** Keeps the new passkey under its name. */
export async function finishPasskey({ context, form, path }: Given): Promise<Answer> {
	const { passkey } = signInClient(context).auth
	const credential = readCredential(form)
	if (!credential) return refuse('passkeys', 'webauthn_verification_failed')
	const challengeId = textOf(form, 'challenge')
	const { data: made, error } = await passkey.verifyRegistration({ challengeId, credential: credential as never })
	if (error) return refuse('passkeys', error.code)
	const friendlyName = textOf(form, 'name').trim().slice(0, 60)
	if (friendlyName) await passkey.update({ passkeyId: made.id, friendlyName })
	return redirect(`${path}?gespeichert=passkey`)
}

/** Another name for a passkey. */
export async function renamePasskey({ context, form, path }: Given): Promise<Answer> {
	const friendlyName = textOf(form, 'name').trim().slice(0, 60)
	if (!friendlyName) return refuse('passkeys', 'passkey_name_missing')
	const passkeyId = textOf(form, 'passkey')
	const { error } = await signInClient(context).auth.passkey.update({ passkeyId, friendlyName })
	return error ? refuse('passkeys', error.code) : redirect(`${path}?gespeichert=passkey`)
}

/** Takes a passkey away. */
export async function removePasskey({ context, form, path }: Given): Promise<Answer> {
	const passkeyId = textOf(form, 'passkey')
	const { error } = await signInClient(context).auth.passkey.delete({ passkeyId })
	return error ? refuse('passkeys', error.code) : redirect(`${path}?gespeichert=passkey`)
}

/** What the browser's key answered; undefined when it is no JSON object. */
export function readCredential(form: FormData): Record<string, unknown> | undefined {
	try {
		const value: unknown = JSON.parse(textOf(form, 'credential'))
		return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
	} catch {
		return undefined
	}
}

// The client has turned texts into bytes, as a browser would need them; here they become texts again.
function asText(options: unknown): unknown {
	if (options instanceof ArrayBuffer) return Buffer.from(options).toString('base64url')
	if (ArrayBuffer.isView(options))
		return Buffer.from(options.buffer, options.byteOffset, options.byteLength).toString('base64url')
	if (Array.isArray(options)) return options.map(asText)
	if (typeof options !== 'object' || options === null) return options
	return Object.fromEntries(Object.entries(options).map(([name, value]) => [name, asText(value)]))
}
