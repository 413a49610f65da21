import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { codeOf, openSalon, type Salon } from '../booking/salon.ts'

type Message = { id: string; recipient: string }
type Link = { company: string | null; unsubscribed: boolean }

let salon: Salon
beforeAll(async () => {
	salon = await openSalon()
	await salon.sql`insert into internal.message_kinds values ('test_news', 'marketing', 90)`
})
afterAll(() => salon.close())
beforeEach(async () => {
	await salon.sql`delete from public.messages`
	await salon.sql`delete from public.consents`
	await salon.sql`delete from public.suppressions`
})

/** Orders a message to an address, from the first company unless given. */
async function order(kind: string, recipient: string, company: string | null = salon.ids.company) {
	const [row] = await salon.sql<{ id: string }[]>`insert into public.messages (kind, audience, recipient, company_id)
		values (${kind}, 'customer', ${recipient}, ${company}) returning id`
	return String(row?.id)
}
const news = (recipient: string, company?: string | null) => order('test_news', recipient, company)
const consent = (address: string, company: string | null = salon.ids.company) => salon.sql`
	insert into public.consents (address_hash, channel, company_id, given, source, text_hash)
	values (internal.address_hash(${address}), 'mail', ${company}, true, 'test', (select hash from public.consent_texts limit 1))`
const claim = async () => [(await salon.call<Message | Message[]>('service_role', 'claim_messages', {})) ?? []].flat()
const skipped = async () =>
	Object.fromEntries(
		(await salon.sql`select recipient, last_error from public.messages where state = 'skipped'`).map((row) => [
			row.recipient,
			row.last_error,
		]),
	)
const token = (message: string) => salon.call<string>('service_role', 'opt_out_token', { message })
const optOut = (link: string, more: object = {}) => salon.call<Link>('anon', 'opt_out', { token: link, ...more })

test('advertising goes only to people whose latest answer to its sender is yes', async () => {
	await consent('yes@example.org')
	await consent('other@example.org', salon.ids.other)
	await consent('platform@example.org', null)
	for (const name of ['yes', 'other', 'platform', 'nobody']) await news(`${name}@example.org`)
	expect((await claim()).map(({ recipient }) => recipient)).toEqual(['yes@example.org'])
	expect(await skipped()).toEqual({
		'other@example.org': 'no_consent',
		'platform@example.org': 'no_consent',
		'nobody@example.org': 'no_consent',
	})
})

test('the link of a mail withdraws consent for its mailbox and its sender; using it again changes nothing', async () => {
	await consent('mia@example.org')
	await consent('mia@example.org', salon.ids.other)
	const link = await token(await news('Mia+salon@Example.org'))
	expect(await salon.call('anon', 'get_opt_out', { token: link })).toEqual({
		company: 'Salon Löwe',
		unsubscribed: false,
	})
	expect(await optOut(link)).toEqual({ company: 'Salon Löwe', unsubscribed: true })
	expect(await optOut(link, { one_click: true })).toEqual({ company: 'Salon Löwe', unsubscribed: true })
	const rows =
		await salon.sql`select given, source from public.consents where company_id = ${salon.ids.company} order by id`
	expect([...rows]).toEqual([
		{ given: true, source: 'test' },
		{ given: false, source: 'page' },
	])
	await salon.sql`delete from public.messages`
	await news('mia@example.org')
	await news('mia@example.org', salon.ids.other)
	await order('appointment_confirmed', 'mia@example.org')
	expect(await claim()).toHaveLength(2)
	expect(await skipped()).toEqual({ 'mia@example.org': 'unsubscribed' })
})

test('a person who consents again afterwards gets advertising again', async () => {
	await optOut(await token(await news('mia@example.org')), { one_click: true })
	await consent('mia@example.org')
	expect(await claim()).toHaveLength(1)
})

test('the platform is a sender of its own', async () => {
	const link = await token(await news('mia@example.org', null))
	expect(await optOut(link)).toEqual({ company: null, unsubscribed: true })
	await consent('mia@example.org')
	await news('mia@example.org')
	expect(await claim()).toHaveLength(1)
})

test('pressing the button fifty times at once records one answer', async () => {
	const link = await token(await news('mia@example.org'))
	await Promise.all(Array.from({ length: 50 }, () => optOut(link)))
	expect(await salon.sql`select id from public.consents`).toHaveLength(1)
})

test('a changed, shortened or invented link is refused', async () => {
	const link = await token(await news('mia@example.org'))
	const other = await token(await news('ben@example.org'))
	const [version, content, signature] = link.split('.')
	const forged = [
		...['', 'x', `${version}.${content}`, link.slice(0, -1), `${link}A`, link.toUpperCase()],
		...[`${version}.${other.split('.')[1]}.${signature}`, `v2.${content}.${signature}`],
	]
	for (const wrong of [...forged, null]) {
		expect(await codeOf(salon.call('anon', 'opt_out', { token: wrong }))).toBe('opt_out_invalid')
		expect(await codeOf(salon.call('anon', 'get_opt_out', { token: wrong }))).toBe('opt_out_invalid')
	}
	expect(await salon.sql`select id from public.consents`).toHaveLength(0)
})

test('a closed address gets nothing at all, from anybody or from one company', async () => {
	await salon.sql`insert into public.suppressions (address_hash, channel, reason, company_id) values
		(internal.address_hash('closed@example.org'), 'mail', 'blocked', null),
		(internal.address_hash('complained@example.org'), 'mail', 'complained', ${salon.ids.company})`
	await order('appointment_confirmed', 'Closed@example.org')
	await order('account_password_changed', 'closed@example.org', null)
	await order('appointment_confirmed', 'complained@example.org')
	await order('appointment_confirmed', 'complained@example.org', salon.ids.other)
	await order('appointment_confirmed', 'open@example.org')
	expect((await claim()).map(({ recipient }) => recipient).toSorted()).toEqual([
		'complained@example.org',
		'open@example.org',
	])
	expect(
		await salon.sql`select id from public.messages where state = 'skipped' and last_error = 'suppressed'`,
	).toHaveLength(3)
})

test('answers are kept: nobody can change them, and only the server reads them', async () => {
	await consent('mia@example.org')
	const update = `update public.consents set given = false, text_hash = null`
	for (const who of ['anon', salon.user.owner]) {
		for (const table of ['consents', 'suppressions'])
			await expect(salon.run(who, `select * from public.${table}`)).rejects.toThrow(/permission denied/)
		const link = salon.call(who, 'opt_out_token', { message: salon.ids.cut })
		expect(await codeOf(link)).toMatch(/permission denied/)
	}
	for (const statement of [update, 'delete from public.consents', 'truncate public.consents'])
		await expect(salon.run('service_role', statement)).rejects.toThrow(/permission denied/)
	await expect(salon.sql.unsafe(update)).rejects.toThrow('append only')
	const yes = `insert into public.consents (address_hash, channel, given, source) values (sha256('x'), 'mail', true, 'test')`
	await expect(salon.run('service_role', yes)).rejects.toThrow('consents_worded')
	expect(await salon.run('service_role', 'select given from public.consents')).toHaveLength(1)
})

test('outdated answers are deleted three years after the end of their year; the latest stays', async () => {
	const say = (year: number, given: boolean, address = 'mia@example.org') => salon.sql`
		insert into public.consents (at, address_hash, channel, given, source, text_hash)
		values (${`${year}-06-01`}, internal.address_hash(${address}), 'mail', ${given}, 'test',
			${given ? salon.sql`(select hash from public.consent_texts limit 1)` : null})`
	await say(2020, true)
	await say(2021, false)
	await say(2020, true, 'ben@example.org')
	const years = async () =>
		(await salon.sql`select to_char(at, 'YYYY') as year from public.consents order by id`).map(({ year }) => year)
	await salon.call('service_role', 'forget_due', { rule: 'consents' }, '2024-12-30T12:00:00Z')
	expect(await years()).toEqual(['2020', '2021', '2020'])
	await salon.call('service_role', 'forget_due', { rule: 'consents' }, '2025-01-02T12:00:00Z')
	expect(await years()).toEqual(['2021', '2020'])
})
