import { afterAll, beforeAll, expect, test } from 'vitest'
import {
	batchContract,
	customerExportContract,
	customerListContract,
	keptFactsContract,
} from '#app/features/customers/customers.contracts.ts'
import { at, openSalon, type Salon } from '../booking/salon.ts'

let salon: Salon
beforeAll(async () => {
	salon = await openSalon()
})
afterAll(() => salon.close())

test('the verbs of the customer file answer as their contracts say', async () => {
	await salon.book({ starts_at: at(3, '10:00') })
	keptFactsContract.strict().parse(await salon.call('service_role', 'keep_customer_facts'))
	for (const after of [null, 'ffffffff-ffff-4fff-bfff-ffffffffffff'])
		batchContract.strict().parse(await salon.call('service_role', 'compute_all_customer_facts', { after }))
	const list = await salon.call(salon.user.manager, 'list_customers', { company: salon.ids.company })
	const { rows } = customerListContract.strict().parse(list)
	expect(rows).toHaveLength(1)
	expect(
		customerListContract.shape.rows.element.strict().safeParse((list as unknown as { rows: unknown[] }).rows[0])
			.success,
	).toBe(true)
	const taken = await salon.call(salon.user.manager, 'export_customers', { company: salon.ids.company })
	customerExportContract.strict().parse(taken)
	for (const row of (taken as unknown as { rows: unknown[] }).rows)
		customerExportContract.shape.rows.element.strict().parse(row)
})
