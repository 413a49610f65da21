import type { z } from 'zod'
import { submitEdit } from '#app/features/shell/edit.server.ts'
import { ticksInWords } from '#app/features/shell/edit.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { type CodedError, errorCode } from '#app/lib/errors.ts'
import { invariantData, invariantResponse } from '#app/lib/invariant.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { allRows } from '#app/lib/whole-answers.ts'
import { packageSchema } from './package.form.ts'
import { PACKAGE_LABELS, packageTyped, partsOf } from './package.ts'
import { centsOf } from './price.ts'

export type ServicePackage = {
	id: string
	name: string
	description: string
	cents: number
	services: string[]
	/** Nobody books one that is not, and only members see it. */
	active: boolean
}

// With its services in the same statement: they are as old as the version.
const WITH_PARTS =
	'id, name, description, price_cents, active, updated_at, parts:package_services(service_id, position)'
type Row = Omit<ServicePackage, 'cents' | 'services'> & {
	price_cents: number
	updated_at: string
	parts: { service_id: string; position: number }[]
}

const packageOf = ({ price_cents: cents, updated_at: _version, parts, ...row }: Row): ServicePackage => ({
	...{ ...row, cents },
	services: parts.toSorted((one, other) => one.position - other.position).map(({ service_id }) => service_id),
})

/** The packages of a location, each with its services in order. */
export async function loadPackages(client: Client, locationId: string): Promise<ServicePackage[]> {
	const rows = await allRows((from, to) =>
		client.from('packages').select(WITH_PARTS).eq('location_id', locationId).order('name').order('id').range(from, to),
	)
	return rows.map(packageOf)
}

/** Those on sale: members read the others as well. */
export async function loadPackagesOnSale(client: Client, locationId: string): Promise<ServicePackage[]> {
	return (await loadPackages(client, locationId)).filter(({ active }) => active)
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

/** Saves a package that the form shows. @param named the name of a service */
export function editPackage(
	client: Client,
	location: string,
	id: string,
	form: FormData,
	named: (id: string) => string | undefined,
) {
	return submitEdit(form, {
		...{ schema: packageSchema, back: adminPaths.services(location), labels: PACKAGE_LABELS },
		words: (name, text) =>
			name === 'services'
				? partsOf(text)
						.map((part) => named(part) ?? 'andere Leistung')
						.join(' + ')
				: ticksInWords('active')(name, text),
		load: async () => {
			const row = invariantData(
				await client.from('packages').select(WITH_PARTS).eq('id', id).eq('location_id', location).maybeSingle(),
			)
			invariantResponse(row)
			return { typed: packageTyped(packageOf(row)), version: row.updated_at }
		},
		save: async ({ name, description, price, services, active }, version) => {
			const { error } = await client.rpc('update_package', {
				...{ p_package: id, p_version: version, p_name: name, p_description: description, p_active: active },
				...{ p_services: services, p_price_cents: centsOf(price) },
			})
			return error && errorCode(error) === 'edited_meanwhile' ? null : { error }
		},
	})
}

/** Removes a package; what was booked with it keeps its price. */
export function removePackage(client: Client, location: string, id: string): PromiseLike<{ error: CodedError | null }> {
	return client.from('packages').delete().eq('id', id).eq('location_id', location)
}
