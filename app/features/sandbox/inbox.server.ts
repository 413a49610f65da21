import type { RouterContextProvider } from 'react-router'
import { composeMessageMail, type Message, subjectOf } from '#app/features/notifications/message-mail.server.ts'
import { messagesContract } from '#app/features/notifications/messages.contracts.ts'
import { servicesContext } from '#app/lib/context.server.ts'
import { call } from '#app/lib/contracts.server.ts'
import { isDemoAddress } from '#app/lib/demo-account.ts'
import { invariantData, invariantResponse } from '#app/lib/invariant.ts'
import { requireUser } from '#app/lib/session.server.ts'
import { serverClient } from '#app/lib/supabase.server.ts'
import { isUuid } from '#app/lib/uuid.ts'

type Context = Readonly<RouterContextProvider>
type Kept = Message & { created_at: string }

/** The mails that the visitor's salon would have sent, the newest first. @throws Response 404 outside the demo */
export async function loadInbox(context: Context) {
	const services = context.get(servicesContext)
	const kept = await keptFor(context)
	return Promise.all(
		kept.map(async (message) => ({
			...{ id: message.id, to: message.recipient, sentAt: message.created_at },
			subject: await subjectOf(services, message),
		})),
	)
}

/** One of them as it would have left, with links that work. @throws Response 404 */
export async function loadInboxMail(context: Context, id: string) {
	invariantResponse(isUuid(id))
	const [message] = await keptFor(context, id)
	invariantResponse(message)
	const { to, subject, html, text, attachments = [] } = await composeMessageMail(context.get(servicesContext), message)
	return { ...{ id, to, subject, html, text, attachments }, sentAt: message.created_at }
}

async function keptFor(context: Context, id?: string): Promise<Kept[]> {
	const { user } = requireUser(context)
	invariantResponse(isDemoAddress(user.email))
	const args = { p_user: user.id, ...(id ? { p_id: id } : {}) }
	const client = serverClient(context.get(servicesContext))
	return invariantData(await call(client, 'sandbox_messages', messagesContract, args)) as Kept[]
}
