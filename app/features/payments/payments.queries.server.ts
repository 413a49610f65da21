import { call } from '#app/lib/contracts.server.ts'
import { addDays } from '#app/lib/dates.ts'
import { invariantData, invariantResponse } from '#app/lib/invariant.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { isUuid } from '#app/lib/uuid.ts'
import { instantOf } from '#app/lib/wall-time.ts'
import { MOST_ROWS } from '#app/lib/whole-answers.ts'
import { type ListedPayment, paymentContract, paymentListContract, type PaymentPage } from './admin.contracts.ts'
import { PAGE_SIZE, type PaymentFilters, wishOf } from './filters.ts'

type Company = { id: string }

/** One page of the company's payments and the sums of all that match; days are those of `zone`. For managers. */
export async function loadPayments(
	client: Client,
	company: Company,
	zone: string,
	filters: PaymentFilters,
	size = PAGE_SIZE,
) {
	const midnight = (day: string) => instantOf(`${day}T00:00`, zone)
	const wish = {
		...{ p_company: company.id, ...wishOf(filters), p_page: filters.page, p_limit: size },
		p_from: filters.from ? midnight(filters.from) : null,
		p_to: filters.to ? midnight(addDays(filters.to, 1)) : null,
	}
	return invariantData(await call(client, 'list_payments', paymentListContract, wish))
}

/** All matching payments in the same order, for a file. */
export async function loadAllPayments(
	client: Client,
	company: Company,
	zone: string,
	filters: PaymentFilters,
): Promise<ListedPayment[]> {
	const rows: ListedPayment[] = []
	for (let page = 1; ; page++) {
		const found = await loadPayments(client, company, zone, { ...filters, page }, MOST_ROWS)
		rows.push(...found.rows)
		if (found.rows.length < MOST_ROWS) return rows
	}
}

/** A payment with all that has happened to it. @throws Response 404 */
export async function loadPayment(client: Client, id: string): Promise<PaymentPage> {
	invariantResponse(isUuid(id))
	const answer = await call(client, 'get_payment', paymentContract, { p_payment: id })
	invariantResponse(answer.error?.message !== 'payment_not_found')
	return invariantData(answer)
}
