import type { StoredView } from '#app/features/saved-views/saved-views.server.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import type { SavedView } from '#app/ui/saved-views.tsx'
import { type ListFilters, pageQuery, readFilters } from './filters.ts'

/** The saved form of a view. The present day is saved as "heute", so that tomorrow it means tomorrow. @param today local date */
export function keptQuery(filters: ListFilters, today: string): string {
	const said = (date: string): string => (date === today ? 'heute' : date)
	const query = pageQuery({ ...filters, from: said(filters.from), to: said(filters.to) }, 1)
	return new URLSearchParams(
		Object.entries(query).filter((pair): pair is [string, string] => Boolean(pair[1])),
	).toString()
}

/** A view as a link to today's list; values that are no longer readable are left out, as in any address. */
export function shownViews(stored: StoredView[], today: string): SavedView[] {
	return stored.map(({ id, name, query, is_default: isDefault }) => {
		const asked = pageQuery(readFilters(new URLSearchParams(query), today), 1)
		// A view of everything, saved as the default, must not lead to itself.
		const to = adminPaths.appointments(Object.values(asked).some(Boolean) ? asked : { ansicht: 'alle' })
		return { id, name, isDefault, to }
	})
}
