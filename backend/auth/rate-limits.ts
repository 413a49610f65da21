import type { Sql } from 'postgres'
import { AuthError } from './errors.ts'
import { type MailLimits, networkMails, spendMail } from './mail-limits.ts'
import { tokenHash } from './secrets.ts'

/** At most `max` uses of a key within `seconds`; the window starts with the first use. */
export type Limit = { key: string; max: number; seconds: number }

export type RateLimits = {
	/** Counts one use of each limit. @throws AuthError 429 `over_request_rate_limit` when one is used up. */
	take(limits: Limit[]): Promise<void>
	/** Counts one use and returns by how many the limit is exceeded. */
	countOver(limit: Limit): Promise<number>
	/** Takes a use back, for example after a successful sign-in. */
	giveBack(limits: Limit[]): Promise<void>
	/** Counts mails before they are sent. @throws AuthError 429 `over_email_send_rate_limit` with the seconds left. */
	takeMail(wanted: WantedMail): Promise<void>
	/** Counts a mail that no caller waits for, and returns whether it may be sent. */
	mayMail(to: string, network: string | undefined): Promise<boolean>
	/** Counts a text message to a number. @throws AuthError 429 `over_sms_send_rate_limit` with the seconds left. */
	takeSms(purpose: string, phone: string): Promise<void>
	/** True for the first use of a key within the seconds, whether limits are on or off. */
	once(key: string, seconds: number): Promise<boolean>
}

export type WantedMail = {
	purpose: string
	/** The subject, usually an address, that can be asked for once a minute. */
	asked: string
	/** The addresses that get the mail; by default `asked`. */
	to?: string[]
	/**
	 * The network of the caller. Where mailboxes have common limits, nobody can use up the minute of a caller on
	 * another network.
	 */
	network: string | undefined
}

const MESSAGE_SECONDS = 60
const MEMORY_SIZE = 10_000

type Row = { key: string; used: number; expires_at: Date }

/**
 * Limits that hold over several processes: the counters are in one table, keyed by hashes. Keys known to be used up are
 * refused from memory, so that a flood does not reach the database.
 */
export function createRateLimits(db: Sql, enabled: boolean, mails?: MailLimits): RateLimits {
	const blocked = new Map<string, number>()

	async function add(limits: Limit[]): Promise<Row[]> {
		return db<Row[]>`
			insert into auth.rate_limits as known (key, used, expires_at)
			select key, 1, now() + make_interval(secs => seconds)
			from unnest(${limits.map(({ key }) => key)}::text[], ${limits.map(({ seconds }) => seconds)}::int[])
				as wanted (key, seconds)
			on conflict (key) do update set
				used = case when known.expires_at <= now() then 1 else known.used + 1 end,
				expires_at = case when known.expires_at <= now() then excluded.expires_at else known.expires_at end
			returning key, used, expires_at`
	}

	async function count(limits: Limit[]): Promise<{ until: number } | undefined> {
		// All callers use the same order, or two of them could cause a deadlock.
		const wanted = limits.map((limit) => ({ ...limit, key: storedKey(limit) })).sort((a, b) => (a.key < b.key ? -1 : 1))
		const now = Date.now()
		for (const { key } of wanted) {
			const until = blocked.get(key) ?? 0
			if (until > now) return { until }
			blocked.delete(key)
		}
		const rows = await add(wanted)
		const over = rows.filter((row) => row.used > (wanted.find(({ key }) => key === row.key)?.max ?? 0))
		for (const row of over) {
			if (blocked.size >= MEMORY_SIZE) blocked.delete(blocked.keys().next().value as string)
			blocked.set(row.key, row.expires_at.getTime())
		}
		return over.length > 0 ? { until: Math.max(...over.map((row) => row.expires_at.getTime())) } : undefined
	}

	async function takeMessage(kind: 'email' | 'sms', limits: Limit[]): Promise<void> {
		if (!enabled) return
		const over = await count(limits)
		if (over) throw tooMany(kind, over.until)
	}

	async function takeMail({ purpose, asked, to = [asked], network }: WantedMail): Promise<void> {
		const from = mails ? `:${network ?? 'unknown'}` : ''
		await takeMessage('email', [{ key: `mail:${purpose}:${asked}${from}`, max: 1, seconds: MESSAGE_SECONDS }])
		if (!enabled || !mails) return
		if (network) await takeMessage('email', networkMails(mails, network))
		for (const each of to) {
			const until = await spendMail(db, mails, { to: each, network })
			if (until) throw tooMany('email', until.getTime())
		}
	}

	return {
		async take(limits) {
			if (!enabled || limits.length === 0) return
			if (await count(limits)) throw new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached')
		},
		async countOver(limit) {
			if (!enabled) return 0
			const [row] = await add([{ ...limit, key: storedKey(limit) }])
			return Math.max(0, (row?.used ?? 0) - limit.max)
		},
		async giveBack(limits) {
			if (!enabled || limits.length === 0) return
			await db`update auth.rate_limits set used = greatest(used - 1, 0)
				where key = any(${limits.map((limit) => storedKey(limit))})`
		},
		takeMail,
		async mayMail(to, network) {
			return !enabled || !mails || !(await spendMail(db, mails, { to, network }))
		},
		takeSms: (purpose, phone) =>
			takeMessage('sms', [{ key: `sms:${purpose}:${phone}`, max: 1, seconds: MESSAGE_SECONDS }]),
		async once(key, seconds) {
			return !(await count([{ key: `once:${key}`, max: 1, seconds }]))
		},
	}
}

function tooMany(kind: 'email' | 'sms', until: number): AuthError {
	const seconds = Math.max(1, Math.ceil((until - Date.now()) / 1000))
	const message = `For security purposes, you can only request this after ${seconds} seconds.`
	return new AuthError(429, `over_${kind}_send_rate_limit`, message)
}

function storedKey(limit: Limit): string {
	return tokenHash(limit.key)
}
