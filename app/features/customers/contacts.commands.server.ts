import type { z } from 'zod'
import type { Result } from '#app/features/shell/commands.server.ts'
import { errorCode, errorMessage } from '#app/lib/errors.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import type { contactSchema, relativeSchema } from './contacts.form.ts'

type Place = { p_company: string; p_customer: string }

/** Adds a further address, number or name. */
export async function addContact(client: Client, place: Place, typed: z.output<typeof contactSchema>): Promise<Result> {
	const { kind, value, label } = typed
	const { error } = await client.rpc('add_customer_contact', { ...place, p_kind: kind, p_value: value, p_label: label })
	return error && ['contact_taken', 'further_contact_invalid'].includes(errorCode(error))
		? { error: null, fields: { value: [errorMessage(error)] } }
		: { error }
}

/** Removes a further address, number or name. */
export const removeContact = (client: Client, place: Place, id: string) =>
	client.rpc('remove_customer_contact', { ...place, p_id: id })

/** Makes it the first of its kind. */
export const putContactFirst = (client: Client, place: Place, id: string) =>
	client.rpc('put_contact_first', { ...place, p_id: id })

/** Adds somebody for whom the customer books. */
export async function addRelative(
	client: Client,
	place: Place,
	typed: z.output<typeof relativeSchema>,
): Promise<Result> {
	const { relative, relative_id, relation } = typed
	const { error } = await client.rpc('add_customer_relative', {
		...{ ...place, p_name: relative, p_relation: relation, p_relative: relative_id || undefined },
	})
	return error && errorCode(error) === 'relative_invalid'
		? { error: null, fields: { relative: [errorMessage(error)] } }
		: { error }
}

/** Removes the link between two people; neither card goes. */
export const removeRelative = (client: Client, place: Place, id: string) =>
	client.rpc('remove_customer_relative', { ...place, p_id: id })
