import type { User } from '@supabase/supabase-js'
import { createContext, type MiddlewareFunction, redirect, type RouterContextProvider } from 'react-router'
import { addressContext, servicesContext } from './context.server.ts'
import { guardFor, redirectCookie, returnPath } from './guard.ts'
import { invariantData } from './invariant.ts'
import { paths } from './paths.ts'
import { anonymousClient, type Client, SESSION_COOKIE, visitorClient } from './supabase.server.ts'

/** A signed-in person, from the verified access token. */
export type SessionUser = { id: string; email: string; name: string; claims: Record<string, unknown> }
export type Session = {
	client: Client
	user: SessionUser | null
	/** Who has given a password but not yet the second factor of their account. Everywhere else that is a visitor. */
	half: SessionUser | null
}

const sessionContext = createContext<Session>()

/** The caller of this request: always a client, and the user when signed in. */
export function sessionOf(context: Readonly<RouterContextProvider>): Session {
	return context.get(sessionContext)
}

/** The signed-in user. @throws Response 401 when the guard does not cover the route. */
export function requireUser(context: Readonly<RouterContextProvider>): { client: Client; user: SessionUser } {
	const { client, user } = sessionOf(context)
	if (!user) throw new Response('Auth session missing!', { status: 401 })
	return { client, user }
}

/**
 * The signed-in person's account as the auth service keeps it: factors, identities, an address to be confirmed.
 * @throws Response a redirect to the sign-in when the session has been ended elsewhere; its cookies are gone then.
 */
export async function requireAccount(context: Readonly<RouterContextProvider>): Promise<User> {
	const { data, error } = await requireUser(context).client.auth.getUser()
	const gone = error && (error.name === 'AuthSessionMissingError' || [401, 403].includes(error.status ?? 0))
	if (gone) throw await leaveSession(context)
	if (error) throw new Error(`${error.code} ${error.message}`, { cause: error })
	return data.user
}

/** Takes a session out of the browser that has ended elsewhere, and leads to the sign-in. */
export async function leaveSession(context: Readonly<RouterContextProvider>): Promise<Response> {
	await requireUser(context).client.auth.signOut({ scope: 'local' })
	return redirect(paths.login())
}

/**
 * Opens the session of every request, refreshes its tokens here and nowhere else, and guards the signed-in areas.
 * Visitors without a session cookie share one client and cost nothing.
 */
export const sessionMiddleware: MiddlewareFunction<Response> = async ({ request, context, url }, next) => {
	const services = context.get(servicesContext)
	const headers = new Headers()
	const hasCookie = request.headers.get('cookie')?.includes(SESSION_COOKIE) ?? false
	const client = hasCookie
		? visitorClient(services, request, headers, context.get(addressContext))
		: anonymousClient(services)
	const known = hasCookie ? await readUser(client) : null
	const half = known && (await lacksSecondFactor(client, known)) ? known : null
	const user = half ? null : known
	const guard = user ? undefined : guardFor(url.pathname)
	if (guard) {
		headers.append('set-cookie', redirectCookie(returnPath(url), services.siteUrl.startsWith('https:')))
		return withHeaders(redirect(half ? paths.secondFactor() : guard.login), headers)
	}
	context.set(sessionContext, { client: hasCookie && !half ? client : anonymousClient(services), user, half })
	const response = await next()
	if (known) headers.set('cache-control', 'private, no-store')
	return withHeaders(response, headers)
}

/** A client that may set session cookies, for sign-in and sign-out; its cookies belong into `headers`. */
export function signInClient(context: Readonly<RouterContextProvider>, request: Request, headers: Headers): Client {
	return visitorClient(context.get(servicesContext), request, headers, context.get(addressContext))
}

/** Lets the rest of this request go on with the session that a sign-in client has just opened, raised or changed. */
export async function goOnAs(context: Readonly<RouterContextProvider>, client: Client): Promise<void> {
	const user = await readUser(client)
	if (user) context.set(sessionContext, { client, user, half: null })
}

async function lacksSecondFactor(client: Client, { claims }: SessionUser): Promise<boolean> {
	return claims.aal !== 'aal2' && invariantData(await client.rpc('second_factor_missing'))
}

async function readUser(client: Client): Promise<SessionUser | null> {
	const { data } = await client.auth.getClaims()
	if (!data) return null
	const { claims } = data
	const metadata = (claims.user_metadata ?? {}) as { name?: string }
	return { id: claims.sub, email: claims.email ?? '', name: metadata.name ?? '', claims }
}

function withHeaders(response: Response, headers: Headers): Response {
	for (const [name, value] of headers) {
		if (name === 'set-cookie') response.headers.append(name, value)
		else response.headers.set(name, value)
	}
	return response
}
