import { createHash, randomBytes } from 'node:crypto'

// By its secret the same browser finds its own demo again, also after signing out; the instant is only for what it is told. Necessary for what was
// asked for. It outlives the demo by an hour, so that whoever comes back hears that the time is over.
const NAME = 'zeitplatz-demo'
const SECONDS = 7200
const FOUND = new RegExp(`(?:^|; )${NAME}=([\\w-]{43})\\.(\\d{1,13})(?:;|$)`)

export type Lease = { key: string; until: Date }

/** The demo that this browser has, or had within the last hour. */
export function leaseOf(request: Request): Lease | null {
	const [, key, until] = FOUND.exec(request.headers.get('cookie') ?? '') ?? []
	return key && until ? { key, until: new Date(Number(until)) } : null
}

export const newLeaseKey = (): string => randomBytes(32).toString('base64url')
export const hashOfLease = (key: string): string => createHash('sha256').update(key).digest('hex')

export const leaseCookie = ({ key, until }: Lease): string =>
	`${NAME}=${key}.${until.getTime()}; Path=/; Max-Age=${SECONDS}; SameSite=Lax; HttpOnly`
export const clearedLeaseCookie = `${NAME}=; Path=/; Max-Age=0; SameSite=Lax; HttpOnly`
