import type { AppServices } from '#app/lib/context.server.ts'
import { call } from '#app/lib/contracts.server.ts'
import { invariantData } from '#app/lib/invariant.ts'
import { type Client, serverClient } from '#app/lib/supabase.server.ts'
import { EXPORTS, IMPORTS, pathOf, TransferFault } from './archive.ts'
import { exportCompany } from './export.server.ts'
import { importCompany } from './import.server.ts'
import { type Claim, claimContract } from './transfers.contracts.ts'

/**
 * Carries out the next transfer that somebody asked for, and deletes the files of those that are over. What is wrong with a file is written
 * down for its owner; anything else is tried again when the lease has run out. When the server stops, the transfer waits for the next one.
 * @returns 1 when there may be more to do
 */
export async function carryOutTransfers(
	services: AppServices,
	_senders?: unknown,
	stopping: AbortSignal = new AbortController().signal,
): Promise<number> {
	const client = serverClient(services)
	const claim = invariantData(await call(client, 'claim_transfer', claimContract, {}))
	if (!claim) return dropLapsed(client)
	const [bytes, fault] = await outcomeOf(services, client, claim, stopping)
	const ended = invariantData(
		await client.rpc('end_transfer', {
			...{ p_transfer: claim.id, p_attempt: claim.attempt, p_bytes: bytes, p_fault: fault },
		}),
	)
	// The file of an import has served; that of an export waits for its owner.
	if (ended && claim.direction === 'import') await client.storage.from(IMPORTS).remove([pathOf(claim)])
	return 1
}

async function outcomeOf(
	services: AppServices,
	client: Client,
	claim: Claim,
	stopping: AbortSignal,
): Promise<[bytes: number, fault: string]> {
	try {
		const carryOut = claim.direction === 'export' ? exportCompany : importCompany
		return [await carryOut(client, claim, stopping, services), '']
	} catch (error) {
		if (error instanceof TransferFault) return [0, error.code]
		if (stopping.aborted) await client.rpc('put_transfer_back', { p_transfer: claim.id, p_attempt: claim.attempt })
		throw error
	}
}

async function dropLapsed(client: Client): Promise<number> {
	const lapsed = invariantData(await client.rpc('lapsed_transfers', { p_limit: 50 }))
	if (lapsed.length === 0) return 0
	for (const bucket of [EXPORTS, IMPORTS]) {
		const { error } = await client.storage.from(bucket).remove(lapsed.map(pathOf))
		if (error) throw error
	}
	invariantData(await client.rpc('forget_transfers', { p_ids: lapsed.map(({ id }) => id) }))
	return 0
}
