import { invariantData } from '#app/lib/invariant.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { allRows } from '#app/lib/whole-answers.ts'

/** An address has room for so many ids. */
const AT_ONCE = 100

/** The cards behind these appointments, by appointment; without those that the reader must not open. */
export async function loadCards(client: Client, appointments: string[]): Promise<Map<string, string>> {
	const ids = [...new Set(appointments)]
	const pages = Array.from({ length: Math.ceil(ids.length / AT_ONCE) }, (_, page) =>
		ids.slice(page * AT_ONCE, (page + 1) * AT_ONCE),
	)
	const rows = await Promise.all(
		pages.map((some) =>
			allRows((from, to) =>
				client.from('shown_appointments').select('id, card:card_id').in('id', some).order('id').range(from, to),
			),
		),
	)
	return new Map(rows.flat().flatMap(({ id, card }) => (card ? [[id, card]] : [])))
}

/** The appointments of a list, each with its card. */
export async function withCards<Row extends { id: string }>(client: Client, rows: Row[]) {
	const cards = await loadCards(
		client,
		rows.map(({ id }) => id),
	)
	return rows.map((row) => ({ ...row, card: cards.get(row.id) }))
}

/** The cards with the first hundred of these addresses, first or further ones, by address in small letters; without those that the reader must not open. */
export async function loadCardsOf(client: Client, company: string, emails: string[]): Promise<Map<string, string>> {
	const wanted = [...new Set(emails.map((email) => email.toLowerCase()))].slice(0, AT_ONCE)
	if (wanted.length === 0) return new Map()
	const [first, further] = await Promise.all([
		client.from('shown_customers').select('id, email').eq('company_id', company).in('email', wanted).limit(AT_ONCE),
		client
			.from('customer_contacts')
			.select('customer_id, value')
			.eq('company_id', company)
			.eq('kind', 'email')
			.in('value', wanted)
			.limit(AT_ONCE),
	])
	return new Map([
		...invariantData(further).map(({ customer_id, value }) => [value, customer_id] as const),
		...invariantData(first).map(({ id, email }) => [(email ?? '').toLowerCase(), id] as const),
	])
}

/** People on waiting lists, each with their card. */
export async function withCardsOf<Row extends { email: string }>(client: Client, company: string, rows: Row[]) {
	const cards = await loadCardsOf(
		client,
		company,
		rows.map(({ email }) => email),
	)
	return rows.map((row) => ({ ...row, card: cards.get(row.email.toLowerCase()) }))
}
