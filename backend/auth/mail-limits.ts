import type { Sql, TransactionSql } from 'postgres'
import { tokenHash } from './secrets.ts'

type Most = { hourly: number; daily: number }

/** How many mails strangers can cause, for any purpose. */
export type MailLimits = {
	/**
	 * Mails to one mailbox. The last one is reserved for a network that has caused none yet, so that a stranger cannot lock
	 * out the owner.
	 */
	mailbox: Most
	/** Mails caused by one network, to all mailboxes together. */
	network: Most
	/** SQL function that returns the mailbox of an address, such as `mail.box`; without it, each address is a mailbox. */
	mailboxOf?: string
}

const SPANS = [
	['hourly', 3600],
	['daily', 24 * 3600],
] as const

/** The limits of the network itself, as keys with maximum and seconds. */
export const networkMails = ({ network: most }: MailLimits, network: string) =>
	SPANS.map(([span, seconds]) => ({ key: `mails ${span} from ${network}`, max: most[span], seconds }))

/**
 * Counts a mail to a mailbox. If it is one too many, it is not counted, and the time when the next one is allowed is
 * returned. Known and unknown addresses count alike.
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
			// Named after the window of the common count. Otherwise a network's own count could expire first, and the
			// network would look new again.
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

// Locks the count until the end of the transaction, so that simultaneous mails are counted one after the other.
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
