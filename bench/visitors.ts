import { randomBytes } from 'node:crypto'
import type { Sql } from 'postgres'
import { createVisitorSigner } from '#server/visitors.ts'

/** Makes the headers of visitors to whom limits apply: each of a network not seen before, as a JSON text for `request.headers`. */
export async function visitorHeaders(sql: Sql): Promise<() => string> {
	const sign = await createVisitorSigner({
		readKey: async () => String((await sql`select visitor_signing_key() as key`)[0]?.key),
		limited: true,
		log: console.error,
	})
	return () => {
		const network = randomBytes(4)
			.toString('hex')
			.replace(/^(.{4})/, '$1:')
		return JSON.stringify({ 'x-zeitplatz-visitor': sign(`2001:db8:${network}::1`) })
	}
}
