import { createHash, randomBytes } from 'node:crypto'
import type { AppServices } from '#app/lib/context.server.ts'
import { invariantData } from '#app/lib/invariant.ts'
import type { SendMail } from '#app/lib/mail.ts'
import { serverClient } from '#app/lib/supabase.server.ts'
import { composeMail } from './compose.ts'
import type { AppointmentMessage } from './payload.ts'

const BATCH = 20

/**
 * Sends the mails that are due, each claimed with a lease so that several processes share the work.
 * A mail that fails is queued again by the database with growing pauses.
 * @returns how many messages were claimed.
 */
export async function sendDueMessages(services: AppServices, send: SendMail): Promise<number> {
	const client = serverClient(services)
	const claimed = invariantData(
		await client.rpc('claim_messages', { p_limit: BATCH }),
	) as unknown as AppointmentMessage[]
	for (const message of claimed) {
		const error = await deliver(services, message, send)
		invariantData(await client.rpc('finish_message', { p_id: message.id, ...(error ? { p_error: error } : {}) }))
	}
	return claimed.length
}

async function deliver(
	services: AppServices,
	message: AppointmentMessage,
	send: SendMail,
): Promise<string | undefined> {
	try {
		const secret =
			message.audience === 'customer' ? await issueLink(services, message.payload.appointment_id) : undefined
		await send(composeMail(message, { siteUrl: services.siteUrl, secret, now: new Date() }))
		return undefined
	} catch (error) {
		services.report(error, { message: message.id, kind: message.kind })
		return error instanceof Error ? error.message : String(error)
	}
}

/** A fresh secret for each mail: the database keeps its hash only, so an old mail's link cannot be read from it. */
async function issueLink(services: AppServices, appointmentId: string): Promise<string> {
	const secret = randomBytes(32).toString('base64url')
	const p_secret_hash = createHash('sha256').update(secret).digest('hex')
	const { error } = await serverClient(services).rpc('issue_booking_link', {
		p_appointment: appointmentId,
		p_secret_hash,
	})
	if (error) throw new Error(`issue_booking_link: ${error.message}`, { cause: error })
	return secret
}
