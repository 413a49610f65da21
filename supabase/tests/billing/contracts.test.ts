import { afterAll, beforeAll, expect, test } from 'vitest'
import {
	billingTasksContract,
	cancelledContract,
	objectedContract,
	ownBillingContract,
	pricesContract,
} from '#app/features/billing/billing.contracts.ts'
import {
	importedContract,
	moneyContract,
	operatorInvoicesContract,
	taxReportContract,
} from '#app/features/operator/money.contracts.ts'
import { type Billing, instant, openBilling } from './world.ts'

let salon: Billing
beforeAll(async () => {
	salon = await openBilling()
})
afterAll(() => salon.close())

test('what the verbs answer fits the contracts', async () => {
	const { user } = salon
	const now = instant('2027-02-03')
	expect(pricesContract.parse(await salon.call('anon', 'current_prices'))).toMatchObject({ person_cents: 900 })
	await salon.owner('book_plan', {}, instant('2026-12-20'))
	const visits = [await salon.visit('2027-01-10', 'a@example.org'), await salon.visit('2027-01-10', 'b@example.org')]
	await salon.settle('2027-01-20')
	const item = (await salon.item(visits[0] ?? ''))?.id
	const objected = await salon.call(user.owner, 'object_commission', { item, reason: 'Alt' }, instant('2027-01-21'))
	expect(objectedContract.parse(objected).state).toBe('objected')
	await salon.closeMonth('2027-02-03')
	expect(ownBillingContract.parse(await salon.owner('own_billing', {}, now)).plan?.starts_on).toBe('2027-01-01')
	expect(billingTasksContract.parse(await salon.owner('billing_tasks', {}, now))?.unpaid).toBe(0)
	expect(
		billingTasksContract.parse(await salon.call(user.manager, 'billing_tasks', { company: salon.ids.company })),
	).toBeNull()
	const lines = [{ ref: 'x', on: '2027-02-03', cents: 5, payer: '', text: '' }]
	expect(importedContract.parse(await salon.operate('operator_import_transfers', { lines }, now)).new).toBe(1)
	const money = moneyContract.parse(await salon.operate('operator_money', {}, now))
	expect([money.objections.length, money.transfers.length, money.open.count]).toEqual([1, 1, 1])
	expect(operatorInvoicesContract.parse(await salon.operate('operator_invoices', {}, now)).rows).toHaveLength(1)
	const report = await salon.operate('operator_tax_report', { year: 2027, reason: 'Meldung' }, now)
	expect(taxReportContract.parse(report)[0]?.quarters[0]).toMatchObject({
		quarter: '2027-Q1',
		visits: 2,
		fees_cents: 3000,
	})
	expect(cancelledContract.parse(await salon.owner('cancel_plan', {}, now)).ends_on).toBe('2027-02-28')
})
