import { createHash, randomBytes } from 'node:crypto'
import type { AppServices } from '#app/lib/context.server.ts'
import { invariantData } from '#app/lib/invariant.ts'
import type { OutgoingMail, SendMail } from '#app/lib/mail.ts'
import { serverClient } from '#app/lib/supabase.server.ts'
import { type AccountMessage, composeAccountMail, isAccountMessage } from './account-mail.ts'
import { composeMail } from './compose.ts'
import { composeInvitation, type InvitationMessage } from './invitation-mail.ts'
import type { AppointmentMessage } from './payload.ts'
import { composeWithdrawal, type WithdrawalMessage } from './withdrawal-mail.ts'

const BATCH = 20

type Message = AppointmentMessage | InvitationMessage | AccountMessage | WithdrawalMessage

/**
 * Sends the mails that are due, each claimed with a lease so that several processes share the work.
 * A mail that fails is queued again by the database with growing pauses.
 * @returns how many messages were claimed.
 */
export async function sendDueMessages(services: AppServices, send: SendMail): Promise<number> {
	const client = serverClient(services)
	const claimed = invariantData(await client.rpc('claim_messages', { p_limit: BATCH })) as unknown as Message[]
	for (const message of claimed) {
		const error = await deliver(services, message, send)
		invariantData(await client.rpc('finish_message', { p_id: message.id, ...(error ? { p_error: error } : {}) }))
	}
	return claimed.length
}

async function deliver(services: AppServices, message: Message, send: SendMail): Promise<string | undefined> {
	try {
		await send(await compose(services, message))
		return undefined
	} catch (error) {
		services.report(error, { message: message.id, kind: message.kind })
		return error instanceof Error ? error.message : String(error)
	}
}

/** A fresh secret for each mail: the database keeps its hash only, so an old mail's link cannot be read from it. */
async function compose(services: AppServices, message: Message): Promise<OutgoingMail> {
	const { siteUrl } = services
	if (isAccountMessage(message)) return composeAccountMail(message, siteUrl)
	if (message.kind === 'withdrawal_received') return composeWithdrawal(message, siteUrl)
	const client = serverClient(services)
	const secret = randomBytes(32).toString('base64url')
	const p_secret_hash = createHash('sha256').update(secret).digest('hex')
	if (message.kind === 'member_invited') {
		const p_invitation = message.payload.invitation_id
		await issued('issue_invitation_link', client.rpc('issue_invitation_link', { p_invitation, p_secret_hash }))
		return composeInvitation(message, { siteUrl, secret })
	}
	if (message.audience !== 'customer') return composeMail(message, { siteUrl, now: new Date() })
	const p_appointment = message.payload.appointment_id
	await issued('issue_booking_link', client.rpc('issue_booking_link', { p_appointment, p_secret_hash }))
	return composeMail(message, { siteUrl, secret, now: new Date() })
}

async function issued(verb: string, call: PromiseLike<{ error: { message: string } | null }>): Promise<void> {
	const { error } = await call
	if (error) throw new Error(`${verb}: ${error.message}`, { cause: error })
}
