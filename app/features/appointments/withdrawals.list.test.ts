import { expect, test } from 'vitest'
import { searchCondition } from '#app/lib/search-condition.ts'
import {
	appointmentFrom,
	backToWithdrawals,
	FROM_WITHDRAWALS,
	readWithdrawalFilters,
	SEARCHED,
} from './withdrawals.list.ts'

const back = (query: string): string => {
	const address = appointmentFrom(readWithdrawalFilters(new URLSearchParams(query)), 'x')
	return backToWithdrawals(new URLSearchParams(address.split('?')[1]).get(FROM_WITHDRAWALS) ?? '')
}

test('an appointment links back to the list that it was opened from', () => {
	expect(back('')).toBe('/admin/appointment/withdrawals')
	expect(back('suche=mia&sortierung=name&seite=3')).toBe(
		'/admin/appointment/withdrawals?suche=mia&sortierung=name&seite=3',
	)
})

test('unreadable values are left out', () => {
	expect(back('sortierung=toString&seite=-1&fremd=1')).toBe('/admin/appointment/withdrawals')
})

test('a search lets no signs through that mean something', () => {
	expect(searchCondition('Mia "S%),or', SEARCHED)).toBe(
		'name.ilike."*Mia*S*or*",email.ilike."*Mia*S*or*",booking_number.ilike."*Mia*S*or*"',
	)
})
