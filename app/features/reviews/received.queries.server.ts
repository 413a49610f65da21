import type { Client } from '#app/lib/supabase.server.ts'
import { onePage } from '#app/lib/whole-answers.ts'
import { type Review, shownReview } from './shown.ts'

export const PAGE_SIZE = 20

type Row = Review & { version: number; employee: { id: string; name: string } | null }
export type Received = ReturnType<typeof shownReview> & { version: number }

/** One page of what customers wrote about a location, newest first, and the total number; `open` are those without a reply. */
export async function loadReceived(
	client: Client,
	location: { id: string; time_zone: string },
	{ open, page }: { open: boolean; page: number },
): Promise<{ rows: Received[]; total: number }> {
	const matching = (from: number, to: number) =>
		client
			.from('reviews')
			.select(
				`id, author, rating, text, reply, created_at, edited_at, services, employee_id, additions, punctual, as_priced, clean, again, version,
				employee:employees(id, name)`,
				{ count: 'exact' },
			)
			.eq('location_id', location.id)
			.like('reply', open ? '' : '%')
			.order('created_at', { ascending: false })
			.order('id')
			.range(from, to)
	const { rows, total } = await onePage(matching, page, PAGE_SIZE)
	const shown = (rows as unknown as Row[]).map((row) => ({
		...shownReview(row, row.employee ? [row.employee] : [], location.time_zone),
		version: row.version,
	}))
	return { rows: shown, total }
}
