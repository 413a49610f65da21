import type { Receipt } from './senders.ts'

/** A mail on its way out, ready for the mail server. */
export type OutgoingMail = {
	to: string
	subject: string
	html: string
	text: string
	/** Stays the same when a mail is sent again after a crash, so that mailboxes can drop the duplicate. */
	messageId?: string
	replyTo?: string
	headers?: Record<string, string>
	attachments?: { filename: string; content: string; contentType: string }[]
}

/** Hands a mail over within 20 seconds. @throws MessageRefused when it was refused for good, else an Error: the outbox tries again. */
export type SendMail = (mail: OutgoingMail) => Promise<Receipt>
