import type { z } from 'zod'
import type { CodedError } from '#app/lib/errors.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { allRows } from '#app/lib/whole-answers.ts'
import type { packageSchema } from './package.form.ts'
import { centsOf } from './price.ts'

export type ServicePackage = { id: string; name: string; description: string; cents: number; services: string[] }

/** The packages of a location, each with its services in order. */
export async function loadPackages(client: Client, locationId: string): Promise<ServicePackage[]> {
	const [packages, parts] = await Promise.all([
		allRows((from, to) =>
			client
				.from('packages')
				.select('id, name, description, price_cents')
				.eq('location_id', locationId)
				.order('name')
				.order('id')
				.range(from, to),
		),
		allRows((from, to) =>
			client
				.from('package_services')
				.select('package_id, service_id')
				.eq('location_id', locationId)
				.order('package_id')
				.order('position')
				.range(from, to),
		),
	])
	return packages.map(({ price_cents: cents, ...row }) => ({
		...{ ...row, cents },
		services: parts.filter(({ package_id }) => package_id === row.id).map(({ service_id }) => service_id),
	}))
}

/** Makes a package of services in the order in which they were chosen. */
export function addPackage(
	client: Client,
	location: string,
	{ name, description, price, services }: z.output<typeof packageSchema>,
): PromiseLike<{ error: CodedError | null }> {
	return client.rpc('create_package', {
		...{ p_location: location, p_name: name, p_description: description },
		...{ p_services: services, p_price_cents: centsOf(price) },
	})
}

/** Removes a package; what was booked with it keeps its price. */
export function removePackage(client: Client, location: string, id: string): PromiseLike<{ error: CodedError | null }> {
	return client.from('packages').delete().eq('id', id).eq('location_id', location)
}
