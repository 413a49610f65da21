import { submitEdit } from '#app/features/shell/edit.server.ts'
import { ticksInWords } from '#app/features/shell/edit.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { brokenColumn } from '#app/lib/errors.ts'
import { invariantData } from '#app/lib/invariant.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { countryName } from './countries.server.ts'
import { taxDataSchema } from './tax-data.form.ts'
import { TAX_LABELS, type TaxData, TAXPAYERS, taxTyped } from './tax-data.ts'

/** What the database refuses, by the field. */
const WRONG: Record<string, string> = {
	iban: 'Diese IBAN stimmt nicht. Bitte vergleichen Sie sie mit Ihrer Bankkarte.',
	postal_code: 'Diese Postleitzahl stimmt nicht. In Deutschland hat sie fünf Ziffern.',
	tax_id:
		'Diese Nummer stimmt nicht. Die deutsche hat elf Ziffern und steht im Steuerbescheid oder auf der Lohnsteuerbescheinigung.',
	tax_number:
		'Diese Nummer stimmt nicht. Eine deutsche Steuernummer hat 10 bis 13 Ziffern, eine Wirtschafts-Identifikationsnummer beginnt mit DE.',
}

/** The names of what is missing in the tax data of a company; nothing for whom they are none of their business. */
export async function loadMissingTaxData(client: Client, company: string): Promise<string[]> {
	const { data, error } = await client.rpc('missing_tax_data', { p_company: company })
	if (error) throw error
	return data ?? []
}

/** The tax data of a company of which the caller is an owner; null before the first time. */
export async function loadTaxData(client: Client, company: string): Promise<(TaxData & { updated_at: string }) | null> {
	return invariantData(
		await client
			.from('company_tax_data')
			.select(
				'taxpayer, first_name, last_name, street, postal_code, city, birthday, tax_id, tax_number, unregistered, iban, account_holder, country, tax_country, updated_at',
			)
			.eq('company_id', company)
			.maybeSingle(),
	)
}

/** The latest changes of the tax data, newest first: when, who ("" for the server), and the columns. */
export async function loadTaxDataChanges(client: Client, company: string) {
	return invariantData(
		await client
			.from('tax_data_changes')
			.select('id, at, who, fields')
			.eq('company_id', company)
			.order('id', { ascending: false })
			.limit(20),
	)
}
export type TaxDataChange = Awaited<ReturnType<typeof loadTaxDataChanges>>[number]

/** Saves the tax data; the database lets owners only. */
export function saveTaxData(client: Client, company: string, form: FormData) {
	return submitEdit(form, {
		...{ schema: taxDataSchema, back: adminPaths.taxData(), labels: TAX_LABELS },
		words: inWords,
		last: async () => {
			const [change] = await loadTaxDataChanges(client, company)
			return { by: change?.who ?? '', at: change?.at ?? null }
		},
		load: async () => {
			const kept = await loadTaxData(client, company)
			return { typed: taxTyped(kept), version: kept?.updated_at ?? '' }
		},
		save: async (typed, version) => {
			const { data, error } =
				version === ''
					? await client
							.from('company_tax_data')
							.insert({ ...typed, company_id: company })
							.select('company_id')
					: await client
							.from('company_tax_data')
							.update(typed)
							.eq('company_id', company)
							.eq('updated_at', version)
							.select('company_id')
			// Another owner was first.
			if (error?.code === '23505') return null
			const column = error ? brokenColumn(error) : undefined
			const wrong = column && WRONG[column]
			if (column && wrong) return { error: null, fields: { [column]: [wrong] } }
			return error || data.length > 0 ? { error } : null
		},
	})
}

/** What a field says where it is not what was typed. */
function inWords(name: string, text: string): string | undefined {
	if (name === 'country' || name === 'tax_country') return countryName(text)
	if (name !== 'taxpayer') return ticksInWords('unregistered')(name, text)
	return Object.entries(TAXPAYERS).find(([taxpayer]) => taxpayer === text)?.[1].name
}
