import type { AppServices } from '#app/lib/context.server.ts'
import { serverClient } from '#app/lib/supabase.server.ts'
import { accountsOf, receiveEvent } from './accounts.server.ts'

/**
 * Takes what a provider sends by itself: it is verified and kept, and a job does the work.
 * @param body as it came, because the signature is of these bytes
 * @returns the status of the answer: 404 for a provider that this server has no keys for, 400 for what is not signed by it
 * @throws Error when it cannot be kept; the provider sends it again
 */
export async function takeHook(
	services: AppServices,
	provider: string,
	body: string,
	headers: Headers,
): Promise<200 | 400 | 404> {
	const accounts = accountsOf(provider, services)
	if (!accounts) return 404
	const event = await accounts.verify(body, headers)
	if (!event) return 400
	await receiveEvent(serverClient(services), provider, event)
	return 200
}
