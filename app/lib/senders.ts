import type { SendMail } from './mail.ts'

/** Who took a message, and what it is called there, as far as they say. */
export type Receipt = { provider: string; id?: string }

/** The other side refused this very message, and would again: there is no use in trying once more. */
export class MessageRefused extends Error {
	override name = 'MessageRefused'
}

/** By its name: the server and the built application each have a copy of the class, so `instanceof` does not hold between them. */
export const isRefused = (error: unknown): boolean => error instanceof Error && error.name === 'MessageRefused'

/** What hands messages over, by the channel of the message (`messages.channel`). */
export type Senders = { mail: SendMail }
