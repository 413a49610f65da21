import { createHash, randomBytes } from 'node:crypto'
import type { Enums } from '#app/database.types.ts'
import type { AppServices } from '#app/lib/context.server.ts'
import { invariantData } from '#app/lib/invariant.ts'
import type { OutgoingMail } from '#app/lib/mail.ts'
import { paths } from '#app/lib/paths.ts'
import type { Senders } from '#app/lib/senders.ts'
import { serverClient } from '#app/lib/supabase.server.ts'
import { type AccountMessage, composeAccountMail, isAccountMessage } from './account-mail.ts'
import { type BookingLinksMessage, composeBookingLinks } from './booking-links-mail.ts'
import { composeMail } from './compose.ts'
import { composeDecision, type DecisionMessage, isDecisionMessage } from './decision-mail.ts'
import { composeInvitation, type InvitationMessage } from './invitation-mail.ts'
import { composeOfferMail, isOfferMessage, type OfferMessage } from './offer-mail.ts'
import { composeDataLink, composeErasureAnswer, type DataLinkMessage, type ErasureMessage } from './own-data-mail.ts'
import { composeMatching, type MatchingMessage } from './matching-mail.ts'
import { composeOrder, isOrderMessage, type OrderMessage } from './order-mail.ts'
import type { AppointmentMessage } from './payload.ts'
import { composeOffers, isOffersMessage, type OffersMessage } from './offers-mail.ts'
import { composeAnswer, composeQuestions, type QuestionMessage } from './question-mail.ts'
import { type BillingMessage, composeBillingMail, isBillingMessage } from './billing-mail.ts'
import { composePartnerMail, isPartnerMessage, type PartnerMessage } from './partner-mail.ts'
import { composeReportReceipt, type ReportMessage } from './report-mail.ts'
import { composeTicket, type TicketMessage } from './ticket-mail.ts'
import { withWayOut } from './way-out.ts'
import { composeWait, isWaitMessage, type WaitMessage } from './wait-mail.ts'
import { composeWaiting, isWaitingMessage, type WaitingMessage } from './waiting-mail.ts'
import { composeWithdrawal, type WithdrawalMessage } from './withdrawal-mail.ts'

/** What the outbox knows of a message, whatever it is about. */
export type Message = (
	| AppointmentMessage
	| InvitationMessage
	| AccountMessage
	| WithdrawalMessage
	| WaitMessage
	| WaitingMessage
	| OffersMessage
	| DataLinkMessage
	| BookingLinksMessage
	| ErasureMessage
	| OrderMessage
	| OfferMessage
	| ReportMessage
	| DecisionMessage
	| TicketMessage
	| MatchingMessage
	| QuestionMessage
	| PartnerMessage
	| BillingMessage
) & {
	attempts: number
	channel: keyof Senders
	purpose: Enums<'message_purpose'>
}

/**
 * The mail of a message, with a Message-ID that names the site and stays the same each time it is sent. All advertising gets its
 * unsubscribe link here.
 */
export async function composeMessageMail(services: AppServices, message: Message): Promise<OutgoingMail> {
	const messageId = `<${message.id}@${new URL(services.siteUrl).hostname}>`
	const mail = { ...(await compose(services, message)), messageId }
	if (message.purpose !== 'marketing') return mail
	const token = invariantData(await serverClient(services).rpc('opt_out_token', { p_message: message.id }))
	return withWayOut(mail, `${services.siteUrl}${paths.optOut(token)}`)
}

/** What stands in the subject, for lists of mails: links in the rest of it open nothing. */
export async function subjectOf(services: AppServices, message: Message): Promise<string> {
	return (await compose(services, message, () => undefined)).subject
}

/** A fresh secret for each mail: the database keeps its hash only, so an old mail's link cannot be read from it. */
async function compose(services: AppServices, message: Message, issued: Issued = issue): Promise<OutgoingMail> {
	const { siteUrl } = services
	const filesUrl = services.supabase.url
	if (isAccountMessage(message)) return composeAccountMail(message, siteUrl)
	if (message.kind === 'withdrawal_received') return composeWithdrawal(message, siteUrl)
	if (message.kind === 'report_received') return composeReportReceipt(message, siteUrl)
	if (message.kind === 'ticket_received') return composeTicket(message, siteUrl)
	if (isBillingMessage(message)) return composeBillingMail(message, siteUrl)
	if (isPartnerMessage(message)) return composePartnerMail(message, siteUrl)
	if (message.kind === 'erasure_answered') return composeErasureAnswer(message, siteUrl)
	if (isOfferMessage(message)) return composeOfferMail(message, siteUrl)
	if (message.kind === 'order_matching') return composeMatching(message, siteUrl)
	if (message.kind === 'question' && message.audience === 'business') return composeAnswer(message, siteUrl)
	const client = serverClient(services)
	if (isWaitMessage(message)) {
		const { wait_id } = message.payload
		const own = invariantData(await client.rpc('event_wait_secret', { p_wait: wait_id }))
		return composeWait(message, { siteUrl, secret: own })
	}
	const secret = randomBytes(32).toString('base64url')
	const p_secret_hash = createHash('sha256').update(secret).digest('hex')
	if (message.kind === 'member_invited') {
		const p_invitation = message.payload.invitation_id
		await issued('issue_invitation_link', client.rpc('issue_invitation_link', { p_invitation, p_secret_hash }))
		return composeInvitation(message, { siteUrl, secret })
	}
	if (message.kind === 'own_data_link') {
		const p_link = message.payload.link_id
		await issued('issue_own_data_link', client.rpc('issue_own_data_link', { p_link, p_secret_hash }))
		return composeDataLink(message, { siteUrl, secret })
	}
	if (isOffersMessage(message)) {
		const p_order = message.payload.order_id
		await issued('issue_search_order_link', client.rpc('issue_search_order_link', { p_order, p_secret_hash }))
		return composeOffers(message, { siteUrl, secret })
	}
	if (message.kind === 'question') {
		const p_order = message.payload.order_id
		await issued('issue_search_order_link', client.rpc('issue_search_order_link', { p_order, p_secret_hash }))
		return composeQuestions(message, { siteUrl, secret })
	}
	if (isDecisionMessage(message)) {
		const { decision_id: p_decision, party: p_party } = message.payload
		await issued('issue_decision_link', client.rpc('issue_decision_link', { p_decision, p_party, p_secret_hash }))
		return composeDecision(message, { siteUrl, secret })
	}
	if (message.kind === 'booking_links') {
		for (const { appointment_id: p_appointment } of message.payload.appointments)
			await issued('issue_booking_link', client.rpc('issue_booking_link', { p_appointment, p_secret_hash }))
		return composeBookingLinks(message, { siteUrl, secret })
	}
	if (isOrderMessage(message) || isWaitingMessage(message)) {
		const p_order = message.payload.order_id
		await issued('issue_search_order_link', client.rpc('issue_search_order_link', { p_order, p_secret_hash }))
		return isWaitingMessage(message)
			? composeWaiting(message, { siteUrl, secret })
			: composeOrder(message, { siteUrl, secret })
	}
	if (message.audience !== 'customer') return composeMail(message, { siteUrl, filesUrl, now: new Date() })
	const p_appointment = message.payload.appointment_id
	await issued('issue_booking_link', client.rpc('issue_booking_link', { p_appointment, p_secret_hash }))
	return composeMail(message, { siteUrl, filesUrl, secret, now: new Date() })
}

type Issued = (verb: string, call: PromiseLike<{ error: { message: string } | null }>) => Promise<void> | undefined

async function issue(verb: string, call: PromiseLike<{ error: { message: string } | null }>): Promise<void> {
	const { error } = await call
	if (error) throw new Error(`${verb}: ${error.message}`, { cause: error })
}
