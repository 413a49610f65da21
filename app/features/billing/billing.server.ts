import { z } from 'zod'
import { submit, submitPlain } from '#app/features/shell/commands.server.ts'
import { giroCode } from '#app/features/invoices/giro-code.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { call } from '#app/lib/contracts.server.ts'
import { HOME_ZONE, localDate } from '#app/lib/dates.ts'
import { textOf } from '#app/lib/form.ts'
import { ibanText } from '#app/lib/iban.ts'
import { invariantData, invariantResponse } from '#app/lib/invariant.ts'
import { qrOf } from '#app/lib/qr.server.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { isUuid } from '#app/lib/uuid.ts'
import {
	billingTasksContract,
	buyerContract,
	cancelledContract,
	evidenceContract,
	objectedContract,
	ownBillingContract,
	sellerContract,
	vatContract,
} from './billing.contracts.ts'
import { billState, proofOf } from './words.ts'

const ITEMS_A_PAGE = 20
const BILL = 'id, number, type, state, kind, month, issued_on, due_on, gross_cents, due_cents, paid_cents'
const today = (): string => localDate(new Date(), HOME_ZONE)

/** Plan, usage and the next invoice of a company; for owners. */
export const loadOwnBilling = async (client: Client, company: string) =>
	invariantData(await call(client, 'own_billing', ownBillingContract, { p_company: company }))

/** What an owner has to do about billing; nothing for others. */
export const loadBillingTasks = async (client: Client, company: string) =>
	invariantData(await call(client, 'billing_tasks', billingTasksContract, { p_company: company }))

/** One page of commissions with their proof, the latest first. @param page from 1 */
export async function loadItems(client: Client, company: string, page: number) {
	const from = (page - 1) * ITEMS_A_PAGE
	const answer = await client
		.from('commission_items')
		.select(
			'id, day, base_cents, percent, fee_cents, state, evidence, object_until, objection, decision, appointment_id, customers(name)',
			{ count: 'exact' },
		)
		.eq('company_id', company)
		.order('day', { ascending: false })
		.order('id')
		.range(from, from + ITEMS_A_PAGE - 1)
	const rows = invariantData(answer)
	return {
		page,
		pages: Math.max(Math.ceil((answer.count ?? 0) / ITEMS_A_PAGE), 1),
		items: rows.map(({ evidence, object_until, customers, objection, ...item }) => ({
			...item,
			objection,
			name: customers?.name ?? '',
			proof: proofOf(evidenceContract.parse(evidence)),
			until: localDate(object_until, HOME_ZONE),
			objects: ['open', 'invoiced'].includes(item.state) && objection === '' && Date.parse(object_until) > Date.now(),
		})),
	}
}

/** The latest invoices of a company, up to a hundred, which is eight years. */
export async function loadBills(client: Client, company: string) {
	const rows = invariantData(
		await client
			.from('invoices')
			.select(BILL)
			.eq('company_id', company)
			.order('created_at', { ascending: false })
			.order('number', { ascending: false })
			.limit(100),
	)
	return rows.map((row) => ({ ...row, ...billState(row, today()) }))
}

/** One invoice with its lines, and how to pay it. @throws 404 */
export async function loadBill(client: Client, company: string, id: string) {
	invariantResponse(isUuid(id))
	const row = invariantData(
		await client
			.from('invoices')
			.select(
				`${BILL}, period_from, period_to, reason, seller, buyer, net_cents, vat_cents, credit_cents, vat, paid_at, xml_sha256, reversed:reverses(number), invoice_lines(position, text, net_cents)`,
			)
			.match({ company_id: company, id })
			.order('position', { referencedTable: 'invoice_lines' })
			.maybeSingle(),
	)
	invariantResponse(row)
	const { seller: sold, buyer, vat, invoice_lines: lines, xml_sha256, reversed, ...bill } = row
	const seller = sellerContract.parse(sold)
	const open = bill.type === 380 && bill.state === 'issued' ? bill.due_cents - bill.paid_cents : 0
	return {
		...bill,
		...billState(bill, today()),
		buyer: buyerContract.parse(buyer),
		vat: vatContract.parse(vat),
		lines,
		reversed: reversed?.number ?? '',
		written: xml_sha256 !== null,
		pay: open > 0 && seller.iban ? howToPay(seller, open, bill.number) : null,
	}
}

/** How a transfer is made, by hand or with the code for banking apps. */
function howToPay({ name: holder, iban }: { name: string; iban: string }, cents: number, reference: string) {
	return { cents, name: holder, iban: ibanText(iban), qr: qrOf(giroCode({ holder, iban, cents, reference })) }
}

const objectionSchema = z.object({
	id: z.uuid(),
	reason: z
		.string({ error: 'Bitte schreiben Sie kurz, woher Sie die Person kennen.' })
		.trim()
		.min(1, 'Bitte schreiben Sie kurz, woher Sie die Person kennen.')
		.max(1000, 'Bitte fassen Sie sich kürzer: höchstens 1000 Zeichen.'),
})

/** Books the plan, or objects to a commission; for owners. @param back the page that was open */
export function changeBilling(client: Client, company: string, form: FormData, back: string) {
	if (textOf(form, 'intent') === 'book')
		return submitPlain(form, back, () => client.rpc('book_plan', { p_company: company }))
	return submit(form, objectionSchema, back, ({ id, reason }) =>
		call(client, 'object_commission', objectedContract, { p_item: id, p_reason: reason }),
	)
}

/** Cancels the plan: the second and last step. */
export const cancelPlan = (client: Client, company: string, form: FormData) =>
	submitPlain(form, adminPaths.billing(), () => call(client, 'cancel_plan', cancelledContract, { p_company: company }))
