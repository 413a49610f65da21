import { adminPaths } from '#app/lib/admin-paths.ts'
import { readPage } from '#app/lib/page-number.ts'

/** Parameter in the address of an appointment opened from the list of withdrawals, with the query of that list. */
export const FROM_WITHDRAWALS = 'widerrufe'

const SORTS = { zeit: 'declared_at', name: 'name' } as const
export type WithdrawalSort = `${'' | '-'}${keyof typeof SORTS}`
export type WithdrawalFilters = { text: string; sort: WithdrawalSort; page: number }

/** Reads the filters of the list from the address, latest first by default; unreadable values are left out. */
export function readWithdrawalFilters(query: URLSearchParams): WithdrawalFilters {
	const sort = query.get('sortierung') ?? ''
	return {
		text: (query.get('suche') ?? '').trim().slice(0, 80),
		sort: Object.hasOwn(SORTS, sort.replace(/^-/, '')) ? (sort as WithdrawalSort) : '-zeit',
		page: readPage(query.get('seite')),
	}
}

/** The column and direction of an order. */
export function withdrawalOrder(sort: WithdrawalSort): { column: string; ascending: boolean } {
	return { column: SORTS[sort.replace(/^-/, '') as keyof typeof SORTS], ascending: !sort.startsWith('-') }
}

/** The columns that a text is looked for in. */
export const SEARCHED = ['name', 'email', 'booking_number']

/** The query of such a list. */
export function withdrawalQuery({ text, sort, page }: WithdrawalFilters): Record<string, string | undefined> {
	return {
		suche: text || undefined,
		sortierung: sort === '-zeit' ? undefined : sort,
		seite: page > 1 ? String(page) : undefined,
	}
}

/** The address of an appointment that links back to this list. */
export function appointmentFrom(filters: WithdrawalFilters, id: string): string {
	const [, query = ''] = adminPaths.withdrawals(withdrawalQuery(filters)).split('?')
	return adminPaths.appointment(id, { [FROM_WITHDRAWALS]: query || '1' })
}

/** The list from which an appointment was opened. @param from the parameter in its address */
export function backToWithdrawals(from: string): string {
	return adminPaths.withdrawals(withdrawalQuery(readWithdrawalFilters(new URLSearchParams(from))))
}
