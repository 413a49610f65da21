import { z } from 'zod'
import { call } from '#app/lib/contracts.server.ts'
import type { AppServices } from '#app/lib/context.server.ts'
import { invariantData } from '#app/lib/invariant.ts'
import { type Client, serverClient } from '#app/lib/supabase.server.ts'
import { accountSyncsContract, receivedContract } from './payments.contracts.ts'
import type { AccountProvider, ProviderEvent } from './port.ts'
import { accountState, linkToAccount, openAccount } from './stripe/accounts.server.ts'
import { changesSince, verifyEvent } from './stripe/events.server.ts'
import { payoutsSince } from './stripe/payouts.server.ts'

/** The provider with whom businesses have accounts; undefined when this server has no keys for it. */
export function accountsOf(provider: string, { stripe }: AppServices): AccountProvider | undefined {
	if (provider !== 'stripe' || !stripe) return undefined
	return {
		connect: (business) => openAccount(stripe, business),
		link: (ref, back) => linkToAccount(stripe, ref, back),
		account: (ref) => accountState(stripe, ref),
		changesSince: (ref, since) => changesSince(stripe, ref, since),
		payouts: (ref, since) => payoutsSince(stripe, ref, since),
		verify: (body, headers) => verifyEvent(stripe, body, headers),
	}
}

/** Keeps what a provider has told; what it is about is read by a job. */
export async function receiveEvent(client: Client, provider: string, event: ProviderEvent): Promise<void> {
	const { id, account, kind, ref, payment } = event
	const args = { p_provider: provider, p_event: id, p_account: account, p_kind: kind, p_ref: ref }
	const named = { ...args, ...(payment ? { p_payment: payment } : {}) }
	invariantData(await call(client, 'receive_account_event', receivedContract, named))
}

/**
 * Asks the provider about accounts that are due, or about that of one company: what has happened, what was paid out, how the account stands.
 * An account for which there is no answer is asked again ten minutes later.
 */
export async function syncAccounts(services: AppServices, company?: string): Promise<number> {
	const client = serverClient(services)
	const args = { p_limit: 20, p_company: company ?? null }
	const due = invariantData(await call(client, 'claim_account_syncs', accountSyncsContract, args))
	for (const { id, provider, ref, since } of due) {
		const accounts = accountsOf(provider, services)
		if (!accounts) continue
		try {
			await syncAccount(client, { id, provider, ref, since }, accounts)
		} catch (error) {
			services.report(error)
		}
	}
	return 0
}

type Due = z.output<typeof accountSyncsContract>[number]

async function syncAccount(
	client: Client,
	{ id, provider, ref, since }: Due,
	accounts: AccountProvider,
): Promise<void> {
	const until = new Date().toISOString()
	const { state, requirements } = await accounts.account(ref)
	if (!requirements.includes('access_lost')) {
		for (const event of await accounts.changesSince(ref, since)) await receiveEvent(client, provider, event)
		for (const payout of await accounts.payouts(ref, since))
			invariantData(await call(client, 'apply_payout', z.uuid().nullable(), { p_account: id, p_payout: payout }))
	}
	const told = { p_account: id, p_state: state, p_requirements: requirements, p_until: until }
	const { error } = await client.rpc('finish_account_sync', told)
	if (error) throw new Error(`${error.code} ${error.message}`)
}
