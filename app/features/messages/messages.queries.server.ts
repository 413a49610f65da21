import { call } from '#app/lib/contracts.server.ts'
import { addDays } from '#app/lib/dates.ts'
import { invariantData } from '#app/lib/invariant.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { instantOf } from '#app/lib/wall-time.ts'
import { MOST_ROWS } from '#app/lib/whole-answers.ts'
import { KINDS, type MessageFilters, PAGE_SIZE, STATES } from './filters.ts'
import { type ListedMessage, messageListContract } from './messages.contracts.ts'

/** One page of the company's messages that the caller may read; days are those of `zone`. */
export async function loadMessages(
	client: Client,
	company: { id: string },
	zone: string,
	{ text, state, kind, from, to, oldest, page }: MessageFilters,
	size = PAGE_SIZE,
) {
	const midnight = (day: string) => instantOf(`${day}T00:00`, zone) ?? undefined
	const wish = {
		...{ p_company: company.id, p_text: text, p_oldest: oldest, p_page: page, p_limit: size },
		...{ p_states: state ? STATES[state].of : undefined, p_kinds: kind ? KINDS[kind].of : undefined },
		...{ p_from: from ? midnight(from) : undefined, p_to: to ? midnight(addDays(to, 1)) : undefined },
	}
	return invariantData(await call(client, 'list_messages', messageListContract, wish))
}

/** All matching messages in the same order, for a file. */
export async function loadAllMessages(
	client: Client,
	company: { id: string },
	zone: string,
	filters: MessageFilters,
): Promise<ListedMessage[]> {
	const rows: ListedMessage[] = []
	for (let page = 1; ; page++) {
		const found = await loadMessages(client, company, zone, { ...filters, page }, MOST_ROWS)
		rows.push(...found.rows)
		if (found.rows.length < MOST_ROWS) return rows
	}
}
