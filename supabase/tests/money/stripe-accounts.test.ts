import { afterAll, beforeAll, expect, test } from 'vitest'
import { syncAccounts } from '#app/features/payments/accounts.server.ts'
import { openAccountOf } from '#app/features/payments/connecting.server.ts'
import { at, codeOf } from '../booking/salon.ts'
import { openStripeSalon, type StripeSalon } from './stripe-world.ts'

let salon: StripeSalon
beforeAll(async () => {
	salon = await openStripeSalon()
})
afterAll(() => salon.close())

const company = () => salon.ids.company
const account = async (of = company()) =>
	(await salon.sql`select state, requirements, ref, test from public.payment_accounts where company_id = ${of}`)[0]

test('an owner connects, once; it is active when Stripe says so', async () => {
	expect(await account()).toMatchObject({ state: 'active', requirements: [], ref: salon.account.ref, test: true })
	const before = salon.fake.effects('POST /v2/core/accounts')
	await salon.call(salon.user.owner, 'connect_account', { company: company() })
	expect(await openAccountOf(salon.services, company())).toContain('/onboard/')
	expect(salon.fake.effects('POST /v2/core/accounts')).toBe(before)
	for (const who of ['manager', 'staff', 'stranger', 'foreigner'] as const)
		expect(await codeOf(salon.call(salon.user[who], 'connect_account', { company: company() }))).toMatch(
			/role_not_allowed|company_not_found/,
		)
})

test('what Stripe asks for is kept, and an account that it restricts takes no payments', async () => {
	const theirs = salon.fake.state.accounts.get(salon.account.ref)
	Object.assign(theirs ?? {}, { status: 'restricted', missing: ['identity.individual.documents.primary_verification'] })
	await syncAccounts(salon.services, company())
	expect(await account()).toMatchObject({
		state: 'restricted',
		requirements: [expect.stringMatching('primary_verification')],
	})
	expect(await codeOf(salon.start({ starts_at: at(3, '08:00') }))).toBe('payment_not_needed')
	Object.assign(theirs ?? {}, { status: 'active', missing: [] })
	await syncAccounts(salon.services, company())
	expect(await account()).toMatchObject({ state: 'active', requirements: [] })
})

test('an account that is half open says so, and one that Stripe has lost is restricted', async () => {
	await salon.call(salon.user.foreigner, 'connect_account', { company: salon.ids.other })
	const page = String(await openAccountOf(salon.services, salon.ids.other))
	await salon.tell('later', page)
	await syncAccounts(salon.services, salon.ids.other)
	expect(await account(salon.ids.other)).toMatchObject({ state: 'onboarding' })
	expect((await account(salon.ids.other))?.requirements.length).toBe(2)
	await salon.tell('done', page)
	await syncAccounts(salon.services, salon.ids.other)
	expect(await account(salon.ids.other)).toMatchObject({ state: 'active' })
	salon.fake.state.accounts.delete(String((await account(salon.ids.other))?.ref))
	await syncAccounts(salon.services, salon.ids.other)
	expect(await account(salon.ids.other)).toMatchObject({ state: 'restricted', requirements: ['access_lost'] })
})

test('an answer that is lost opens one account', async () => {
	const before = salon.fake.effects('POST /v2/core/accounts')
	await salon.sql`update public.payment_accounts set ref = '' where company_id = ${salon.ids.other}`
	await salon.sql`update public.payment_accounts set id = gen_random_uuid() where company_id = ${salon.ids.other}`
	salon.fake.faults.push('lost')
	expect(await openAccountOf(salon.services, salon.ids.other)).toContain('/onboard/')
	expect(salon.fake.effects('POST /v2/core/accounts')).toBe(before + 1)
})

test('disconnected it takes no payments and stays so; connected again it is the same account', async () => {
	const { ref } = salon.account
	await salon.call(salon.user.owner, 'disconnect_account', { company: company() })
	await syncAccounts(salon.services, company())
	expect(await account()).toMatchObject({ state: 'none', ref })
	await salon.call(salon.user.owner, 'connect_account', { company: company() })
	await syncAccounts(salon.services, company())
	expect(await account()).toMatchObject({ state: 'active', ref })
})

test('with keys for real money, an account for trials becomes another one, and never back', async () => {
	await salon.call('service_role', 'use_payment_provider', { provider: 'stripe', live: true })
	expect(await codeOf(salon.start({ starts_at: at(3, '10:00') }))).toBe('payment_not_needed')
	await salon.call(salon.user.owner, 'connect_account', { company: company() })
	expect(await account()).toMatchObject({ state: 'onboarding', ref: '', test: false })
	await salon.call('service_role', 'use_payment_provider', { provider: 'stripe' })
	expect(await codeOf(salon.call(salon.user.owner, 'connect_account', { company: company() }))).toBe(
		'payments_unavailable',
	)
	await salon.call('service_role', 'use_payment_provider', { provider: 'test' })
	expect(await codeOf(salon.call(salon.user.owner, 'connect_account', { company: company() }))).toBe(
		'payments_unavailable',
	)
	await salon.sql`update public.companies set sandbox = true where id = ${salon.ids.other}`
	await salon.call('service_role', 'use_payment_provider', { provider: 'stripe', live: true })
	expect(await codeOf(salon.call(salon.user.foreigner, 'connect_account', { company: salon.ids.other }))).toBe(
		'payments_unavailable',
	)
})
