import type { z } from 'zod'
import type { CodedError } from '#app/lib/errors.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import type { serviceSchema } from './company.form.ts'
import { centsOf } from './price.ts'

/** Saves a service and who offers it; own durations and prices of people who stay are kept. */
export async function saveService(
	client: Client,
	locationId: string,
	{ id, price, processing_start, processing_minutes, ...rest }: z.output<typeof serviceSchema>,
	people: string[],
): Promise<{ error: CodedError | null }> {
	const row = {
		...rest,
		price_cents: centsOf(price),
		processing_start: processing_start ?? null,
		processing_minutes: processing_minutes ?? null,
	}
	const services = client.from('services')
	const saved = id
		? await services.update(row).eq('id', id).eq('location_id', locationId).select('id').single()
		: await services
				.insert({ ...row, location_id: locationId })
				.select('id')
				.single()
	if (saved.error) return saved
	const service = saved.data.id
	const before = await client.from('employee_services').select('employee_id').eq('service_id', service)
	if (before.error) return before
	const known = before.data.map(({ employee_id }) => employee_id)
	const gone = known.filter((person) => !people.includes(person))
	const added = people.filter((person) => !known.includes(person))
	if (gone.length > 0) {
		const removed = await client.from('employee_services').delete().eq('service_id', service).in('employee_id', gone)
		if (removed.error) return removed
	}
	if (added.length === 0) return { error: null }
	return client
		.from('employee_services')
		.insert(added.map((employee_id) => ({ employee_id, service_id: service, location_id: locationId })))
}
