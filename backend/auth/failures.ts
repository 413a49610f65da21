import { createHash } from 'node:crypto'
import type { Call } from './call.ts'
import { AuthError } from './errors.ts'
import { networkOf } from '../network.ts'

/** The account that somebody tried to guess: its id, its address or number, or undefined, as for the token of a link. */
export type Target = { id: string } | { contact: string } | undefined

const MINUTE_MS = 60_000
/**
 * Lines that one process writes per minute, by what they are about. One network can guess ninety times in five minutes at passwords,
 * codes and passkeys (`attempts.ts`, `passkeys.ts`), so on its own it cannot hide a guess at one account behind guesses at others.
 */
const MOST_LINES = { single: 20, account: 80, network: 60, stranger: 20 }

const NOBODY = '00000000-0000-0000-0000-000000000000'

/** The lines that this process has begun in the current minute. */
const begun = { minute: 0, lines: new Map<string, Set<string>>() }

/**
 * Counts a wrong password, passkey, code or token in the audit log, one line per account, network and minute. To keep a flood of guesses
 * from filling the disk, guesses beyond a limit are counted in two lines: one for the account over all networks (`many`: `networks`) and
 * one for the network over all accounts (`many`: `accounts`); beyond a further limit they share one line (`many`: true). The lines do not
 * say what was tried, and an address without an account is not kept. The answer does not wait for the count, because the time would reveal
 * accounts.
 */
export function auditFailure(call: Call, what: string, target: Target, error: unknown): void {
	if (!(error instanceof AuthError) || error.status >= 500) return
	count(call, what, target, error.code).catch((thrown: unknown) => {
		call.auth.settings.log('warn', 'auth: a failure is missing in the audit log', { error: String(thrown) })
	})
}

async function count(call: Call, what: string, target: Target, reason: string): Promise<void> {
	const { db } = call.auth
	const id = target && 'id' in target ? target.id : null
	const contact = target && 'contact' in target ? target.contact : null
	const [user] = await db<User[]>`
		select id, coalesce(nullif(email, ''), phone, '') as name from auth.users
		where id = ${id} or (email = ${contact} and not is_sso_user) or phone = ${contact} limit 1`
	const minute = Math.floor(Date.now() / MINUTE_MS)
	for (const line of linesOf(minute, what, user, call.address)) {
		const payload = {
			action: `${what}_failed`,
			actor_id: line.user?.id ?? NOBODY,
			actor_username: line.user?.name ?? '',
			actor_via_sso: false,
			log_type: 'account',
			traits: { reason, count: 1, ...(line.many ? { many: line.many } : {}) },
		}
		await db`
			insert into auth.audit_log_entries as known (instance_id, id, payload, created_at, ip_address)
			values (${NOBODY}, ${lineId(minute, what, line.name)}, ${db.json(payload)}, now(), ${line.address ?? ''})
			on conflict (id) do update set payload = jsonb_set(known.payload::jsonb, '{traits,count}',
				to_jsonb((known.payload #>> '{traits,count}')::int + 1))::json`
	}
}

type User = { id: string; name: string }
type Line = { name: string; user?: User; address?: string; many?: true | 'networks' | 'accounts' }

function linesOf(minute: number, what: string, user: User | undefined, address: string | undefined): Line[] {
	const network = networkOf(address) ?? ''
	const single: Line = { name: `${user?.id ?? ''} ${network}`, user, address }
	// Guesses at addresses without an account have their own limit, so they cannot use up that of accounts.
	if (hasRoom(minute, user ? 'single' : 'stranger', `${what} ${single.name}`)) return [single]
	const lines: Line[] = []
	if (user && hasRoom(minute, 'account', `${what} ${user.id}`)) {
		lines.push({ name: `account ${user.id}`, user, many: 'networks' })
	}
	if (user && network && hasRoom(minute, 'network', `${what} ${network}`)) {
		lines.push({ name: `network ${network}`, address, many: 'accounts' })
	}
	return lines.length > 0 ? lines : [{ name: 'many', many: true }]
}

function hasRoom(minute: number, kind: keyof typeof MOST_LINES, line: string): boolean {
	if (begun.minute !== minute) {
		begun.minute = minute
		begun.lines.clear()
	}
	const lines = begun.lines.get(kind) ?? new Set()
	begun.lines.set(kind, lines)
	if (lines.size < MOST_LINES[kind]) lines.add(line)
	return lines.has(line)
}

// The same id in all processes, so that they count in one line. A UUID of version 8, whose bits we choose ourselves.
function lineId(minute: number, what: string, who: string): string {
	const hex = createHash('sha256').update(`${minute} ${what} ${who}`).digest('hex')
	return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
