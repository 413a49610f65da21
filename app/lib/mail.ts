/** A mail on its way out, ready for the mail server. */
export type OutgoingMail = {
	to: string
	subject: string
	html: string
	text: string
	/** Stays the same when a mail is sent again after a crash, so that mailboxes can drop the double. */
	messageId?: string
	replyTo?: string
	headers?: Record<string, string>
	attachments?: { filename: string; content: string; contentType: string }[]
}

/** Who took a mail, and what it is called there, as far as they say. */
export type MailReceipt = { provider: string; id?: string }

/** The mail server refused this very mail, and would again: there is no use in trying once more. */
export class MailRefused extends Error {}

/** Hands a mail over within 20 seconds. @throws MailRefused when it was refused for good, else an Error: the sender retries. */
export type SendMail = (mail: OutgoingMail) => Promise<MailReceipt>
