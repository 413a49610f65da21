import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { Result } from '#app/features/shell/commands.server.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { submitEdit } from '#app/features/shell/edit.server.ts'
import { ticksInWords } from '#app/features/shell/edit.ts'
import { phoneByHand } from '#app/lib/fields.ts'
import { textOf } from '#app/lib/form.ts'
import { invariantData, invariantResponse } from '#app/lib/invariant.ts'
import { phoneText } from '#app/lib/phone.server.ts'
import { CUSTOMER_LABELS, customerTyped } from './customer.edit.ts'
import { customerSchema, type healthSchema, LONG } from './customer.form.ts'

type Typed = z.output<typeof customerSchema>

type Way = {
	/** Address of the card. */
	back: string
	/** Whether the member sees how customers are reached; for others that stays as it is. */
	sees: boolean
}

/** Saves the data of a customer that the card shows. */
export async function editCustomer(
	client: Client,
	company: { id: string },
	id: string,
	{ back, sees }: Way,
	form: FormData,
) {
	const load = async () => {
		const row = invariantData(
			await client
				.from('shown_customers')
				.select('name, email, phone, birthday, tags, note, blocked, updated_at')
				.eq('id', id)
				.eq('company_id', company.id)
				.maybeSingle(),
		)
		invariantResponse(row)
		return { typed: customerTyped({ ...row, phone: phoneText(row.phone) }), version: row.updated_at }
	}
	// A number stored long ago that cannot be read stays until somebody changes it.
	const untouched = textOf(form, 'phone') === (await load()).typed.phone
	return submitEdit(form, {
		...{ schema: untouched ? customerSchema.extend({ phone: phoneByHand }) : customerSchema, back, load },
		...{ labels: CUSTOMER_LABELS, words: ticksInWords('blocked') },
		save: async (kept, version) => {
			if (!sees) return saveWords(client, { company: company.id, id, version }, kept)
			const { data, error } = await client
				.from('customers')
				.update(kept)
				.eq('id', id)
				.eq('company_id', company.id)
				.eq('updated_at', version)
				.select('id')
			if (error) return taken(error)
			return data.length > 0 ? { error: null } : null
		},
	})
}

/** Saves all but how the customer is reached, unless somebody else has saved since `version`. */
async function saveWords(client: Client, at: { company: string; id: string; version: string }, kept: Typed) {
	const { data: saved, error } = await client.rpc('change_customer_words', {
		...{ p_company: at.company, p_customer: at.id, p_version: at.version },
		...{ p_name: kept.name, p_note: kept.note, p_tags: kept.tags, p_blocked: kept.blocked },
	})
	return error || saved ? { error } : null
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
export async function addCustomer(client: Client, company: { id: string }, kept: Typed) {
	// Whoever sees no contact data cannot read back the row that they write.
	const id = randomUUID()
	const { error } = await client.from('customers').insert({ ...kept, id, company_id: company.id })
	return error ? { id: undefined, ...taken(error) } : { id, error: null }
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
