import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
	erasedContract,
	type OwnData,
	ownAccountDataContract,
	ownDataContract,
} from '#app/features/own-data/own-data.contracts.ts'
import { askForPlace, makeCourse } from '../booking/course.ts'
import { at, codeOf, hashOf, openSalon, type Salon } from '../booking/salon.ts'

const GITTA = { name: 'Gitta Gast', email: 'gitta@example.org', phone: '+4930123456', note: 'Hund kommt mit' }

let salon: Salon
let day = 3
beforeAll(async () => {
	salon = await openSalon()
})
afterAll(() => salon.close())
beforeEach(async () => {
	day += 1
	for (const table of ['appointments', 'customers', 'messages', 'withdrawals', 'events'])
		await salon.sql.unsafe(`delete from public.${table}`)
	await salon.sql`delete from internal.own_data_links`
})

const request = (email: string, from?: string, now?: string) =>
	salon.call('anon', 'request_own_data', { email }, now, from)
/** Asks for a link and puts a secret into it, as the mail job does. */
async function linkTo(email: string) {
	await request(email)
	const [link] =
		await salon.sql`select id from internal.own_data_links where email = ${email} order by created_at desc limit 1`
	const [id, secret] = [String(link?.id), `secret of ${email}`]
	await salon.call('service_role', 'issue_own_data_link', { link: id, secret_hash: hashOf(secret) })
	return { id, secret }
}
const open = ({ id, secret }: { id: string; secret: string }, now?: string) =>
	salon.call<string>('anon', 'open_own_data', { link: id, secret }, now)
async function opened(email: string) {
	const link = await linkTo(email)
	return { link: link.id, pass: await open(link) }
}
const read = async (pass: { link: string; pass: string }): Promise<OwnData> =>
	ownDataContract.strict().parse(await salon.call('anon', 'own_data', pass))
const dataOf = async (email: string) => read(await opened(email))
const inAnHour = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

describe('the link', () => {
	test('known and unknown addresses get the same answer and the same mail, which nobody in a business reads', async () => {
		await salon.book({ starts_at: at(day, '10:00') }, GITTA)
		const mails = async () =>
			await salon.sql`select recipient, state, company_id, payload ? 'link_id' as link from public.messages where kind = 'own_data_link'`
		expect([await request(GITTA.email), await request(' Niemand@Example.org ')]).toEqual(['', ''])
		expect(await mails()).toEqual(
			[GITTA.email, 'niemand@example.org'].map((recipient) => ({
				recipient,
				state: 'queued',
				company_id: null,
				link: true,
			})),
		)
		const seen = await salon.run(salon.user.owner, "select from public.messages where kind = 'own_data_link'")
		expect(seen).toHaveLength(0)
		expect((await dataOf('niemand@example.org')).businesses).toEqual([])
	})

	test('opens once, within an hour, and only with its secret; nothing is stored that opens it', async () => {
		const link = await linkTo(GITTA.email)
		for (const wrong of [
			{ ...link, secret: 'wrong' },
			{ ...link, id: salon.ids.cut },
			{ ...link, secret: '' },
		])
			expect(await codeOf(open(wrong))).toBe('data_link_invalid')
		expect(await codeOf(open(link, inAnHour(61)))).toBe('data_link_invalid')
		const pass = await open(link)
		expect(await codeOf(open(link))).toBe('data_link_invalid')
		const kept = JSON.stringify(await salon.sql`select * from internal.own_data_links`)
		for (const secret of [link.secret, pass]) expect(kept).not.toContain(secret)
		// A mail that goes out again after that opens nothing.
		const late = salon.call('service_role', 'issue_own_data_link', { link: link.id, secret_hash: hashOf('late') })
		expect(await codeOf(late)).toBe('data_link_invalid')
		expect(await codeOf(salon.call('anon', 'own_data', { link: link.id, pass: link.secret }))).toBe('data_link_invalid')
		expect((await read({ link: link.id, pass })).email).toBe(GITTA.email)
		const afterwards = salon.call('anon', 'own_data', { link: link.id, pass }, inAnHour(31))
		expect(await codeOf(afterwards)).toBe('data_link_invalid')
		const other = await opened('andere@example.org')
		expect(await codeOf(salon.call('anon', 'own_data', { link: other.link, pass }))).toBe('data_link_invalid')
	})

	test('an address gets three mails an hour with the same answer; a place asks twenty times', async () => {
		for (let time = 0; time < 5; time++) await request(GITTA.email, '203.0.113.7')
		expect(await salon.sql`select from public.messages`).toHaveLength(3)
		for (let time = 0; time < 15; time++) await request(`nr${time}@example.org`, '203.0.113.7')
		expect(await codeOf(request('nr99@example.org', '203.0.113.7'))).toBe('too_many_data_links')
		expect(await codeOf(request('', '203.0.113.8'))).toBe('email_missing')
		for (const wrong of ['x', 'a@b', 'a@b.de\r\nBcc: x@y.de'])
			expect(await codeOf(request(wrong, '203.0.113.8'))).toBe('email_invalid')
	})

	test('links and their mails are gone after a day', async () => {
		await opened(GITTA.email)
		await salon.sql`update public.messages set state = 'sent'`
		const forget = (now: string) => salon.call('service_role', 'forget_due', { rule: 'own_data_links' }, now)
		expect(await forget(inAnHour(60))).toBe(0)
		expect(await forget(inAnHour(25 * 60))).toBe(2)
		for (const table of ['public.messages', 'internal.own_data_links'])
			expect(await salon.sql.unsafe(`select from ${table}`)).toHaveLength(0)
	})
})

describe('the data', () => {
	test('are those of all businesses: card, visits, for whom, waiting places, messages, withdrawals', async () => {
		const { sql, ids } = salon
		const { id } = await salon.book({ starts_at: at(day, '10:00') }, { ...GITTA, email: 'Gitta@Example.org' })
		await sql`update public.appointments set for_name = 'Lena' where id = ${id}`
		await sql`insert into public.reviews (location_id, appointment_id, author, rating) values (${ids.location}, ${id}, 'Gitta G.', 5)`
		await salon.composeMails()
		const course = await makeCourse(salon, day + 1, { seats: 1 })
		await sql`update public.event_seats set source = ${ids.cut} where event_id = ${course.id}`
		await askForPlace(salon, course.id, { email: GITTA.email })
		await salon.call('anon', 'declare_withdrawal', { name: 'Gitta', email: GITTA.email, number: '0000-0000-0000' })
		await sql`insert into public.customers (company_id, name, email, phone, note) values (${ids.other}, 'G. Gast', ${GITTA.email}, '030 9', 'schwierig')`
		const data = await dataOf(GITTA.email)
		expect(data.businesses.map(({ name, card }) => [name, card?.name])).toEqual([
			['Fremd GmbH', 'G. Gast'],
			['Salon Löwe', GITTA.name],
		])
		expect(data.businesses[1]).toMatchObject({
			coming: 1,
			appointments: [
				{ for_name: 'Lena', note: GITTA.note, lines: [{ service: 'Schnitt', with: 'Anna' }], review: { rating: 5 } },
			],
			waits: [{ title: 'Flechtkurs', seats: 1 }],
			erasure: null,
		})
		expect(data.businesses[1]?.messages.map(({ kind }) => kind)).toContain('appointment_confirmed')
		expect(data.withdrawals).toMatchObject([{ name: 'Gitta', booking_number: '0000-0000-0000' }])
		const [text] = await sql`select hash from public.consent_texts limit 1`
		await sql`insert into public.consents (address_hash, channel, company_id, given, source, text_hash)
			values (internal.address_hash(${GITTA.email}), 'mail', ${ids.company}, true, 'booking', ${text?.hash}),
				(internal.address_hash(${GITTA.email}), 'mail', null, false, 'page', null)`
		expect((await dataOf(GITTA.email)).consents.map(({ business, given }) => [business, given])).toEqual([
			['Salon Löwe', true],
			[null, false],
		])
		// What a business thinks of somebody is for it to tell.
		expect(JSON.stringify(data)).not.toContain('schwierig')
	})

	test('of others are not in it: not of a file that only has the address as a further one, nor what an account booked', async () => {
		const { sql, ids, user } = salon
		await salon.book({ starts_at: at(day, '10:00') }, { ...GITTA, name: 'Mutter Muster', email: 'mutter@example.org' })
		const [file] = await sql`select id from public.customers where email = 'mutter@example.org'`
		await sql`insert into public.customer_contacts (company_id, customer_id, kind, value) values (${ids.company}, ${file?.id}, 'email', ${GITTA.email})`
		await salon.book({ starts_at: at(day, '11:00') }, { ...GITTA, name: 'Gitta selbst' })
		// The account of the same mailbox has a password and perhaps a second factor.
		const secret = 'a secret of twenty signs'
		const held = await salon.call(user.customer, 'hold_appointment', {
			...{
				location: ids.location,
				services: [ids.cut],
				employee: ids.ben,
				starts_at: at(day, '12:00'),
				secret_hash: hashOf(secret),
			},
		})
		await salon.call(user.customer, 'confirm_appointment', {
			...{ appointment: held.id, secret, early_start: salon.agreed, contact: { ...GITTA, name: 'Geheim' } },
		})
		await sql`update public.appointments set user_id = ${user.customer} where id = ${held.id}`
		const data = await dataOf(GITTA.email)
		expect(data.businesses).toMatchObject([{ known: true, card: null, appointments: [{ name: 'Gitta selbst' }] }])
		for (const word of ['Mutter', 'mutter@', 'Geheim']) expect(JSON.stringify(data)).not.toContain(word)
	})
})

test('an account takes along its waiting places, and what was left at its confirmed address without it', async () => {
	const { sql, user } = salon
	const [own] = await sql`select email, email_confirmed_at from auth.users where id = ${user.customer}`
	const email = String(own?.email)
	const course = await makeCourse(salon, day + 1, { seats: 1 })
	await sql`insert into public.event_waits (event_id, seats, user_id, name, email) values
		(${course.id}, 1, ${user.customer}, 'Kim', 'anders@example.org'), (${course.id}, 1, ${user.foreigner}, 'Fremd', ${email})`
	const booked = await salon.book({ starts_at: at(day, '10:00') }, { ...GITTA, email })
	await salon.book({ starts_at: at(day, '11:00') }, { ...GITTA, name: 'Jemand', email: 'jemand@example.org' })
	await sql`update public.appointments set user_id = null where id = ${booked.id}`
	await sql`update public.customers set user_id = null`
	const read = async () =>
		ownAccountDataContract.strict().parse(await salon.call(user.customer, 'own_account_data', {}))
	const data = await read()
	expect(data.waits).toMatchObject([{ title: 'Flechtkurs', name: 'Kim' }])
	expect(data.businesses).toMatchObject([{ card: { name: GITTA.name }, appointments: [{ name: GITTA.name }] }])
	for (const word of ['Fremd', 'Jemand']) expect(JSON.stringify(data)).not.toContain(word)
	await sql`update auth.users set email_confirmed_at = null where id = ${user.customer}`
	expect(await read()).toMatchObject({ waits: [{ name: 'Kim' }], businesses: [], consents: [] })
	await sql`update auth.users set email_confirmed_at = ${own?.email_confirmed_at as Date} where id = ${user.customer}`
	expect(await codeOf(salon.call('anon', 'own_account_data', {}))).toMatch(/permission denied/)
})

test('an account takes along what it has chosen and kept as a member, and nothing of other members', async () => {
	const { user, ids } = salon
	for (const [who, name] of [
		[user.staff, 'Stammkundschaft'],
		[user.owner, 'Fremde Ansicht'],
	] as const) {
		await salon.call(who, 'choose_notices', { company: ids.company, booked: 'own' })
		await salon.call(who, 'save_view', { company: ids.company, list: 'customers', name, query: 'merkmal=Stamm' })
	}
	const read = async (who: string) =>
		ownAccountDataContract.strict().parse(await salon.call(who, 'own_account_data', {}))
	const data = await read(user.staff)
	expect(data.notice_choices).toEqual([{ business: expect.any(String), topic: 'booked', scope: 'own' }])
	expect(data.saved_views).toMatchObject([{ list: 'customers', name: 'Stammkundschaft', query: 'merkmal=Stamm' }])
	expect(await read(user.customer)).toMatchObject({ notice_choices: [], saved_views: [] })
})

describe('erasing', () => {
	const erase = async (pass: { link: string; pass: string }) =>
		erasedContract.strict().parse(await salon.call('anon', 'erase_own_data', pass))
	const demands = (who: string) =>
		salon.run(who, 'select id, customer_id, email, declined_at from public.erasure_demands')

	test('takes waiting places at once and asks each business, which alone sees it; again it changes nothing', async () => {
		const { sql, ids, user } = salon
		await salon.book({ starts_at: at(day, '10:00') }, GITTA)
		await salon.book({ starts_at: at(day, '11:00') }, { ...GITTA, email: 'bleibt@example.org' })
		const course = await makeCourse(salon, day + 1, { seats: 1 })
		for (const email of [GITTA.email, 'bleibt@example.org'])
			await sql`insert into public.event_waits (event_id, seats, name, email) values (${course.id}, 1, 'Gitta', ${email})`
		const pass = await opened(GITTA.email)
		expect(await codeOf(salon.call('anon', 'erase_own_data', { ...pass, pass: 'x' }))).toBe('data_link_invalid')
		expect(await erase(pass)).toEqual({ waits: 1, orders: 0, tickets: 0, demands: 1 })
		expect(await erase(pass)).toEqual({ waits: 0, orders: 0, tickets: 0, demands: 1 })
		expect((await sql`select email from public.event_waits`).map(({ email }) => email as string)).toEqual([
			'bleibt@example.org',
		])
		expect(await demands(user.manager)).toMatchObject([{ email: GITTA.email, declined_at: null }])
		for (const who of [user.staff, user.foreigner, user.customer]) expect(await demands(who)).toEqual([])
		expect(await codeOf(demands('anon'))).toMatch(/permission denied/)
		expect((await read(pass)).businesses[0]?.erasure).toMatchObject({ declined_at: null })
		expect(await salon.sql`select from public.customers where company_id = ${ids.company}`).toHaveLength(2)
	})

	test('what was written to the platform is shown, and goes at once; that of an account stays with it', async () => {
		const { user } = salon
		const ticket = { subject: 'other', name: GITTA.name, email: GITTA.email }
		await salon.call('anon', 'open_ticket', { ...ticket, text: 'Ohne Konto' })
		await salon.call(user.customer, 'open_ticket', { ...ticket, text: 'Mit Konto' })
		const pass = await opened(GITTA.email)
		expect((await read(pass)).tickets.map(({ text }) => text)).toEqual(['Ohne Konto', 'Mit Konto'])
		const own = ownAccountDataContract.parse(await salon.call(user.customer, 'own_account_data'))
		expect(own.tickets.map(({ text }) => text)).toEqual(['Mit Konto'])
		expect(await erase(pass)).toEqual({ waits: 0, orders: 0, tickets: 1, demands: 0 })
		expect((await read(pass)).tickets.map(({ text }) => text)).toEqual(['Mit Konto'])
		await salon.sql`delete from public.tickets`
	})

	test('a refusal has a reason that the person reads, without links, and the answer is given once', async () => {
		const { ids, user } = salon
		await salon.book({ starts_at: at(day, '10:00') }, GITTA)
		const pass = await opened(GITTA.email)
		await erase(pass)
		const [demand] = await demands(user.manager)
		const decline = (who: string, reason: string, company = ids.company) =>
			salon.call(who, 'decline_erasure', { company, demand: demand?.id, reason })
		for (const who of [user.staff, user.foreigner, user.customer])
			expect(await codeOf(decline(who, 'Nein'))).toBe('not_allowed')
		expect(await codeOf(decline(user.foreigner, 'Nein', ids.other))).toBe('demand_not_found')
		expect(await codeOf(decline(user.manager, '  '))).toBe('reason_missing')
		await decline(user.manager, 'Eine Rechnung ist offen.')
		expect(await codeOf(decline(user.manager, 'Noch einmal'))).toBe('demand_not_found')
		const mail = await salon.sql`select recipient, payload from public.messages where kind = 'erasure_answered'`
		expect(mail).toEqual([
			{
				recipient: GITTA.email,
				payload: { erased: false, reason: 'Eine Rechnung ist offen.', business: 'Salon Löwe' },
			},
		])
		expect((await read(pass)).businesses[0]?.erasure).toMatchObject({ reason: 'Eine Rechnung ist offen.' })
		expect(await erase(pass)).toEqual({ waits: 0, orders: 0, tickets: 0, demands: 1 })
	})

	test('a demand goes along when the file is merged, and comes back when that is taken back', async () => {
		const { ids, user } = salon
		await salon.book({ starts_at: at(day, '10:00') }, GITTA)
		await salon.book({ starts_at: at(day, '11:00') }, { ...GITTA, email: 'neu@example.org' })
		await erase(await opened(GITTA.email))
		const files = await salon.sql<{ id: string; email: string }[]>`select id, email from public.customers`
		const [gone, kept] = [GITTA.email, 'neu@example.org'].map((own) => files.find(({ email }) => email === own)?.id)
		const merge = await salon.call(user.manager, 'merge_customers', { company: ids.company, kept, gone })
		expect(await demands(user.manager)).toMatchObject([{ customer_id: kept, email: GITTA.email }])
		await salon.call(user.manager, 'undo_merge', { company: ids.company, merge })
		expect(await demands(user.manager)).toMatchObject([{ customer_id: gone, email: GITTA.email }])
	})

	test('whoever only shares the mailbox of an account is not promised an answer by the business', async () => {
		await salon.book({ starts_at: at(day, '10:00') }, GITTA)
		await salon.sql`update public.customers set user_id = ${salon.user.customer}`
		const pass = await opened(GITTA.email)
		expect((await read(pass)).businesses).toMatchObject([{ known: true, askable: false }])
		expect(await erase(pass)).toEqual({ waits: 0, orders: 0, tickets: 0, demands: 0 })
	})

	test('erasing the card fulfils the demand, and the person hears of it', async () => {
		const { ids, user } = salon
		await salon.book({ starts_at: at(day, '10:00') }, GITTA)
		const pass = await opened(GITTA.email)
		await erase(pass)
		const [demand] = await demands(user.manager)
		const args = { company: ids.company, customer: demand?.customer_id, typed: GITTA.name }
		expect(await codeOf(salon.call(user.manager, 'erase_customer', args))).toBe('erasure_too_early')
		await salon.call(user.manager, 'erase_customer', args, at(day, '23:00'))
		expect(await demands(user.manager)).toEqual([])
		expect(await salon.sql`select recipient, payload from public.messages where kind = 'erasure_answered'`).toEqual([
			{ recipient: GITTA.email, payload: { erased: true, reason: '', business: 'Salon Löwe' } },
		])
		expect((await read(pass)).businesses).toEqual([])
	})

	test('who has been told no is not told otherwise when the card goes', async () => {
		const { ids, user } = salon
		await salon.book({ starts_at: at(day, '10:00') }, GITTA)
		await erase(await opened(GITTA.email))
		const [demand] = await demands(user.manager)
		await salon.call(user.manager, 'decline_erasure', { company: ids.company, demand: demand?.id, reason: 'Offen' })
		await salon.sql`delete from public.appointments`
		await salon.sql`delete from public.customers`
		expect(await salon.sql`select payload from public.messages where kind = 'erasure_answered'`).toMatchObject([
			{ payload: { erased: false } },
		])
	})

	test('a card that goes with time, or with its business, answers an open demand, and only that', async () => {
		const { ids, user } = salon
		const answers = async () =>
			(await salon.sql`select payload from public.messages where kind = 'erasure_answered' order by id`).length
		await salon.book({ starts_at: at(day, '10:00') }, GITTA)
		await erase(await opened(GITTA.email))
		await salon.sql`select internal.take_contact_out(array(select id from public.appointments), 'Daten gelöscht')`
		expect([await answers(), await demands(user.manager)]).toEqual([1, []])

		await salon.book({ starts_at: at(day, '12:00') }, GITTA)
		await erase(await opened(GITTA.email))
		await salon.sql`update public.companies set state = 'closed', goes_at = now() - interval '1 day'`
		for (let gone = 1; gone > 0;)
			gone = await salon.call<number>('service_role', 'delete_company', { company: ids.company })
		expect(await answers()).toBe(2)
	})
})
