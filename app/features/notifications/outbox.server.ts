import type { AppServices } from '#app/lib/context.server.ts'
import { call } from '#app/lib/contracts.server.ts'
import { invariantData } from '#app/lib/invariant.ts'
import { isRefused, type Receipt, type Senders } from '#app/lib/senders.ts'
import { type Client, serverClient } from '#app/lib/supabase.server.ts'
import { composeMessageMail, type Message } from './message-mail.server.ts'
import { messagesContract } from './messages.contracts.ts'

const BATCH = 20
/** How many messages are sent at once, so that a mail server that hangs holds up only one. */
const LANES = 5

/**
 * Sends the messages that are due, the most urgent first, each claimed with a lease so that several processes share the work.
 * A message that fails is queued again by the database with growing pauses. Messages not sent when the server stops are due again by themselves.
 * @returns how many messages were claimed.
 */
export async function sendDueMessages(
	services: AppServices,
	senders: Senders,
	stopping?: AbortSignal,
): Promise<number> {
	const client = serverClient(services)
	const claimed = invariantData(await call(client, 'claim_messages', messagesContract, { p_limit: BATCH }))
	const waiting = claimed.values()
	const lanes = Array.from({ length: LANES }, async () => {
		for (const message of waiting) {
			if (stopping?.aborted) return
			await handOver(services, client, message, senders)
		}
	})
	// When one lane fails on a database error, the others finish before the next round begins.
	for (const lane of await Promise.allSettled(lanes)) if (lane.status === 'rejected') throw lane.reason
	return claimed.length
}

/** Sends one message after renewing its lease: those before it may have taken so long that another process has claimed it. */
async function handOver(services: AppServices, client: Client, message: Message, senders: Senders): Promise<void> {
	const claim = { p_id: message.id, p_attempt: message.attempts }
	if (!invariantData(await client.rpc('hand_over_message', claim))) return
	invariantData(await client.rpc('finish_message', { ...claim, ...(await deliver(services, message, senders)) }))
}

type Channel = (services: AppServices, message: Message, senders: Senders) => Promise<Receipt>

/** How a message of each channel is composed and handed over. */
const CHANNELS: Record<keyof Senders, Channel> = {
	mail: async (services, message, senders) => senders.mail(await composeMessageMail(services, message)),
}

type Outcome = { p_provider: string; p_provider_id?: string } | { p_error: string; p_permanent: boolean }

async function deliver(services: AppServices, message: Message, senders: Senders): Promise<Outcome> {
	try {
		if (!Object.hasOwn(CHANNELS, message.channel)) throw new Error(`no sender for the channel ${message.channel}`)
		const { provider, id } = await CHANNELS[message.channel](services, message, senders)
		return { p_provider: provider, ...(id ? { p_provider_id: id } : {}) }
	} catch (error) {
		services.report(error, { message: message.id, kind: message.kind })
		return {
			p_error: error instanceof Error ? error.message : String(error),
			p_permanent: isRefused(error),
		}
	}
}
