import type { Client } from '#app/lib/supabase.server.ts'
import { allRows, onePage } from '#app/lib/whole-answers.ts'
import { searchCondition } from '#app/lib/search-condition.ts'
import type { State } from './appointment.ts'
import type { Location } from './appointments.queries.server.ts'
import { PAGE_SIZE } from './filters.ts'
import type { Declaration } from './withdrawal-texts.ts'
import { SEARCHED, type WithdrawalFilters, withdrawalOrder } from './withdrawals.list.ts'

const DECLARATION = 'id, declared_at, name, email, booking_number, statement'

export type Withdrawal = Declaration & {
	appointment: { id: string; starts_at: string; state: State; card: string | null; events: { id: number }[] }
}

/** One page of the withdrawals from a location's appointments in the requested order, and the total number. */
export async function loadWithdrawals(
	client: Client,
	location: Location,
	{ text, sort, page }: WithdrawalFilters,
): Promise<{ rows: Withdrawal[]; total: number }> {
	const { column, ascending } = withdrawalOrder(sort)
	const matching = (from: number, to: number) => {
		const all = client
			.from('shown_withdrawals')
			.select(`${DECLARATION}, appointment_id`, { count: 'exact' })
			.eq('location_id', location.id)
		const found = text ? all.or(searchCondition(text, SEARCHED)) : all
		return found.order(column, { ascending }).order('id').range(from, to)
	}
	const { rows, total } = await onePage(matching, page, PAGE_SIZE)
	const visits = new Map((await loadVisits(client, rows)).map((visit) => [visit.id, visit]))
	const shown = rows.flatMap(({ appointment_id, ...row }) => {
		const appointment = visits.get(appointment_id ?? '')
		return appointment ? [{ ...row, appointment }] : []
	})
	return { rows: shown, total }
}

/** Asked for by their ids: a view that is joined is read whole. */
function loadVisits(client: Client, declarations: { appointment_id: string | null }[]) {
	const ids = declarations.flatMap(({ appointment_id }) => appointment_id ?? [])
	return allRows((from, to) =>
		client
			.from('shown_appointments')
			.select('id, starts_at, state, card:card_id, events:appointment_events(id)')
			.eq('events.verb', 'withdraw')
			.in('id', ids)
			.order('id')
			.range(from, to),
	)
}

/** Declarations about one appointment, and the time when the customer demanded it within the withdrawal period. */
export async function loadDeclared(client: Client, appointment: string) {
	const [declarations, demanded] = await Promise.all([
		allRows((from, to) =>
			client
				.from('shown_withdrawals')
				.select(DECLARATION)
				.eq('appointment_id', appointment)
				.order('declared_at')
				.order('id')
				.range(from, to),
		),
		client.from('early_starts').select('agreed_at').eq('appointment_id', appointment).maybeSingle(),
	])
	if (demanded.error) throw new Error(demanded.error.message)
	return { declarations, earlyStart: demanded.data?.agreed_at }
}
