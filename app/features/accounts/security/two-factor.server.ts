import { data, type RouterContextProvider } from 'react-router'
import { errorMessage } from '#app/lib/errors.ts'
import { textOf } from '#app/lib/form.ts'
import { qrOf } from '#app/lib/qr.server.ts'
import { redirect } from '#app/lib/redirect.ts'
import { goOnAs, requireUser, signInClient } from '#app/lib/session.server.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import type { SecurityReply } from './security.ts'

type Context = Readonly<RouterContextProvider>
type Given = { context: Context; request: Request; form: FormData; path: string }
export type Answer = Response | ReturnType<typeof data<SecurityReply>>

const ISSUER = 'Zeitplatz'
const refuse = (reply: SecurityReply): Answer => data(reply, { status: 400 })

/** Begins to set up an authenticator app: the page shows the secret until a first correct code is typed. */
export async function startTotp({ context, form }: Given): Promise<Answer> {
	const { user } = requireUser(context)
	const client = signInClient(context)
	await dropUnfinished(client)
	const name = textOf(form, 'name').trim().slice(0, 60)
	const { data: made, error } = await client.auth.mfa.enroll({
		...{ factorType: 'totp', friendlyName: name || (await freeName(client, 'Authenticator-App')), issuer: ISSUER },
	})
	if (error) return refuse({ form: 'two-factor', failure: errorMessage(error.code ?? 'unexpected') })
	return data({ form: 'two-factor', enrolling: { factor: made.id, ...shown(made.totp.secret, user.email) } })
}

/** Checks the app's first code; from then on each sign-in asks for a code. Shows the recovery codes once. */
export async function finishTotp({ context, form, path }: Given): Promise<Answer> {
	const { user } = requireUser(context)
	const [factor, secret] = [textOf(form, 'factor'), textOf(form, 'secret')]
	const client = signInClient(context)
	const code = textOf(form, 'code').replaceAll(/\s/g, '')
	const { error } = await client.auth.mfa.challengeAndVerify({ factorId: factor, code })
	if (error) {
		const again = /^[A-Z2-7]{16,64}$/.test(secret) ? { enrolling: { factor, ...shown(secret, user.email) } } : {}
		const wrong = error.code === 'mfa_verification_failed'
		return refuse({
			form: 'two-factor',
			...again,
			failure: errorMessage(wrong ? 'totp_wrong' : (error.code ?? 'unexpected')),
		})
	}
	return withCodes(context, client, path)
}

/** Removes a second factor; the auth service allows it only in a session that has used one. */
export async function removeFactor({ context, form, path }: Given): Promise<Answer> {
	const client = signInClient(context)
	const { error } = await client.auth.mfa.unenroll({ factorId: textOf(form, 'factor') })
	if (error) return refuse({ form: 'two-factor', failure: errorMessage(error.code ?? 'unexpected') })
	// Until it is renewed, the token still says aal2, which the account no longer has.
	await client.auth.refreshSession()
	return redirect(`${path}?gespeichert=faktor`)
}

/** New recovery codes in place of the old ones, which stop working. */
export async function renewCodes({ context, path }: Given): Promise<Answer> {
	return withCodes(context, signInClient(context), path, true)
}

/** Shows new recovery codes if the account has none or `anew` asks for them; otherwise goes back to the page. */
export async function withCodes(context: Context, client: Client, path: string, anew = false): Promise<Answer> {
	await goOnAs(context, client)
	const { recoveryCodes } = client.auth.mfa
	const { data: present } = await recoveryCodes.getStatus()
	if (present && !anew) return redirect(`${path}?gespeichert=faktor`)
	const { data: made, error } = await (present ? recoveryCodes.regenerate() : recoveryCodes.generate())
	if (error) return data({ form: 'codes', failure: errorMessage(error.code ?? 'unexpected') }, { status: 400 })
	return data({ form: 'codes', codes: made.codes })
}

/** A name that no factor of this account has yet. */
export async function freeName(client: Client, wanted: string): Promise<string> {
	const { data: factors } = await client.auth.mfa.listFactors()
	const taken = new Set(factors?.all.map(({ friendly_name: name }) => name))
	for (let number = 1; ; number++) {
		const name = number === 1 ? wanted : `${wanted} ${number}`
		if (!taken.has(name)) return name
	}
}

/** Removes factors whose setup was never finished. */
export async function dropUnfinished(client: Client): Promise<void> {
	const { data: factors } = await client.auth.mfa.listFactors()
	for (const { id, status } of factors?.all ?? [])
		if (status === 'unverified') await client.auth.mfa.unenroll({ factorId: id })
}

function shown(secret: string, email: string): { secret: string; qr: string } {
	const label = `${encodeURIComponent(ISSUER)}:${encodeURIComponent(email)}`
	const uri = `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(ISSUER)}`
	return { secret, qr: qrOf(uri) }
}
