import type { z } from 'zod'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { customerContract } from '#app/features/customers/customers.contracts.ts'
import { at, CONTACT, openSalon, type Salon } from '../booking/salon.ts'

// What a card says of the customer's consents: when, for what, in which words, and to whom.
let salon: Salon
let reception: string
let mia: string
let visit: string
beforeAll(async () => {
	salon = await openSalon()
	reception = await salon.addMember('reception')
	const held = await salon.hold({ starts_at: at(3, '10:00'), services: [salon.ids.massage] })
	visit = held.visit.id
	const args = { appointment: visit, secret: held.secret, contact: CONTACT, early_start: salon.agreed }
	await salon.call('anon', 'confirm_appointment', args)
	const [row] = await salon.sql`select customer_id as id from public.appointments where id = ${visit}`
	mia = String(row?.id)
})
afterAll(() => salon.close())

const consents = async (who: string): Promise<z.output<typeof customerContract>['consents']> => {
	const card = await salon.call(who, 'open_customer', { company: salon.ids.company, customer: mia })
	return customerContract.strict().parse(card).consents
}
const say = (address: string, company: string | null, given: boolean, minutes: number, channel = 'mail') =>
	salon.sql`insert into public.consents (at, address_hash, channel, company_id, given, source, text_hash)
		values (now() + make_interval(mins => ${minutes}), internal.address_hash(${address}), ${channel}, ${company}, ${given}, 'page',
			${given ? salon.agreed : null})`

test('a demand made while booking is on the card, with its words and its appointment', async () => {
	for (const who of [salon.user.owner, salon.user.manager, reception, salon.user.staff])
		expect(await consents(who)).toMatchObject([
			{ kind: 'early_start', appointment: visit, text: expect.stringMatching(/verlange ausdrücklich/) as string },
		])
})

test('answers about advertising are those of all addresses of the card to this company, the latest first', async () => {
	const { company, other } = salon.ids
	await salon.sql`insert into public.customer_contacts (company_id, customer_id, kind, value)
		values (${company}, ${mia}, 'email', 'privat@example.org')`
	await say('MIA@example.org', company, true, 10)
	await say('privat@example.org', company, true, 20, 'sms')
	await say('mia@example.org', company, false, 30)
	// Others' answers, and those to others.
	await say('mia@example.org', other, true, 40)
	await say('mia@example.org', null, true, 50)
	await say('jemand@example.org', company, true, 60)
	expect(await consents(reception)).toMatchObject([
		{ kind: 'advertising', given: false, channel: 'mail', address: 'mia@example.org', text: null },
		{ kind: 'advertising', given: true, channel: 'sms', address: 'privat@example.org' },
		{ kind: 'advertising', given: true, channel: 'mail', text: expect.stringMatching(/verlange/) as string },
		{ kind: 'early_start' },
	])
})

test('who lacks all calendars reads demands for their own appointments only', async () => {
	const { sql, ids, user, addMember, call } = salon
	const other = await addMember('staff')
	for (const name of ['all_customers', 'health'])
		await sql`insert into public.member_rights values (${ids.company}, ${other}, ${name}, true)`
	expect((await consents(other)).map(({ kind }) => kind)).toEqual(['advertising', 'advertising', 'advertising'])
	expect((await consents(user.staff)).map(({ kind }) => kind)).toContain('early_start')
	for (const who of [user.customer, user.foreigner])
		await expect(call(who, 'open_customer', { company: ids.company, customer: mia })).rejects.toThrow(
			'customer_not_found',
		)
})

test('a merged card shows what was said to both, and parting gives it back', async () => {
	const { sql, ids, call, user } = salon
	const [row] =
		await sql`insert into public.customers (company_id, name, email) values (${ids.company}, 'Mia M.', 'mm@example.org') returning id`
	await say('mm@example.org', ids.company, true, 70)
	const merge = await call<string>(user.manager, 'merge_customers', {
		company: ids.company,
		kept: mia,
		gone: String(row?.id),
	})
	expect((await consents(user.manager))[0]).toMatchObject({ given: true, address: 'mm@example.org' })
	await call(user.manager, 'undo_merge', { company: ids.company, merge })
	expect((await consents(user.manager))[0]).toMatchObject({ given: false, address: 'mia@example.org' })
})
