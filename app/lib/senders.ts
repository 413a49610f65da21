import type { SendMail } from './mail.ts'

/** The provider that took a message, and the id it gave the message, if any. */
export type Receipt = { provider: string; id?: string }

/** The provider refused this message for good: trying again is useless. */
export class MessageRefused extends Error {
	override name = 'MessageRefused'
}

/** Compares the name: the server and the built application each have a copy of the class, so `instanceof` does not work between them. */
export const isRefused = (error: unknown): boolean => error instanceof Error && error.name === 'MessageRefused'

/** What hands messages over, by the channel of the message (`messages.channel`). */
export type Senders = { mail: SendMail }
