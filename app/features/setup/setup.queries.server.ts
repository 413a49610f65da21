import { invariantData } from '#app/lib/invariant.ts'
import type { Client } from '#app/lib/supabase.server.ts'

/** What the steps show of a location. */
export async function loadPlace(client: Client, id: string) {
	return invariantData(
		await client
			.from('locations')
			.select(
				`id, name, slug, state, street, postal_code, city, phone, email, employees(id, name, active),
				services(id, name, duration_minutes, price_cents, price_from)`,
			)
			.eq('id', id)
			.eq('services.active', true)
			.order('position', { referencedTable: 'services' })
			.order('position', { referencedTable: 'employees' })
			.limit(MOST_SHOWN, { referencedTable: 'services' })
			.limit(1, { referencedTable: 'employees' })
			.single(),
	)
}

const MOST_SHOWN = 12

export type Place = Awaited<ReturnType<typeof loadPlace>>
