import type { Sql, TransactionSql } from 'postgres'
import { tokenHash } from './secrets.ts'

type Most = { hourly: number; daily: number }

/** How many mails strangers may cause, whatever they are about. */
export type MailLimits = {
	/** To one mailbox. The last one is kept for a network that has caused none to it, so that a stranger keeps no owner out. */
	mailbox: Most
	/** By one network, to all mailboxes together. */
	network: Most
	/** SQL function that says which mailbox an address leads to, such as `mail.box`; without it each address is one. */
	mailboxOf?: string
}

const SPANS = [
	['hourly', 3600],
	['daily', 24 * 3600],
] as const

/** The network's own counts: each key with its most and its seconds. */
export const networkMails = ({ network: most }: MailLimits, network: string) =>
	SPANS.map(([span, seconds]) => ({ key: `mails ${span} from ${network}`, max: most[span], seconds }))

/**
 * Counts a mail to a mailbox, unless it is one too many: then the time from which on there may be another. Known and unknown
 * addresses count alike.
 */
export async function spendMail(
	db: Sql,
	{ mailbox: most, mailboxOf }: MailLimits,
	{ to, network = 'unknown' }: { to: string; network?: string },
): Promise<Date | undefined> {
	return db.begin(async (tx) => {
		const [known] = mailboxOf ? await tx<{ mailbox: string }[]>`select ${tx(mailboxOf)}(${to}::text) as mailbox` : []
		const over: Date[] = []
		const keys: string[] = []
		for (const [span, seconds] of SPANS) {
			const all = await open(tx, `mails ${span} to ${known?.mailbox ?? to}`, seconds)
			// Named after the window of all, or a network's own could end within it and make the network new again.
			const own = await open(tx, `${all.key} until ${all.until.getTime()} from ${network}`, seconds)
			if (all.used >= most[span] - (own.used > 0 ? 1 : 0)) over.push(all.until)
			keys.push(all.key, own.key)
		}
		if (over.length > 0) return new Date(Math.max(...over.map(Number)))
		await tx`update auth.rate_limits set used = used + 1 where key = any(${keys})`
		return undefined
	})
}

type Count = { key: string; used: number; until: Date }

// Locks the count until the end of the transaction, so that mails asked for at once are counted one after the other.
async function open(tx: TransactionSql, name: string, seconds: number): Promise<Count> {
	const [row] = await tx<Count[]>`
		insert into auth.rate_limits as known (key, used, expires_at)
		values (${tokenHash(name)}, 0, now() + make_interval(secs => ${seconds}))
		on conflict (key) do update set
			used = case when known.expires_at <= now() then 0 else known.used end,
			expires_at = case when known.expires_at <= now() then excluded.expires_at else known.expires_at end
		returning key, used, expires_at as until`
	if (!row) throw new Error('A count of mails could not be opened')
	return row
}
