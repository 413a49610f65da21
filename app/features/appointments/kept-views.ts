import { queryText, type ViewedList } from '#app/features/saved-views/shown-views.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { type ListFilters, pageQuery, readFilters } from './filters.ts'

/** The saved form of a view. The present day is saved as "heute", so that tomorrow it means tomorrow. @param today local date */
export function keptQuery(filters: ListFilters, today: string): string {
	const said = (date: string): string => (date === today ? 'heute' : date)
	return queryText(pageQuery({ ...filters, from: said(filters.from), to: said(filters.to) }, 1))
}

/** The list of appointments, for its views; it begins with today. @param today local date */
export const appointmentList = (today: string): ViewedList => ({
	hrefFor: adminPaths.appointments,
	beginsWithPart: true,
	readQuery: (address) => pageQuery(readFilters(address, today), 1),
})
