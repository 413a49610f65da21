import { parseWithZod } from '@conform-to/zod/v4'
import { data, redirect, type RouterContextProvider } from 'react-router'
import { addressContext, servicesContext } from '#app/lib/context.server.ts'
import { errorMessage } from '#app/lib/errors.ts'
import { clearedRedirectCookie, redirectCookie, requestedPath } from '#app/lib/guard.ts'
import { paths } from '#app/lib/paths.ts'
import { sessionOf, signInClient } from '#app/lib/session.server.ts'
import { registerCompanySchema, registerSchema, signInSchema } from './accounts.form.ts'
import { pendingEmailCookie } from './pending-email.server.ts'

export type Audience = 'customer' | 'company'
type Context = Readonly<RouterContextProvider>

const HIDDEN = { hideFields: ['password', 'current'] }
const HOME: Record<Audience, string> = { customer: paths.profile(), company: paths.adminDashboard() }

/** Sends a signed-in visitor on to what was asked for. @throws Response a redirect */
export function leaveWhenSignedIn(context: Context, request: Request, audience: Audience): void {
	if (sessionOf(context).user) throw redirect(requestedPath(request.headers.get('cookie'), HOME[audience]))
}

/** Sign-in with e-mail and password; goes on to the requested path of this site. */
export async function signIn(context: Context, request: Request, audience: Audience) {
	const submission = parseWithZod(await request.formData(), { schema: signInSchema })
	if (submission.status !== 'success') return data(submission.reply(HIDDEN), { status: 400 })
	const { email, password } = submission.value
	const refuse = (code: string, status: number) =>
		data(submission.reply({ ...HIDDEN, formErrors: [errorMessage(code)] }), { status })
	const key = `${context.get(addressContext)} ${email.toLowerCase()}`
	if (!context.get(servicesContext).allow('signIn', key)) return refuse('rate_limited', 429)
	const headers = new Headers()
	const { error } = await signInClient(context, request, headers).auth.signInWithPassword({ email, password })
	if (error?.code === 'email_not_confirmed') {
		headers.append('set-cookie', pendingEmailCookie(email, isSecure(context)))
		return redirect(paths.emailConfirmation(), { headers })
	}
	if (error) return refuse(error.code ?? 'unexpected', error.status === 429 ? 429 : 400)
	headers.append('set-cookie', clearedRedirectCookie)
	return redirect(requestedPath(request.headers.get('cookie'), HOME[audience]), { headers })
}

/** Registration of a person or, with a company name, of a business; the mail's link or code comes next. */
export async function signUp(context: Context, request: Request, audience: Audience) {
	const schema = audience === 'company' ? registerCompanySchema : registerSchema
	const submission = parseWithZod(await request.formData(), { schema })
	if (submission.status !== 'success') return data(submission.reply(HIDDEN), { status: 400 })
	const { consent: _agreed, email, password, ...person } = submission.value
	const refuse = (code: string, status: number) =>
		data(submission.reply({ ...HIDDEN, formErrors: [errorMessage(code)] }), { status })
	if (!context.get(servicesContext).allow('signUp', context.get(addressContext))) return refuse('rate_limited', 429)
	const headers = new Headers()
	const { data: made, error } = await signInClient(context, request, headers).auth.signUp({
		email,
		password,
		options: { data: person },
	})
	if (error?.code === 'weak_password')
		return data(submission.reply({ ...HIDDEN, fieldErrors: { password: [errorMessage('weak_password')] } }), {
			status: 400,
		})
	// A known address gets the same answer as a new one, so that nobody can ask who has an account.
	if (error && error.code !== 'user_already_exists') return refuse(error.code ?? 'unexpected', 400)
	if (audience === 'company' && requestedPath(request.headers.get('cookie'), '') === '')
		headers.append('set-cookie', redirectCookie(HOME.company, isSecure(context)))
	if (made?.session) return redirect(HOME[audience], { headers })
	headers.append('set-cookie', pendingEmailCookie(email, isSecure(context)))
	return redirect(paths.emailConfirmation(), { headers })
}

const isSecure = (context: Context): boolean => context.get(servicesContext).siteUrl.startsWith('https:')
