import type { z } from 'zod'
import type { Database } from '#app/database.types.ts'
import { submitEdit } from '#app/features/shell/edit.server.ts'
import type { CodedError } from '#app/lib/errors.ts'
import { invariantData, invariantResponse } from '#app/lib/invariant.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { allRows } from '#app/lib/whole-answers.ts'
import { type resourceKindSchema, resourceSchema } from './resources.form.ts'
import { knownKind, RESOURCE_LABELS, resourceTyped } from './resources.ts'

export type AdminResource = Pick<
	Database['public']['Tables']['resources']['Row'],
	'id' | 'kind' | 'name' | 'position' | 'active'
>
type Answer = { error: CodedError | null }

/** Rooms, chairs and devices of a location by kind, in the order in which they are taken, the archived ones included. */
export async function loadResources(client: Client, locationId: string): Promise<AdminResource[]> {
	return allRows((from, to) =>
		client
			.from('resources')
			.select('id, kind, name, position, active')
			.eq('location_id', locationId)
			.order('kind')
			.order('position')
			.order('id')
			.range(from, to),
	)
}

/** Adds a resource after the others of its kind. */
export async function addResource(
	client: Client,
	locationId: string,
	{ kind, name }: z.output<typeof resourceSchema>,
): Promise<Answer> {
	const known = await loadResources(client, locationId)
	const position = Math.max(0, ...known.map((other) => other.position)) + 1
	return client.from('resources').insert({ kind: knownKind(kind, known), name, position, location_id: locationId })
}

/** Saves the name of a resource that the form shows. */
export function editResource(client: Client, locationId: string, id: string, form: FormData, back: string) {
	return submitEdit(form, {
		...{ schema: resourceSchema, back, labels: RESOURCE_LABELS },
		load: async () => {
			const found = invariantData(
				await client
					.from('resources')
					.select('name, updated_at')
					.eq('id', id)
					.eq('location_id', locationId)
					.maybeSingle(),
			)
			invariantResponse(found)
			return { typed: resourceTyped(found), version: found.updated_at }
		},
		save: async ({ name }, version) => {
			const { data, error } = await client
				.from('resources')
				.update({ name })
				.eq('id', id)
				.eq('updated_at', version)
				.select('id')
			return error || data.length > 0 ? { error } : null
		},
	})
}

/** Renames a kind, for all its resources and all services that need it. */
export async function renameKind(
	client: Client,
	locationId: string,
	{ from, kind }: z.output<typeof resourceKindSchema>,
): Promise<Answer> {
	const others = (await loadResources(client, locationId)).filter((other) => other.kind !== from)
	return client.rpc('rename_resource_kind', { p_location: locationId, p_from: from, p_to: knownKind(kind, others) })
}

/** Archives a resource; its bookings stay. A nightly job deletes it after 30 days if it was never booked. */
export function removeResource(client: Client, locationId: string, id: string): PromiseLike<Answer> {
	return client.from('resources').update({ active: false }).eq('id', id).eq('location_id', locationId)
}

/** Takes a resource back out of the archive. */
export function restoreResource(client: Client, locationId: string, id: string): PromiseLike<Answer> {
	return client.from('resources').update({ active: true }).eq('id', id).eq('location_id', locationId)
}
