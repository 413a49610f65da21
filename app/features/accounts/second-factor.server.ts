import { parseForm, readForm } from '#app/lib/parse-form.ts'
import type { User } from '@supabase/supabase-js'
import { data, type RouterContextProvider } from 'react-router'
import { addressContext, servicesContext } from '#app/lib/context.server.ts'
import { errorMessage } from '#app/lib/errors.ts'
import { textOf } from '#app/lib/form.ts'
import { clearedRedirectCookie, redirectCookie, requestedPath } from '#app/lib/guard.ts'
import { paths } from '#app/lib/paths.ts'
import { redirect } from '#app/lib/redirect.ts'
import { sessionOf, signInClient } from '#app/lib/session.server.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { appCodeSchema, recoveryCodeSchema } from './accounts.form.ts'
import { challengeKey, proveKey } from './security/keys.server.ts'
import type { SecurityReply } from './security/security.ts'

type Context = Readonly<RouterContextProvider>

/** Lets a person in who has just proved who they are, first asking for the second factor if the account has one. */
export function enter(user: User | null, target: string): Response {
	if (!user?.factors?.some(({ status }) => status === 'verified'))
		return redirect(target, { headers: { 'set-cookie': clearedRedirectCookie } })
	return redirect(paths.secondFactor(), { headers: { 'set-cookie': redirectCookie(target) } })
}

/** The second factors that the half signed-in person can use. @throws Response a redirect for everyone else */
export async function loadSecondFactor(context: Context, request: Request) {
	const { user, half } = sessionOf(context)
	if (user) throw redirect(requestedPath(request.headers.get('cookie'), paths.profile()))
	if (!half) throw redirect(paths.login())
	const factors = await verifiedFactors(signInClient(context))
	return {
		email: half.email,
		app: factors.some(({ factor_type: kind }) => kind === 'totp'),
		keys: factors.flatMap(({ id, factor_type: kind, friendly_name: name }) =>
			kind === 'webauthn' ? [{ id, name: name || 'Sicherheitsschlüssel' }] : [],
		),
		codes: factors.some(({ factor_type: kind }) => kind === 'recovery_code'),
	}
}

/** Checks the second factor: a code of the app, a security key, or one of the recovery codes. */
export async function showSecondFactor(context: Context, request: Request) {
	const { user, half } = sessionOf(context)
	const target = requestedPath(request.headers.get('cookie'), paths.profile())
	if (user) return redirect(target)
	if (!half) return redirect(paths.login())
	const form = await readForm(request)
	const client = signInClient(context)
	if (textOf(form, 'intent') === 'key-start') return startKey(context, client, textOf(form, 'factor'))
	if (!(await context.get(servicesContext).allow('signIn', `${context.get(addressContext)} ${half.id}`)))
		return data<SecurityReply>({ form: 'code', failure: errorMessage('rate_limited') }, { status: 429 })
	const take = TAKE[textOf(form, 'intent')] ?? takeAppCode
	const refused = await take(context, client, form)
	if (refused) return data(refused, { status: 400 })
	return redirect(target, { headers: { 'set-cookie': clearedRedirectCookie } })
}

type Take = (context: Context, client: Client, form: FormData) => Promise<SecurityReply | undefined>

const TAKE: Record<string, Take> = { 'key-finish': takeKey, recovery: takeRecoveryCode }

async function takeAppCode(_context: Context, client: Client, form: FormData): Promise<SecurityReply | undefined> {
	const submission = parseForm(form, { schema: appCodeSchema })
	if (submission.status !== 'success') return { form: 'code', reply: submission.reply() }
	let code = 'mfa_verification_failed'
	for (const { id, factor_type: kind } of await verifiedFactors(client)) {
		if (kind !== 'totp') continue
		const { error } = await client.auth.mfa.challengeAndVerify({ factorId: id, code: submission.value.code })
		if (!error) return undefined
		code = error.code ?? 'unexpected'
	}
	return { form: 'code', reply: submission.reply({ fieldErrors: { code: [errorMessage(code)] } }) }
}

async function takeRecoveryCode(_context: Context, client: Client, form: FormData): Promise<SecurityReply | undefined> {
	const submission = parseForm(form, { schema: recoveryCodeSchema })
	if (submission.status !== 'success') return { form: 'recovery', reply: submission.reply() }
	const { error } = await client.auth.mfa.recoveryCodes.verify({ code: submission.value.recovery })
	if (!error) return undefined
	const code = error.code === 'mfa_verification_failed' ? 'recovery_code_wrong' : (error.code ?? 'unexpected')
	return { form: 'recovery', reply: submission.reply({ fieldErrors: { recovery: [errorMessage(code)] } }) }
}

async function takeKey(context: Context, client: Client, form: FormData): Promise<SecurityReply | undefined> {
	const failed = await proveKey(context, client, form)
	return failed ? { form: 'key', failure: errorMessage('webauthn_verification_failed') } : undefined
}

async function startKey(context: Context, client: Client, factor: string) {
	const asked = await challengeKey(context, client, factor)
	return (
		asked ??
		data<SecurityReply>({ form: 'key', failure: errorMessage('webauthn_verification_failed') }, { status: 400 })
	)
}

async function verifiedFactors(client: Client) {
	const { data: found } = await client.auth.mfa.listFactors()
	return found?.all.filter(({ status }) => status === 'verified') ?? []
}
