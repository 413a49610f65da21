import { createContext, type MiddlewareFunction, redirect, type RouterContextProvider } from 'react-router'
import { addressContext, servicesContext } from './context.server.ts'
import { guardFor, redirectCookie, returnPath } from './guard.ts'
import { anonymousClient, type Client, SESSION_COOKIE, visitorClient } from './supabase.server.ts'

/** A signed-in person, from the verified access token. */
export type SessionUser = { id: string; email: string; name: string; claims: Record<string, unknown> }
export type Session = { client: Client; user: SessionUser | null }

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
	const user = hasCookie ? await readUser(client) : null
	const guard = user ? undefined : guardFor(url.pathname)
	if (guard) {
		headers.append('set-cookie', redirectCookie(returnPath(url), services.siteUrl.startsWith('https:')))
		return withHeaders(redirect(guard.login), headers)
	}
	context.set(sessionContext, { client: hasCookie ? client : anonymousClient(services), user })
	const response = await next()
	if (user) headers.set('cache-control', 'private, no-store')
	return withHeaders(response, headers)
}

/** A client that may set session cookies, for sign-in and sign-out; its cookies belong into `headers`. */
export function signInClient(context: Readonly<RouterContextProvider>, request: Request, headers: Headers): Client {
	return visitorClient(context.get(servicesContext), request, headers, context.get(addressContext))
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
