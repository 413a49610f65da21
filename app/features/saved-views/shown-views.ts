import type { SavedView } from '#app/ui/saved-views.tsx'
import type { StoredView } from './saved-views.server.ts'

type Query = Record<string, string | undefined>

/** A list with views: its address for a query, and the query that it reads from an address, without a page. */
export type ViewedList = {
	hrefFor: (query: Query) => string
	readQuery: (address: URLSearchParams) => Query
	/** Whether an address without a query shows only a part even while no saved view is the default. */
	beginsWithPart?: boolean
}

const isEmpty = (query: Query): boolean => !Object.values(query).some(Boolean)
/** The address that says that all is requested, where a saved view is the default. */
const EVERYTHING = { ansicht: 'alle' }

/** Views as links; values that are no longer readable are left out, as in any address. */
export function shownViews(stored: StoredView[], { hrefFor, readQuery }: ViewedList): SavedView[] {
	return stored.map(({ id, name, query, is_default: isDefault }) => {
		const asked = readQuery(new URLSearchParams(query))
		// A view of everything, saved as the default, must not lead to itself.
		return { id, name, isDefault, to: hrefFor(isEmpty(asked) ? EVERYTHING : asked) }
	})
}

/** The address of the whole list, or of a part of it. */
export function listHref(
	{ hrefFor, beginsWithPart }: Omit<ViewedList, 'readQuery'>,
	saved: SavedView[],
	query: Query = {},
): string {
	if (!isEmpty(query)) return hrefFor(query)
	return hrefFor(beginsWithPart || saved.some(({ isDefault }) => isDefault) ? EVERYTHING : {})
}

/** The saved form of a query. */
export function queryText(query: Query): string {
	return new URLSearchParams(
		Object.entries(query).filter((pair): pair is [string, string] => Boolean(pair[1])),
	).toString()
}
