import { createServerClient } from '@supabase/ssr'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '#app/database.types.ts'
import type { AppServices } from './context.server.ts'
import { holdableTexts } from './holdable-texts.ts'
import { withoutProviderTokens } from './provider-tokens.server.ts'
import { retrying } from './retry.server.ts'
import type { SessionJar } from './session-cookies.server.ts'
import { withoutLargeSessions } from './session-size.server.ts'
import { visitorFetch } from './visitor.server.ts'
import { wholeAnswers } from './whole-answers.ts'

export type Client = SupabaseClient<Database>

/** Whose request a client acts in: where it came from, with which program, and with which session. */
export type Visitor = { jar: SessionJar; address: string; userAgent: string }

// Our own fetch repeats reads for all services; retries of the REST client would multiply them.
const REST = { retry: false }

/** A client that acts as the visitor of one request: anonymous, or signed in through the session in the jar, which it keeps up to date. */
export function visitorClient(services: AppServices, { jar, address, userAgent }: Visitor): Client {
	const client = createServerClient<Database>(services.supabase.url, services.supabase.publishableKey, {
		db: REST,
		global: {
			fetch: wholeAnswers(withoutLargeSessions(withoutProviderTokens(retrying(holdableTexts(visitorFetch(services)))))),
			headers: {
				// The auth service counts attempts per visitor, not per server, and records which device signed in.
				...(address ? { 'x-forwarded-for': address } : {}),
				'user-agent': userAgent,
			},
		},
		auth: { experimental: { recoveryCodes: true } },
		cookieOptions: { ...jar.options, name: jar.name },
		// Without the user's data, which do not belong in cookies; pages ask for them where they need them.
		cookies: { encode: 'tokens-only', getAll: () => jar.getAll(), setAll: (cookies) => jar.setAll(cookies) },
	})
	client.auth.onAuthStateChange((event) => jar.note(event))
	return client
}

type Services = AppServices['supabase']

const anonymousClients = new WeakMap<Services, Client>()
const serverClients = new WeakMap<Services, Client>()

/** The shared client of every signed-out visitor. Keeps no session. */
export function anonymousClient(services: AppServices): Client {
	const { supabase } = services
	return shared(anonymousClients, supabase, supabase.publishableKey, () => visitorFetch(services))
}

/** The server's own client, which bypasses row level security. For jobs and the few steps that no visitor may do. */
export function serverClient({ supabase }: Pick<AppServices, 'supabase'>): Client {
	return shared(serverClients, supabase, supabase.secretKey, () => supabase.fetch)
}

function shared(
	clients: WeakMap<Services, Client>,
	services: Services,
	key: string,
	makeFetch: () => typeof fetch,
): Client {
	let client = clients.get(services)
	if (!client) {
		client = createClient<Database>(services.url, key, {
			auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
			db: REST,
			global: { fetch: wholeAnswers(retrying(holdableTexts(makeFetch()))) },
		})
		clients.set(services, client)
	}
	return client
}
