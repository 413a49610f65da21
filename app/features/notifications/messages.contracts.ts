import { z } from 'zod'
import { Constants } from '#app/database.types.ts'
import type { Message } from './message-mail.server.ts'

const envelope = z.object({
	id: z.string(),
	kind: z.string(),
	audience: z.string(),
	channel: z.string(),
	purpose: z.enum(Constants.public.Enums.message_purpose),
	recipient: z.string(),
	attempts: z.int(),
	payload: z.record(z.string(), z.unknown()),
})

/**
 * What `claim_messages` answers. The payload is checked only when the mail is composed: one queued by an earlier version may lack fields, and one
 * message that cannot be read must not hold up the others.
 */
export const messagesContract = z.array(z.custom<Message>((row) => envelope.safeParse(row).success))
