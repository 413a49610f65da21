import type { z } from 'zod'
import type { Result } from '#app/features/shell/commands.server.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { type customerSchema, type healthSchema, LONG, NEVER } from './customer.form.ts'

type Typed = z.output<typeof customerSchema>

const CHANGED =
	'Jemand hat diese Karte geändert, während Sie sie offen hatten. Ihre Eingaben stehen noch hier; speichern Sie noch einmal, wenn sie gelten sollen.'

/** Saves the data of a customer, unless somebody else has saved since the form was opened. */
export async function saveCustomer(
	client: Client,
	company: { id: string },
	id: string,
	{ version, ...kept }: Typed,
): Promise<Result> {
	const { data, error } = await client
		.from('customers')
		.update(kept)
		.eq('id', id)
		.eq('company_id', company.id)
		.eq('updated_at', version || NEVER)
		.select('id')
	if (error) return taken(error)
	return { error: null, fields: data.length === 1 ? undefined : { '': [CHANGED] } }
}

/** Saves what is kept of a customer's health, unless somebody else has saved since it was opened. */
export async function saveHealth(
	client: Client,
	company: { id: string },
	id: string,
	typed: z.output<typeof healthSchema>,
) {
	const { health, version } = typed
	const wish = { p_company: company.id, p_customer: id, p_note: health, p_version: version || undefined }
	const { error } = await client.rpc('save_health', wish)
	return error?.message === 'note_too_long' ? { error: null, fields: { health: [LONG] } } : { error }
}

/** Adds a customer by hand. @returns the id of the new file, or the error. */
export async function addCustomer(client: Client, company: { id: string }, kept: Omit<Typed, 'version'>) {
	const { data, error } = await client
		.from('customers')
		.insert({ ...kept, company_id: company.id })
		.select('id')
		.single()
	return error ? { id: undefined, ...taken(error) } : { id: data.id, error: null }
}

/** An address can have only one file. */
function taken(error: { code?: string; message: string }): Result {
	return error.code === '23505'
		? {
				error: null,
				fields: {
					email: ['Mit dieser E-Mail-Adresse gibt es schon eine Kundenkarte. Suchen Sie danach in der Liste.'],
				},
			}
		: { error }
}
