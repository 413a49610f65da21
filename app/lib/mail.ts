/** A mail on its way out, ready for the mail server. */
export type OutgoingMail = {
	to: string
	subject: string
	html: string
	text: string
	/** Stays the same when a mail is sent again after a crash, so that mailboxes can drop the double. */
	messageId?: string
	replyTo?: string
	attachments?: { filename: string; content: string; contentType: string }[]
}

/** Hands a mail over. @throws Error when it was refused; the sender retries. */
export type SendMail = (mail: OutgoingMail) => Promise<void>
