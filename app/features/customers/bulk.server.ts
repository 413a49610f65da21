import { call } from '#app/lib/contracts.server.ts'
import { errorMessage } from '#app/lib/errors.ts'
import { textOf } from '#app/lib/form.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { isUuid } from '#app/lib/uuid.ts'
import type { BulkOutcome } from '#app/ui/bulk-outcome.tsx'
import { CUSTOMER_ACTIONS, type CustomerAction, customersText } from './bulk.ts'
import { bulkContract } from './customers.contracts.ts'
import { loadOnNumbers } from './customers.queries.server.ts'
import { PAGE_SIZE } from './filters.ts'
import { onNumbersText } from './on-numbers.ts'

/** Sent along when an action is taken back, which then is not offered once more. */
const BACK = 'zurueck'

/** Carries out one action on the chosen customers (`ids`), with the tag in `tag`. */
export async function changeCustomers(
	client: Client,
	company: { id: string },
	action: CustomerAction,
	form: FormData,
): Promise<BulkOutcome> {
	const at = Date.now()
	const ids = [...new Set(form.getAll('ids').map(String))].filter(isUuid).slice(0, PAGE_SIZE)
	const tag = textOf(form, 'tag').trim().replaceAll(/\s+/g, ' ').slice(0, 80)
	const back = form.has(BACK)
	if (ids.length === 0) return { kind: 'danger', message: 'Bitte wählen Sie mindestens eine Person.', at }
	const whom = { p_company: company.id, p_customers: ids }
	const { data, error } =
		action === 'tag' || action === 'untag'
			? await call(client, 'tag_customers', bulkContract, { ...whom, p_tag: tag, p_given: action === 'tag' })
			: await call(client, 'block_customers', bulkContract, { ...whom, p_blocked: action === 'block' })
	if (error) return { kind: 'danger', message: errorMessage(error), at }
	const { changed, refused } = data
	const told = { changed: changed.length, refused: refused.length, tag, back }
	const sharing = action === 'block' && changed.length > 0 ? await loadOnNumbers(client, company, changed) : undefined
	const hit = sharing ? onNumbersText(sharing, true) : ''
	return {
		kind: refused.length > 0 || hit ? 'warning' : 'success',
		...{ message: [customersText(action, told), hit].filter(Boolean).join(' '), at },
		...(changed.length > 0 && !back
			? { undo: { ids: changed, intent: CUSTOMER_ACTIONS[action], fields: { tag, [BACK]: 'ja' } } }
			: {}),
	}
}
