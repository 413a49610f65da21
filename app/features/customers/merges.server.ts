import { call } from '#app/lib/contracts.server.ts'
import { errorCode } from '#app/lib/errors.ts'
import { invariantData, invariantResponse } from '#app/lib/invariant.ts'
import { phoneText } from '#app/lib/phone.server.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { duplicatesContract, type MergeCard, mergePreviewContract, undoneMergeContract } from './merges.contracts.ts'
import { DUPLICATES_PAGE } from './merges.ts'

type Company = { id: string }

const shown = (card: MergeCard): MergeCard => ({ ...card, phone: phoneText(card.phone) })

/** Cards that may be the same person, in pairs. */
export async function loadDuplicates(client: Client, company: Company, page: number) {
	const wish = { p_company: company.id, p_page: page, p_limit: DUPLICATES_PAGE }
	const { total, rows } = invariantData(await call(client, 'list_duplicates', duplicatesContract, wish))
	return { total, rows: rows.map(({ one, other, why }) => ({ one: shown(one), other: shown(other), why })) }
}

/** Remembers that two cards are two people. */
export const dismissDuplicate = (client: Client, company: Company, one: string, other: string) =>
	client.rpc('dismiss_duplicate', { p_company: company.id, p_one: one, p_other: other })

/** What merging would do, or why the two cannot be merged, as an error's code. @throws Response 404 */
export async function loadMergePreview(client: Client, company: Company, kept: string, gone: string) {
	const wish = { p_company: company.id, p_kept: kept, p_gone: gone }
	const answer = await call(client, 'preview_merge', mergePreviewContract, wish)
	invariantResponse(answer.error?.message !== 'customer_not_found')
	if (answer.error && ['merge_too_long', 'merge_same'].includes(errorCode(answer.error)))
		return { preview: undefined, refused: errorCode(answer.error) }
	const preview = invariantData(answer)
	const contacts = preview.contacts.map((contact) => ({
		...contact,
		text: contact.kind === 'phone' ? phoneText(contact.value) : contact.value,
	}))
	const { result } = preview
	return {
		preview: {
			...{ ...preview, kept: shown(preview.kept), gone: shown(preview.gone), contacts },
			result: { ...result, phone: phoneText(result.phone) },
		},
		refused: undefined,
	}
}
export type ShownPreview = NonNullable<Awaited<ReturnType<typeof loadMergePreview>>['preview']>

/** Merges the card `gone` into the card `kept`. */
export const mergeCustomers = (client: Client, company: Company, kept: string, gone: string) =>
	client.rpc('merge_customers', { p_company: company.id, p_kept: kept, p_gone: gone })

/** Takes a merge back. @returns the card that is back and what could not be put back */
export const undoMerge = (client: Client, company: Company, merge: string) =>
	call(client, 'undo_merge', undoneMergeContract, { p_company: company.id, p_merge: merge })
