import type { CodedError } from '#app/lib/errors.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { allRows } from '#app/lib/whole-answers.ts'

/** A service needs another so many hours before, which counts for so many days. */
export type ServiceTest = { service_id: string; test_service_id: string; hours: number; days: number }

/** Which services of a location need a test before. */
export function loadTests(client: Client, locationId: string): Promise<ServiceTest[]> {
	return allRows((from, to) =>
		client
			.from('service_tests')
			.select('service_id, test_service_id, hours, days')
			.eq('location_id', locationId)
			.order('service_id')
			.range(from, to),
	)
}

/** Saves which test a service needs; without `test_service_id` none. */
export async function saveTest(
	client: Client,
	location_id: string,
	{ test_service_id, ...need }: Omit<ServiceTest, 'test_service_id'> & { test_service_id: string | null },
): Promise<{ error: CodedError | null }> {
	if (!test_service_id) return client.from('service_tests').delete().eq('service_id', need.service_id)
	const { hours, days } = need
	const changed = await client
		.from('service_tests')
		.update({ test_service_id, hours, days })
		.eq('service_id', need.service_id)
		.select('service_id')
	if (changed.error || changed.data.length > 0) return changed
	return client.from('service_tests').insert({ ...need, test_service_id, location_id })
}
