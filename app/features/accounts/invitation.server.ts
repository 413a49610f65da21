import type { AuthError } from '@supabase/supabase-js'
import { parseForm, readForm } from '#app/lib/parse-form.ts'
import { data, type RouterContextProvider } from 'react-router'
import type { Database } from '#app/database.types.ts'
import { locationCookie } from '#app/features/shell/location-choice.server.ts'
import { addressContext, servicesContext } from '#app/lib/context.server.ts'
import { formatDate, HOME_ZONE } from '#app/lib/dates.ts'
import { errorMessage } from '#app/lib/errors.ts'
import { textOf } from '#app/lib/form.ts'
import { redirectCookie } from '#app/lib/guard.ts'
import { invariantData } from '#app/lib/invariant.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { paths } from '#app/lib/paths.ts'
import { redirect } from '#app/lib/redirect.ts'
import { sessionOf, signInClient } from '#app/lib/session.server.ts'
import { serverClient } from '#app/lib/supabase.server.ts'
import { invitedSchema } from './accounts.form.ts'
import { losePassword } from './signup-proof.server.ts'
import { passwordRefusal } from './weak-password.ts'

type Context = Readonly<RouterContextProvider>
type Row = Database['public']['Functions']['get_invitation']['Returns'][number]

const HIDDEN = { hideFields: ['password'] }
// An invitation has no location, so it has no zone of its own.

/** What the link of an invitation opens, and what this visitor can do about it. */
export async function loadInvitation(context: Context, url: URL) {
	const { client, user } = sessionOf(context)
	const invitation = await find(client, secretOf(url))
	if (!invitation) return { step: 'gone' as const }
	const facts = {
		company: invitation.company_name,
		email: invitation.email,
		role: invitation.role,
		invitedBy: invitation.invited_by,
		until: formatDate(invitation.expires_at, HOME_ZONE),
		signedInAs: user?.email ?? '',
	}
	return { step: stepOf(invitation, user?.email), ...facts }
}

function stepOf(invitation: Row, email: string | undefined) {
	if (invitation.state === 'accepted') return 'accepted' as const
	if (invitation.state === 'expired') return 'expired' as const
	if (email === undefined) return invitation.has_account ? ('sign-in' as const) : ('register' as const)
	return email.toLowerCase() === invitation.email ? ('accept' as const) : ('other' as const)
}

/** Accepts as the person who is signed in, leads to the sign-in, or makes the account that the invitation is for. */
export async function answerInvitation(context: Context, request: Request, url: URL) {
	const secret = secretOf(url)
	const here = paths.invitation(secret)
	const form = await readForm(request)
	const headers = new Headers()
	const client = signInClient(context)
	switch (textOf(form, 'intent')) {
		case 'sign-in':
			headers.append('set-cookie', redirectCookie(here))
			return redirect(paths.loginCompany(), { headers })
		case 'sign-out':
			await client.auth.signOut({ scope: 'local' })
			return redirect(here, { headers })
		case 'register':
			return register(context, form, client, secret, headers)
		default:
			return accept(client, secret, headers)
	}
}

type Client = ReturnType<typeof signInClient>

async function accept(client: Client, secret: string, headers: Headers) {
	const { data: company, error } = await client.rpc('accept_invitation', { p_secret: secret })
	if (error) return data({ failure: errorMessage(error), reply: undefined }, { status: 400, headers })
	// The admin area opens with this company, also when the person works for others.
	const cookie = locationCookie(company)
	if (cookie) headers.append('set-cookie', cookie)
	return redirect(adminPaths.dashboard(), { headers })
}

/** The secret came by mail, so the address needs no second proof: the account begins confirmed. */
async function register(context: Context, form: FormData, client: Client, secret: string, headers: Headers) {
	const submission = parseForm(form, { schema: invitedSchema })
	if (submission.status !== 'success')
		return data({ reply: submission.reply(HIDDEN), failure: undefined }, { status: 400 })
	const services = context.get(servicesContext)
	const refuse = (code: string, status = 400) =>
		data({ reply: submission.reply({ ...HIDDEN, formErrors: [errorMessage(code)] }), failure: undefined }, { status })
	if (!(await services.allow('signUp', context.get(addressContext)))) return refuse('rate_limited', 429)
	const invitation = await find(client, secret)
	if (invitation?.state !== 'open') return refuse('invitation_not_found')
	const { name, password } = submission.value
	const { email } = invitation
	const { admin } = serverClient(services).auth
	// Made as a sign-up, so that the auth service checks the password. Nothing stays of a sign-up that somebody else made with the address.
	const made = await admin.generateLink({ type: 'signup', email, password, options: { data: { name } } })
	const proved =
		made.error ?? (await client.auth.verifyOtp({ token_hash: made.data.properties.hashed_token, type: 'signup' })).error
	const error = proved ?? (await usePassword(client, password))
	if (error?.code === 'weak_password') {
		const fieldErrors = { password: [errorMessage(passwordRefusal(error))] }
		return data({ reply: submission.reply({ ...HIDDEN, fieldErrors }), failure: undefined }, { status: 400 })
	}
	return error ? refuse(error.code ?? 'unexpected') : accept(client, secret, headers)
}

/** Sets the new password. Hosted services keep the password of an earlier sign-up with the address, so it is removed even if the new one fails. */
async function usePassword(client: Client, password: string): Promise<AuthError | undefined> {
	const { error } = await client.auth.updateUser({ password })
	if (!error || error.code === 'same_password') return undefined
	await losePassword(client)
	return error
}

async function find(client: Client, secret: string): Promise<Row | undefined> {
	return secret ? invariantData(await client.rpc('get_invitation', { p_secret: secret }))[0] : undefined
}

const secretOf = (url: URL): string => (url.searchParams.get('s') ?? '').slice(0, 100)
