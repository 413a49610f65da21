import { call } from '#app/lib/contracts.server.ts'
import { invariantData, invariantResponse } from '#app/lib/invariant.ts'
import { phoneText } from '#app/lib/phone.server.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { allRows } from '#app/lib/whole-answers.ts'
import { isUuid } from '#app/lib/uuid.ts'
import { customerListContract, type CustomerRow } from './customers.contracts.ts'
import { type CustomerFilters, PAGE_SIZE, wishOf } from './filters.ts'

type Company = { id: string }

/** One page of the company's customers and the total number; staff get only those they serve. */
export async function loadCustomers(client: Client, company: Company, filters: CustomerFilters) {
	return loadPage(client, company, filters, filters.page, PAGE_SIZE)
}

/** All matching customers in the same order, for a file. */
export async function loadAllCustomers(
	client: Client,
	company: Company,
	filters: CustomerFilters,
): Promise<CustomerRow[]> {
	const rows: CustomerRow[] = []
	for (let page = 1; ; page++) {
		const found = await loadPage(client, company, filters, page, 1000)
		rows.push(...found.rows)
		if (found.rows.length < 1000) return rows
	}
}

async function loadPage(client: Client, company: Company, filters: CustomerFilters, page: number, size: number) {
	const wish = { p_company: company.id, ...wishOf(filters), p_page: page, p_limit: size }
	const { total, rows } = invariantData(await call(client, 'list_customers', customerListContract, wish))
	return { total, rows: rows.map((row) => ({ ...row, phone: phoneText(row.phone) })) }
}

/** The tags in use, the most frequent first. */
export async function loadTags(client: Client, company: Company): Promise<string[]> {
	const rows = invariantData(await client.rpc('customer_tags', { p_company: company.id }).limit(200))
	return rows.map(({ tag }) => tag)
}

const VISIT =
	'id, state, starts_at, ends_at, note, total_cents, location_id, locations(name, time_zone), lines:appointment_lines(position, service_name, employee_id, employees(name))'

/** A customer of the company with facts and visits, the latest first. @throws Response 404 */
export async function loadCustomer(client: Client, company: Company, id: string | undefined) {
	invariantResponse(isUuid(id))
	const [found, visits] = await Promise.all([
		client
			.from('customers')
			.select('id, name, email, phone, note, blocked, tags, user_id, created_at, updated_at, facts:customer_facts(*)')
			.eq('id', id)
			.eq('company_id', company.id)
			.maybeSingle(),
		allRows((from, to) =>
			client
				.from('appointments')
				.select(VISIT)
				.eq('customer_id', id)
				.neq('state', 'expired')
				.order('starts_at', { ascending: false })
				.order('id')
				.range(from, to),
		),
	])
	if (found.error) throw new Error(found.error.message)
	invariantResponse(found.data)
	return { customer: { ...found.data, phone: phoneText(found.data.phone) }, visits }
}

export type CustomerPage = Awaited<ReturnType<typeof loadCustomer>>
