import type { CodedError } from '#app/lib/errors.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { allRows } from '#app/lib/whole-answers.ts'

/** With which services the add-ons of a location can be booked. */
export function loadAddons(client: Client, locationId: string): Promise<{ addon_id: string; service_id: string }[]> {
	return allRows((from, to) =>
		client
			.from('service_addons')
			.select('addon_id, service_id')
			.eq('location_id', locationId)
			.order('addon_id')
			.order('service_id')
			.range(from, to),
	)
}

/** Saves with which services an add-on can be booked; none for a service that is no add-on. */
export async function saveAddonTo(
	client: Client,
	location_id: string,
	addon_id: string,
	services: string[],
): Promise<{ error: CodedError | null }> {
	const gone = client.from('service_addons').delete().eq('addon_id', addon_id)
	const removed = await (services.length > 0 ? gone.not('service_id', 'in', `(${services.join()})`) : gone)
	if (removed.error || services.length === 0) return removed
	const rows = services.map((service_id) => ({ addon_id, service_id, location_id }))
	return client.from('service_addons').upsert(rows, { ignoreDuplicates: true })
}
