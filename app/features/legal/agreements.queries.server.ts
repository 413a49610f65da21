import type { AppServices } from '#app/lib/context.server.ts'
import { invariantData } from '#app/lib/invariant.ts'
import { anonymousClient, type Client } from '#app/lib/supabase.server.ts'
import type { AgreementKind } from './agreements.ts'

/** The hashes of all agreements that hold now, for a form to bring back. */
export async function loadAgreementHashes(services: AppServices): Promise<string> {
	const held = invariantData(await anonymousClient(services).rpc('current_agreements').select('hash').order('kind'))
	return held.map(({ hash }) => hash).join(' ')
}

/** The hash and version of the terms for partners that hold now. */
export async function loadPartnerTerms(services: AppServices): Promise<{ hash: string; version: number }> {
	const { hash, version } = invariantData(await anonymousClient(services).rpc('current_partner_terms'))
	return { hash, version }
}

/** The words of one version, the newest without a number, and the number of the newest; null when there is no such version. */
export async function loadAgreement(services: AppServices, kind: AgreementKind, version: string | null) {
	const all = invariantData(
		await anonymousClient(services)
			.from('agreement_texts')
			.select('version, published_on')
			.eq('kind', kind)
			.order('version', { ascending: false })
			.limit(100),
	)
	const chosen = version === null ? all[0] : all.find((one) => String(one.version) === version)
	if (!chosen) return null
	const { text } = invariantData(
		await anonymousClient(services)
			.from('agreement_texts')
			.select('text')
			.match({ kind, version: chosen.version })
			.single(),
	)
	return { kind, text, ...chosen, newest: all[0]?.version ?? chosen.version, versions: all }
}

export type Agreement = NonNullable<Awaited<ReturnType<typeof loadAgreement>>>

/** What holds now for a company and who has accepted it: for managers and owners. */
export async function loadAccepted(client: Client, company: string) {
	const [held, accepted] = await Promise.all([
		client.rpc('current_agreements').select('kind, version, hash, published_on').limit(10),
		client
			.from('agreements')
			.select('text_hash, accepted_at, accepted_name, agreement_texts(kind, version)')
			.eq('company_id', company)
			.order('accepted_at', { ascending: false })
			.limit(100),
	])
	const past = invariantData(accepted)
	return {
		held: invariantData(held).map(({ kind, ...row }) => ({
			...{ ...row, kind: kind as AgreementKind },
			accepted: past.find(({ text_hash }) => text_hash === row.hash) ?? null,
		})),
		past,
	}
}

/** Whether a company has yet to accept the newest words of an agreement. */
export async function isAgreementDue(client: Client, company: string): Promise<boolean> {
	const { held } = await loadAccepted(client, company)
	return held.some(({ accepted }) => accepted === null)
}
