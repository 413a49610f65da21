import type { Sql } from 'postgres'
import { createVisitorSigner } from '#server/visitors.ts'

/**
 * Makes the headers of calls as the app server signs them, as the setting `request.headers`: with an address, for a visitor with
 * limits; without one, for a caller of a server without limits.
 */
export async function visitorHeaders(sql: Sql): Promise<(address?: string) => string> {
	const readKey = async () => String((await sql`select public.visitor_signing_key() as key`)[0]?.key)
	const [withLimits, without] = await Promise.all(
		[true, false].map((limited) => createVisitorSigner({ readKey, limited, log: () => undefined })),
	)
	return (address) =>
		JSON.stringify({ 'x-zeitplatz-visitor': address ? withLimits?.(address) : without?.('2001:db8::1') })
}
