import type { Client } from '#app/lib/supabase.server.ts'
import { searchCondition } from '#app/lib/search-condition.ts'
import { onePage } from '#app/lib/whole-answers.ts'
import { PAGE_SIZE, type ReviewFilters, STARS } from './filters.ts'
import { type Review, shownReview } from './shown.ts'

type Row = Review & { version: number; employee: { id: string; name: string } | null }
export type Received = ReturnType<typeof shownReview> & { version: number }

/** One page of what customers wrote about a location, newest first, and the total number; `open` are those without a reply. */
export async function loadReceived(
	client: Client,
	location: { id: string; time_zone: string },
	{ text, stars, open, page }: ReviewFilters,
): Promise<{ rows: Received[]; total: number }> {
	const matching = (from: number, to: number) => {
		const all = client
			.from('reviews')
			.select(
				`id, author, rating, text, reply, state, created_at, edited_at, services, employee_id, additions, punctual, as_priced, clean, again, version,
				employee:employees(id, name)`,
				{ count: 'exact' },
			)
			.eq('location_id', location.id)
			.like('reply', open ? '' : '%')
			.gte('rating', stars ? STARS[stars].from : 1)
			.lte('rating', stars ? STARS[stars].to : 5)
			.order('created_at', { ascending: false })
			.order('id')
			.range(from, to)
		return text ? all.or(searchCondition(text, ['author', 'text', 'reply'])) : all
	}
	const { rows, total } = await onePage(matching, page, PAGE_SIZE)
	const shown = (rows as unknown as Row[]).map((row) => ({
		...shownReview(row, row.employee ? [row.employee] : [], location.time_zone),
		version: row.version,
	}))
	return { rows: shown, total }
}
