import { standOf } from '#app/features/payments/words.ts'
import { invariantData } from '#app/lib/invariant.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import type { BadgeKind } from '#app/ui/badge.tsx'

export type VisitPayments = {
	payments: {
		id: string
		what: string
		cents: number
		test: boolean
		stand: { words: string; kind: BadgeKind; icon: string }
	}[]
	/** What was agreed to be paid at the visit, in cents; null where nothing is paid online. */
	left: number | null
}

const MOST = 50

/** What was paid online for a visit, for managers; for others there is nothing. */
export async function loadVisitPayments(
	client: Client,
	visit: { id: string; total_cents: number },
): Promise<VisitPayments> {
	const [found, agreed] = await Promise.all([
		client
			.from('payments')
			.select('id, description, test, state, amount_cents, captured_cents, refunding_cents, refunded_cents')
			.eq('appointment_id', visit.id)
			.order('created_at')
			.order('id')
			.limit(MOST),
		client
			.from('appointment_payment_terms')
			.select('pay_now_cents, waived_at')
			.eq('appointment_id', visit.id)
			.maybeSingle(),
	])
	const rows = invariantData(found)
	const online = agreed.data && !agreed.data.waived_at ? agreed.data.pay_now_cents : 0
	return {
		payments: rows.map((row) => ({
			...{ id: row.id, what: row.description.split(',')[0] ?? '', cents: row.amount_cents, test: row.test },
			stand: standOf(row),
		})),
		left: rows.length > 0 ? Math.max(visit.total_cents - online, 0) : null,
	}
}
