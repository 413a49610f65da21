import { createHmac } from 'node:crypto'
import { isIP } from 'node:net'
import type { AppServices } from '#app/lib/context.server.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import type { Log } from './log.ts'

// A rotated key is noticed within this time; the database accepts the previous key for as long.
const KEY_MS = 5 * 60_000
const RETRY_MS = 10_000
// A signature is reused for a minute; the database accepts it for five.
const MARK_MS = 60_000
const MOST_MARKS = 10_000

type Options = {
	/** The key that all processes of a database share, as base64. */
	readKey(): Promise<string>
	/** False marks this process's visitors as free of limits (RATE_LIMITS). */
	limited: boolean
	log: Log
	now?: () => number
}

/**
 * Makes the function that signs a visitor's address for the database (supabase/schemas/00_ground/30_visitors.sql); it returns undefined for
 * anything that is not an address, and while there is no key: such callers share the limits of "unknown".
 */
export async function createVisitorSigner({
	readKey,
	limited,
	log,
	now = Date.now,
}: Options): Promise<AppServices['signVisitor']> {
	const version = limited ? 'v1' : 'v1-unlimited'
	let key: Buffer | undefined
	let askAgain = 0
	let marks = new Map<string, { mark: string; until: number }>()

	async function ask(): Promise<void> {
		askAgain = now() + KEY_MS
		try {
			const read = Buffer.from(await readKey(), 'base64')
			if (key && !read.equals(key)) marks = new Map()
			key = read
		} catch (error) {
			askAgain = now() + RETRY_MS
			log('error', 'visitors cannot be told apart: no key to sign their addresses with', { error: String(error) })
		}
	}

	function make(signer: Buffer, address: string, at: number): string {
		const signed = `${version}.${Buffer.from(address).toString('base64url')}.${Math.floor(at / 1000)}`
		return `${signed}.${createHmac('sha256', signer).update(signed).digest('base64url')}`
	}

	await ask()
	return (given) => {
		const at = now()
		if (at >= askAgain) void ask()
		const address = plainAddress(given)
		if (!key || !address) return undefined
		const known = marks.get(address)
		if (known && known.until > at) return known.mark
		const mark = make(key, address, at)
		if (marks.size >= MOST_MARKS) marks.clear()
		marks.set(address, { mark, until: at + MARK_MS })
		return mark
	}
}

/** Asks the services for the key, with the server's own client. @throws Error when they do not give it. */
export async function loadVisitorKey(server: Client): Promise<string> {
	const { data, error } = await server.rpc('visitor_signing_key')
	if (error) throw new Error(`${error.code} ${error.message}`)
	return data
}

/** An address as PostgreSQL reads it, also IPv4 that a socket writes as IPv6; undefined for anything else. */
function plainAddress(given: string): string | undefined {
	const address = given.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
	return isIP(address) ? address : undefined
}
