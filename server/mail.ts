import { randomUUID } from 'node:crypto'
import * as fs from 'node:fs/promises'
import path from 'node:path'
import { createTransport, type NodemailerError, type SendMailOptions } from 'nodemailer'
import type { AppServices, MailboxEntry } from '#app/lib/context.server.ts'
import type { OutgoingMail, SendMail } from '#app/lib/mail.ts'
import { MessageRefused } from '#app/lib/senders.ts'
import { type Config, isForOwnMachine } from './config.ts'

export type ServerMailer = { send: SendMail }

/** How long a mail server may take to accept a mail; shorter than the lease of a message. */
const TIMEOUT_MS = 20_000

/**
 * Mails by SMTP when SMTP_URL is set, else into the local mailbox folder, which /dev/mail shows.
 * @throws the errors of `SendMail`, from `send`.
 */
export function createMailer(config: Config): { mailer: ServerMailer; mailbox?: AppServices['devMailbox'] } {
	const folder = path.join(config.dataDir, 'mailbox')
	const shown = config.DEV_MAILBOX ?? (!config.SMTP_URL && isForOwnMachine(config))
	return {
		mailer: reachable(config.SMTP_URL ? smtpMailer(config.SMTP_URL, config.MAIL_FROM) : folderMailer(folder)),
		...(shown ? { mailbox: { list: () => listMailbox(folder), read: (id) => readMail(folder, id) } } : {}),
	}
}

/** Nothing leaves for addresses that cannot exist (RFC 2606), as the accounts of the demo have. */
function reachable({ send }: ServerMailer): ServerMailer {
	return {
		send: async (mail) => (/[.@]invalid[.\s>]*$/i.test(mail.to) ? { provider: 'none' } : send(mail)),
	}
}

/** @param timeoutMs for a whole mail, from the first packet to the last answer */
export function smtpMailer(url: string, from: string, timeoutMs = TIMEOUT_MS): ServerMailer {
	const transport = createTransport(url, { from })
	return {
		async send(mail) {
			const sent = transport.sendMail({ ...toMessage(mail), signal: AbortSignal.timeout(timeoutMs) })
			const { response } = await sent.catch((error: NodemailerError) => {
				throw isRefusal(error) ? new MessageRefused(error.message, { cause: error }) : error
			})
			return { provider: 'smtp', id: response }
		},
	}
}

// Servers also answer 5xx to a wrong password or a forbidden sender. The operator has to fix these, and no mail must be lost meanwhile.
function isRefusal({ permanent, command }: NodemailerError): boolean {
	return permanent === true && (command === 'RCPT TO' || command === 'DATA')
}

/** A mail in the mail library's form, so that an address is never parsed as a list or a name. */
export function toMessage({ to, replyTo, ...mail }: OutgoingMail): SendMailOptions {
	const one = (address: string) => ({ name: '', address: address.replaceAll(/[\p{Cc}\s,;<>"]/gu, '') })
	return { ...mail, to: one(to), ...(replyTo ? { replyTo: one(replyTo) } : {}) }
}

function folderMailer(folder: string): ServerMailer {
	return {
		async send(mail) {
			await fs.mkdir(folder, { recursive: true })
			const id = `${Date.now()}-${randomUUID().slice(0, 8)}`
			const entry: MailboxEntry = { ...mail, attachments: mail.attachments ?? [], id, sentAt: new Date().toISOString() }
			const file = path.join(folder, `${id}.json`)
			await fs.writeFile(`${file}.part`, JSON.stringify(entry), { mode: 0o600 })
			await fs.rename(`${file}.part`, file)
			return { provider: 'mailbox', id }
		},
	}
}

async function listMailbox(folder: string): Promise<MailboxEntry[]> {
	const files = (await fs.readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json')).sort()
	const newest = files.reverse().slice(0, 200)
	return Promise.all(
		newest.map(async (name) => JSON.parse(await fs.readFile(path.join(folder, name), 'utf8')) as MailboxEntry),
	)
}

async function readMail(folder: string, id: string): Promise<MailboxEntry | undefined> {
	if (!/^[\w-]+$/.test(id)) return undefined
	const text = await fs.readFile(path.join(folder, `${id}.json`), 'utf8').catch(() => undefined)
	return text ? (JSON.parse(text) as MailboxEntry) : undefined
}
