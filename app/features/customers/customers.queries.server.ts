import { adminPaths } from '#app/lib/admin-paths.ts'
import { call } from '#app/lib/contracts.server.ts'
import { invariantData, invariantResponse } from '#app/lib/invariant.ts'
import { phoneText } from '#app/lib/phone.server.ts'
import { redirect } from '#app/lib/redirect.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { allRows } from '#app/lib/whole-answers.ts'
import { isUuid } from '#app/lib/uuid.ts'
import {
	customerContract,
	customerExportContract,
	customerListContract,
	type ExportedCustomer,
	type Health,
	healthContract,
	type OnNumbers,
	onNumbersContract,
} from './customers.contracts.ts'
import { type CustomerFilters, PAGE_SIZE, wishOf } from './filters.ts'

type Company = { id: string }

/** One page of the company's customers and the total number; staff get only those they serve. @param zone of the days in the filters */
export async function loadCustomers(client: Client, company: Company, filters: CustomerFilters, zone?: string) {
	const wish = { p_company: company.id, ...wishOf(filters, zone), p_page: filters.page, p_limit: PAGE_SIZE }
	const { total, rows } = invariantData(await call(client, 'list_customers', customerListContract, wish))
	return { total, rows: rows.map((row) => ({ ...row, phone: phoneText(row.phone) })) }
}

/** All matching customers in the same order, for a file; the database notes who took whom along. */
export async function loadAllCustomers(
	client: Client,
	company: Company,
	filters: CustomerFilters,
	zone: string,
): Promise<ExportedCustomer[]> {
	const rows: ExportedCustomer[] = []
	for (let page = 1; ; page++) {
		const wish = { p_company: company.id, ...wishOf(filters, zone), p_page: page, p_limit: 1000 }
		const found = invariantData(await call(client, 'export_customers', customerExportContract, wish))
		rows.push(...found.rows.map(readable))
		if (found.rows.length < 1000) return rows
	}
}

const readable = (row: ExportedCustomer): ExportedCustomer => ({
	...row,
	phone: phoneText(row.phone),
	contacts: row.contacts.map(({ kind, value }) => ({ kind, value: kind === 'phone' ? phoneText(value) : value })),
})

/** The tags in use, the most frequent first. */
export async function loadTags(client: Client, company: Company): Promise<string[]> {
	const rows = invariantData(await client.rpc('customer_tags', { p_company: company.id }).limit(200))
	return rows.map(({ tag }) => tag)
}

const VISIT =
	'id, state, starts_at, ends_at, note, for_name, total_cents, location_id, locations(name, time_zone), lines:appointment_lines(position, service_id, service_name, employee_id, event_id, employees(name))'

/** A customer of the company with facts and visits, the latest first; the database notes who looked, but not `again` whoever has the card open.
 * @throws Response 404, or a redirect to the card into which it was merged */
export async function loadCustomer(client: Client, company: Company, id: string | undefined, again = false) {
	invariantResponse(isUuid(id))
	const [found, visits, messages] = await Promise.all([
		call(client, 'open_customer', customerContract, { p_company: company.id, p_customer: id, p_again: again }),
		allRows((from, to) =>
			client
				.from('shown_appointments')
				.select(VISIT)
				.eq('customer_id', id)
				.neq('state', 'expired')
				.order('starts_at', { ascending: false })
				.order('id')
				.range(from, to),
		),
		loadMessages(client, id),
	])
	invariantResponse(found.error?.message !== 'customer_not_found')
	if (found.error?.message === 'customer_merged' && found.error.details)
		throw redirect(adminPaths.customer(found.error.details))
	const customer = invariantData(found)
	const contacts = customer.contacts.map((contact) => ({
		...contact,
		text: contact.kind === 'phone' ? phoneText(contact.value) : contact.value,
	}))
	return { customer: { ...customer, phone: phoneText(customer.phone), contacts }, visits, messages }
}

const MOST_MESSAGES = 200

/** The latest messages to a customer, for those who see all calendars; others get none. */
async function loadMessages(client: Client, customer: string) {
	return invariantData(
		await client
			.from('shown_messages')
			.select('id, appointment_id, kind, audience, recipient, state, created_at, sent_at, attempts, last_error')
			.eq('customer_id', customer)
			.order('created_at', { ascending: false })
			.order('id')
			.limit(MOST_MESSAGES),
	)
}

/** What is kept of a customer's health; the database notes who looked, but not `again` whoever has it open. @throws Response 404 */
export async function loadHealth(client: Client, company: Company, id: string, again = false): Promise<Health> {
	const answer = await call(client, 'open_health', healthContract, {
		...{ p_company: company.id, p_customer: id, p_again: again },
	})
	invariantResponse(answer.error?.message !== 'customer_not_found')
	return invariantData(answer)
}

/** The latest looks at a customer, for owners; others get none. */
export async function loadLooks(client: Client, id: string) {
	return invariantData(
		await client
			.from('customer_looks')
			.select('id, at, who, what')
			.eq('customer_id', id)
			.order('at', { ascending: false })
			.order('id')
			.limit(30),
	)
}
export type Look = Awaited<ReturnType<typeof loadLooks>>[number]

export type CustomerPage = Awaited<ReturnType<typeof loadCustomer>>

/** Who else has a number of these customers, and would not be let in by it either once they are blocked. For members with all customers. */
export async function loadOnNumbers(client: Client, company: Company, customers: string[]): Promise<OnNumbers> {
	const whom = { p_company: company.id, p_customers: customers }
	return invariantData(await call(client, 'customers_on_numbers', onNumbersContract, whom))
}
