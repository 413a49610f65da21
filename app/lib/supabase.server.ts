import { createServerClient, parseCookieHeader, serializeCookieHeader } from '@supabase/ssr'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '#app/database.types.ts'
import type { AppServices } from './context.server.ts'

export type Client = SupabaseClient<Database>

/** Name of the session cookie; the redirect cookie's name is derived from it. */
export const SESSION_COOKIE = 'zeitplatz-auth'

const COOKIE = { path: '/', sameSite: 'lax' as const, maxAge: 400 * 24 * 60 * 60 }

/**
 * A client that acts as the visitor of one request: anonymous, or signed in through the session cookie.
 * Cookies and no-store headers that the session needs are added to `headers`.
 */
export function visitorClient(services: AppServices, request: Request, headers: Headers, address: string): Client {
	const secure = services.siteUrl.startsWith('https:')
	return createServerClient<Database>(services.supabase.url, services.supabase.publishableKey, {
		global: {
			fetch: services.supabase.fetch,
			headers: {
				// The auth service counts attempts per visitor, not per server, and keeps which device signed in.
				...(address ? { 'x-forwarded-for': address } : {}),
				'user-agent': request.headers.get('user-agent') ?? '',
			},
		},
		auth: { experimental: { recoveryCodes: true } },
		cookieOptions: { ...COOKIE, name: SESSION_COOKIE, secure },
		cookies: {
			getAll: () =>
				parseCookieHeader(request.headers.get('cookie') ?? '').map(({ name, value }) => ({ name, value: value ?? '' })),
			setAll: (cookies, extra) => {
				for (const { name, value, options } of cookies)
					headers.append('set-cookie', serializeCookieHeader(name, value, options))
				for (const [name, value] of Object.entries(extra ?? {})) headers.set(name, value)
			},
		},
	})
}

const anonymousClients = new WeakMap<AppServices, Client>()
const serverClients = new WeakMap<AppServices, Client>()

/** The shared client of every signed-out visitor. Keeps no session. */
export function anonymousClient(services: AppServices): Client {
	return shared(anonymousClients, services, services.supabase.publishableKey)
}

/** The server's own client: passes row level security. For jobs and the few steps that no visitor may do. */
export function serverClient(services: AppServices): Client {
	return shared(serverClients, services, services.supabase.secretKey)
}

function shared(clients: WeakMap<AppServices, Client>, services: AppServices, key: string): Client {
	let client = clients.get(services)
	if (!client) {
		client = createClient<Database>(services.supabase.url, key, {
			auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
			global: { fetch: services.supabase.fetch },
		})
		clients.set(services, client)
	}
	return client
}
