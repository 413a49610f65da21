import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeOf } from '../booking/salon.ts'
import { type Billing, instant, openBilling } from './world.ts'

let salon: Billing
beforeAll(async () => {
	salon = await openBilling()
})
afterAll(() => salon.close())

let guests = 0
const guest = (): string => `gast-${++guests}@example.org`

test('the first completed visit of somebody whom the marketplace brought costs a share, capped, with its proof', async () => {
	const small = await salon.visit('2027-01-10', guest(), { cents: 4550 })
	const large = await salon.visit('2027-01-10', guest(), { cents: 90_000, origin: 'offer' })
	expect(await salon.settle('2027-01-11')).toBe(0)
	expect(await salon.settle('2027-01-12')).toBe(2)
	expect(await salon.item(small)).toMatchObject({ state: 'open', fee_cents: 683 })
	expect(await salon.item(large)).toMatchObject({
		fee_cents: 2500,
		evidence: {
			...{ rule: 1, origin: 'offer', source: 'web', list: '2026-01-01' },
			compared: { mail: true, phone: false, account: false },
			found: { cards: 0, contacts: 0, visits: 0, charged: 0 },
		},
	})
	expect(await salon.settle('2027-01-12')).toBe(0)
})

test.each([
	['own_link', undefined],
	['qr', undefined],
	['unknown', undefined],
])('who comes by %s costs nothing', async (origin) => {
	const id = await salon.visit('2027-01-11', guest(), { origin })
	await salon.settle('2027-01-20')
	expect(await salon.item(id)).toBeUndefined()
})

test.each(['no_show', 'cancelled', 'confirmed'])('a visit that is %s costs nothing', async (state) => {
	const id = await salon.visit('2027-01-11', guest(), { state })
	await salon.settle('2027-01-20')
	expect([await salon.outcome(id), await salon.item(id)]).toEqual([undefined, undefined])
})

test('who was in the file before costs nothing, by address, number, account, further contact or visit', async () => {
	const { sql, ids, user } = salon
	const before = instant('2027-01-02')
	const [mail, phone, account, contact, visited] = [guest(), guest(), guest(), guest(), guest()]
	await sql`insert into public.customers (company_id, name, email, created_at) values (${ids.company}, 'Alt', ${mail}, ${before})`
	await sql`insert into public.customers (company_id, name, phone, created_at) values (${ids.company}, 'Alt', '030 777', ${before})`
	const [card] =
		await sql`insert into public.customers (company_id, name, user_id, created_at) values (${ids.company}, 'Alt', ${user.customer}, ${before}) returning id`
	await sql`insert into public.customer_contacts (company_id, customer_id, kind, value, created_at)
		values (${ids.company}, ${card?.id}, 'email', ${contact}, ${before})`
	const known = [
		await salon.visit('2027-01-12', mail),
		await salon.visit('2027-01-12', phone, { phone: '+4930777' }),
		await salon.visit('2027-01-12', account),
		await salon.visit('2027-01-12', contact),
	]
	await sql`update public.appointments set user_id = ${user.customer} where id = ${known[2] ?? ''}`
	await salon.visit('2027-01-03', visited, { origin: 'own_link' })
	known.push(await salon.visit('2027-01-12', visited))
	await salon.settle('2027-01-20')
	for (const id of known) expect(await salon.outcome(id)).toBe('known')
})

test('an earlier booking by the marketplace that did not take place makes nobody known, and nobody is charged twice', async () => {
	const email = guest()
	await salon.visit('2027-01-05', email, { state: 'no_show' })
	const first = await salon.visit('2027-01-13', email)
	const second = await salon.visit('2027-01-14', email)
	await salon.settle('2027-01-20')
	expect([await salon.outcome(first), await salon.outcome(second)]).toEqual(['charged', 'known'])
	// Not even when the card has gone.
	await salon.sql`delete from public.customers where email = ${email}`
	expect(await salon.item(first)).toMatchObject({ state: 'open', customer_id: null })
	const again = await salon.visit('2027-01-25', email)
	await salon.settle('2027-01-28')
	expect(await salon.outcome(again)).toBe('known')
	// Another business is another matter.
	const elsewhere = await salon.visit('2027-01-25', email, { company: salon.ids.other })
	await salon.settle('2027-01-28')
	expect(await salon.outcome(elsewhere)).toBe('charged')
})

test('members, free visits, test payments, sandboxes, blocked businesses and the time before billing cost nothing', async () => {
	const { sql, ids } = salon
	const member = await salon.visit('2027-01-15', 'staff@example.org')
	const free = await salon.visit('2027-01-15', guest(), { cents: 0 })
	const early = await salon.visit('2026-12-30', guest())
	const tested = await salon.visit('2027-01-15', guest())
	await sql`insert into public.payments (company_id, appointment_id, description, kind, provider, test, amount_cents)
		values (${ids.company}, ${tested}, 'Zahlung', 'full', 'test', true, 100)`
	await salon.settle('2027-01-18')
	expect(await Promise.all([member, free, early, tested].map(salon.outcome))).toEqual([
		'member',
		'free',
		undefined,
		'test',
	])
	const blocked = await salon.visit('2027-01-16', guest(), { company: ids.other })
	await sql`update public.companies set state = 'suspended' where id = ${ids.other}`
	await salon.settle('2027-01-20')
	await sql`update public.companies set state = 'active', sandbox = true where id = ${ids.other}`
	const sandbox = await salon.visit('2027-01-17', guest(), { company: ids.other })
	await salon.settle('2027-01-20')
	await sql`update public.companies set sandbox = false where id = ${ids.other}`
	expect([await salon.outcome(blocked), await salon.outcome(sandbox)]).toEqual(['company', 'company'])
})

test('an objection is granted at once when the file has an older entry, else an operator decides', async () => {
	const { user, sql, ids } = salon
	const email = guest()
	const [older, open] = [await salon.visit('2027-01-18', email), await salon.visit('2027-01-18', guest())]
	await salon.settle('2027-01-20')
	const [granted, waiting] = [(await salon.item(older))?.id, (await salon.item(open))?.id]
	await sql`insert into public.customer_contacts (company_id, customer_id, kind, value, created_at)
		select ${ids.company}, id, 'email', ${email}, ${instant('2026-05-05')} from public.customers where email = 'staff@example.org'`
	const object = (item: unknown, now = instant('2027-02-01'), reason = 'Kommt seit Jahren') =>
		salon.call<object>(user.owner, 'object_commission', { item, reason }, now)
	expect(await codeOf(salon.call(user.manager, 'object_commission', { item: granted, reason: 'x' }))).toBe(
		'commission_not_found',
	)
	expect(await codeOf(object(granted, undefined, ' '))).toBe('reason_missing')
	expect(await codeOf(object(waiting, instant('2027-03-25')))).toBe('objection_too_late')
	expect(await object(granted)).toEqual({ state: 'waived', granted: true })
	expect(await object(waiting)).toEqual({ state: 'objected', granted: false })
	expect(await object(waiting)).toEqual({ state: 'objected', granted: false })
	expect(await codeOf(object(granted))).toBe('wrong_state')
	await salon.operate('operator_decide_objection', { item: waiting, grant: false, reason: 'Kein älterer Eintrag' })
	expect(await salon.item(open)).toMatchObject({ state: 'open', decision: 'Kein älterer Eintrag' })
	expect(await codeOf(salon.operate('operator_decide_objection', { item: waiting, grant: true, reason: 'x' }))).toBe(
		'wrong_state',
	)
	expect(await codeOf(sql`delete from public.commission_items`)).toMatch(/append only/)
})
