import { addDays } from '#app/lib/dates.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { instantOf } from '#app/lib/wall-time.ts'
import type { Location } from '#app/features/appointments/appointments.queries.server.ts'

type Since = { companyId: string; location: Location; today: string; now: Date }

/**
 * Figures of the last 30 local days: new customers of the company, and the share of the location's customers who did not come, in whole
 * percent; null when nobody was expected.
 */
export async function countSince(client: Client, { companyId, location, today, now }: Since) {
	const since = instantOf(`${addDays(today, -30)}T00:00`, location.time_zone) ?? ''
	const ended = (state: 'completed' | 'no_show') =>
		client
			.from('shown_appointments')
			.select('id', { count: 'exact', head: true })
			.eq('location_id', location.id)
			.eq('state', state)
			.gte('starts_at', since)
			.lte('starts_at', now.toISOString())
	const [customers, completed, noShow] = await Promise.all([
		client
			.from('shown_customers')
			.select('id', { count: 'exact', head: true })
			.eq('company_id', companyId)
			.gte('created_at', since),
		ended('completed'),
		ended('no_show'),
	])
	const [came, stayedAway] = [completed.count ?? 0, noShow.count ?? 0]
	return {
		newCustomers: customers.count ?? 0,
		noShowRate: came + stayedAway > 0 ? Math.round((stayedAway / (came + stayedAway)) * 100) : null,
	}
}
