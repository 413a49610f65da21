import { AsyncLocalStorage } from 'node:async_hooks'
import type { AppServices } from './context.server.ts'

/** Names the visitor to the database, signed by the server (supabase/schemas/00_ground/30_visitors.sql). Nobody outside may set it. */
export const VISITOR_HEADER = 'x-zeitplatz-visitor'

const addresses = new AsyncLocalStorage<string>()

/** Runs the work of one request: all calls that visitors' clients make in it carry this address. */
export function asVisitor<T>(address: string, work: () => T): T {
	return addresses.run(address, work)
}

/** The services' fetch for clients that act for visitors. The signed-out ones share a client, so the address comes with the request. */
export function visitorFetch({ supabase, signVisitor }: AppServices): typeof fetch {
	return (input, init) => {
		const mark = signVisitor(addresses.getStore() ?? '')
		if (!mark) return supabase.fetch(input, init)
		const headers = new Headers(init?.headers)
		headers.set(VISITOR_HEADER, mark)
		return supabase.fetch(input, { ...init, headers })
	}
}
