import type { AuthError, User } from '@supabase/supabase-js'
import { createContext, type MiddlewareFunction, type RouterContextProvider } from 'react-router'
import { addressContext, type AppServices, servicesContext } from './context.server.ts'
import { adminPaths } from './admin-paths.ts'
import { leaseOf } from './demo-lease.server.ts'
import { guardFor, redirectCookie } from './guard.ts'
import { invariantData, invariantResponse, isRefusedToken } from './invariant.ts'
import { paths } from './paths.ts'
import { redirect } from './redirect.ts'
import { openJar, type SessionJar } from './session-cookies.server.ts'
import { anonymousClient, type Client, type Visitor, visitorClient } from './supabase.server.ts'

/** A signed-in person, from the verified access token. */
export type SessionUser = { id: string; email: string; name: string; claims: Record<string, unknown> }
export type Session = {
	client: Client
	user: SessionUser | null
	/** A person who has given their password but not yet their second factor. Everywhere else they count as a visitor. */
	half: SessionUser | null
}

const sessionContext = createContext<Session>()
const visitorContext = createContext<Visitor>()

/** The caller of this request: always a client, and the user when signed in. */
export function sessionOf(context: Readonly<RouterContextProvider>): Session {
	return context.get(sessionContext)
}

/** The signed-in user; every loader and action of the signed-in areas asks. @throws 401, which leads to the sign-in. */
export function requireUser(context: Readonly<RouterContextProvider>): { client: Client; user: SessionUser } {
	const { client, user } = sessionOf(context)
	invariantResponse(user, 'Auth session missing!', 401)
	return { client, user }
}

/**
 * The signed-in person's account as the auth service keeps it: factors, identities, an address to be confirmed.
 * @throws Response a redirect to the sign-in when the session has been ended elsewhere; its cookies are gone then.
 */
export async function requireAccount(context: Readonly<RouterContextProvider>): Promise<User> {
	const { data, error } = await requireUser(context).client.auth.getUser()
	if (isEnded(error)) throw await leaveSession(context)
	if (error) throw new Error(`${error.code} ${error.message}`, { cause: error })
	return data.user
}

/** The signed-in person if the auth service still knows the session; a session that was ended elsewhere is removed from the browser. */
export async function liveUser(context: Readonly<RouterContextProvider>): Promise<SessionUser | null> {
	const { client, user } = sessionOf(context)
	if (!user) return null
	const { error } = await client.auth.getUser()
	if (error && !isEnded(error)) throw error
	if (error) await client.auth.signOut({ scope: 'local' })
	return error ? null : user
}

const isEnded = (error: AuthError | null): boolean =>
	error !== null && (error.name === 'AuthSessionMissingError' || [401, 403].includes(error.status ?? 0))

/** Removes a session that has ended elsewhere from the browser, and leads to the sign-in. */
export async function leaveSession(context: Readonly<RouterContextProvider>): Promise<Response> {
	await requireUser(context).client.auth.signOut({ scope: 'local' })
	return redirect(paths.login())
}

/**
 * Opens the session of every request, refreshes its tokens here and nowhere else, and guards the signed-in areas.
 * Visitors without a session share one client and cost nothing. A session that is not valid is removed from the browser, and its
 * owner counts as a visitor.
 */
export const sessionMiddleware: MiddlewareFunction<Response> = async ({ request, context, url, pattern }, next) => {
	const services = context.get(servicesContext)
	const visitor = {
		jar: openJar(request.headers.get('cookie'), services.siteUrl),
		address: context.get(addressContext),
		userAgent: request.headers.get('user-agent') ?? '',
	}
	context.set(visitorContext, visitor)
	const session = await openSession(services, visitor)
	context.set(sessionContext, session)
	const { user, half } = session
	// The page's own address: in a client navigation, that of `request` ends in `.data`.
	const askedFor = `${url.pathname}${url.search}`
	const guard = user ? undefined : guardFor(url.pathname, pattern)
	// Whoever comes back to the demo later hears there that it is over, or finds their way back into it.
	if (guard?.home === adminPaths.dashboard() && leaseOf(request))
		return withCookies(redirect(paths.demo()), visitor.jar, true)
	const toSignIn = (login: string): Response => {
		const kept = redirectCookie(askedFor)
		return redirect(half ? paths.secondFactor() : login, { headers: { 'set-cookie': kept } })
	}
	if (guard) {
		return withCookies(toSignIn(guard.login), visitor.jar, half !== null)
	}
	const response = await next()
	if (response.status === 401) {
		const again = user !== null && request.method === 'GET'
		// The token has our signature, and yet the services refuse it: it was made for another address, or its account is gone.
		if (user) visitor.jar.empty()
		return withCookies(again ? redirect(askedFor) : toSignIn(paths.login()), visitor.jar, true)
	}
	return withCookies(response, visitor.jar, user !== null || half !== null)
}

/** A client that may open and end the session of this browser, for sign-in and sign-out. */
export function signInClient(context: Readonly<RouterContextProvider>): Client {
	return visitorClient(context.get(servicesContext), context.get(visitorContext))
}

/** Lets the rest of this request go on with the session that a sign-in client has just opened, raised or changed. */
export async function goOnAs(context: Readonly<RouterContextProvider>, client: Client): Promise<void> {
	const found = await loadUser(client)
	if (found) context.set(sessionContext, { client, user: found, half: null })
}

async function openSession(services: AppServices, visitor: Visitor): Promise<Session> {
	const stranger = { client: anonymousClient(services), user: null, half: null }
	if (!visitor.jar.filled) return stranger
	const client = visitorClient(services, visitor)
	const found = await loadUser(client)
	if (found) {
		const missing =
			found.claims.aal === 'aal2' ? { data: false, error: null } : await client.rpc('second_factor_missing')
		if (!isRefusedToken(missing.error))
			return invariantData(missing) ? { ...stranger, half: found } : { client, user: found, half: null }
	}
	visitor.jar.empty()
	return stranger
}

/** The person of a session; null when it is not valid. @throws AuthError when the auth service cannot be reached, so that nobody is signed out. */
async function loadUser(client: Client): Promise<SessionUser | null> {
	const { data, error } = await client.auth.getClaims().catch(unreadable)
	if (!data) {
		const status = error?.status ?? 400
		if (status < 400 || status >= 500 || status === 429) throw error
		return null
	}
	const { claims } = data
	if (typeof claims.sub !== 'string') return null
	const metadata = (claims.user_metadata ?? {}) as { name?: string }
	return { id: claims.sub, email: claims.email ?? '', name: metadata.name ?? '', claims }
}

/** The answer for a token whose parts are not JSON, or not of a kind known here. */
const unreadable = () => ({ data: null, error: null })

/** Adds the session's changed cookies. An answer that uses or changes the session must not be cached for others. */
function withCookies(response: Response, jar: SessionJar, known: boolean): Response {
	const changes = jar.changes()
	for (const cookie of changes) response.headers.append('set-cookie', cookie)
	if (known || changes.length > 0) response.headers.set('cache-control', 'private, no-store')
	return response
}
