import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { CONTACT, at, codeOf, openSalon, type Salon } from '../booking/salon.ts'

type Message = {
	id: string
	kind: string
	state: string
	attempts: number
	payload: Record<string, unknown>
	recipient: string
	customer_id: string | null
}

let salon: Salon
beforeAll(async () => {
	salon = await openSalon()
})
afterAll(() => salon.close())
beforeEach(async () => {
	await salon.composeMails()
	await salon.sql`delete from public.messages`
})

const claim = async (now?: string, limit = 100): Promise<Message[]> => {
	const claimed = await salon.call<Message | Message[]>('service_role', 'claim_messages', { limit }, now)
	return Array.isArray(claimed) ? claimed : [claimed]
}
type Ended = { error?: string; permanent?: boolean; provider?: string; provider_id?: string }
const finish = ({ id, attempts }: Message, ended: Ended = {}, now?: string) =>
	salon.call<string>('service_role', 'finish_message', { id, attempt: attempts, ...ended }, now)
const handOver = ({ id, attempts }: Message, now?: string) =>
	salon.call<boolean>('service_role', 'hand_over_message', { id, attempt: attempts }, now)
/** Orders a message of a kind, due at once. */
async function order(kind: string, changes: Record<string, unknown> = {}) {
	const [row] = await salon.sql<{ id: string; purpose: string; priority: number }[]>`insert into public.messages
		${salon.sql({ kind, audience: 'customer', recipient: 'mia@example.org', ...changes })} returning id, purpose, priority`
	return row as NonNullable<typeof row>
}
const rowOf = async ({ id }: { id: string }) => (await salon.sql`select * from public.messages where id = ${id}`)[0]
const minutes = (count: number) => new Date(Date.now() + count * 60_000).toISOString()

test('a change that is rolled back leaves no message', async () => {
	const { visit, secret } = await salon.hold({ starts_at: at(3, '10:00') })
	await salon.sql
		.begin(async (sql) => {
			await sql`select set_config('role', 'anon', true)`
			await sql`select public.confirm_appointment(${visit.id}, ${secret}, ${sql.json(CONTACT)})`
			throw new Error('power cut')
		})
		.catch(() => undefined)
	expect(await claim()).toEqual([])
	await salon.call('anon', 'confirm_appointment', { appointment: visit.id, secret, contact: CONTACT })
	expect(await claim()).toHaveLength(2)
})

test('the payload is a snapshot of all data that a mail needs', async () => {
	const { id } = await salon.book({ starts_at: at(4, '10:00') })
	await salon.composeMails()
	await salon.sql`update public.locations set name = 'Anders' where id = ${salon.ids.location}`
	const [mail] = (await claim()).filter((message) => message.recipient === CONTACT.email)
	await salon.sql`update public.locations set name = 'salon-loewe' where id = ${salon.ids.location}`
	expect(mail?.payload).toMatchObject({
		appointment_id: id,
		sequence: 0,
		state: 'confirmed',
		time_zone: 'Europe/Berlin',
		total_cents: 4500,
		secret: false,
		customer: {
			name: 'Mia Muster',
			email: 'mia@example.org',
		},
		location: {
			name: 'salon-loewe',
			slug: 'salon-loewe',
		},
		services: [
			{
				name: 'Schnitt',
				employee: 'Anna',
				price_cents: 4500,
			},
		],
		note: 'Bitte klingeln',
	})
	expect(Date.parse(mail?.payload.starts_at as string)).toBe(Date.parse(at(4, '10:00')))
})

test('a mail shows the state when it was ordered, even if the next change comes before it is composed', async () => {
	const { id, secret } = await salon.book({ starts_at: at(4, '12:00') })
	await salon.call('anon', 'reschedule_appointment', { appointment: id, secret, starts_at: at(4, '15:00') })
	await salon.call('anon', 'cancel_appointment', { appointment: id, secret })
	const mails = (await claim()).filter((message) => message.recipient === CONTACT.email)
	const facts = mails.map(({ kind, payload }) => [
		kind,
		payload.state,
		payload.sequence,
		new Date(payload.starts_at as string).toISOString(),
	])
	const time = (wall: string) => new Date(at(4, wall)).toISOString()
	expect(new Set(facts)).toEqual(
		new Set([
			['appointment_confirmed', 'confirmed', 0, time('12:00')],
			['appointment_rescheduled', 'confirmed', 1, time('15:00')],
			['appointment_cancelled', 'cancelled', 2, time('15:00')],
		]),
	)
})

test('a profession bound to secrecy names neither service nor note', async () => {
	await salon.book({ starts_at: at(5, '10:00'), services: [salon.ids.massage] })
	const mails = await claim()
	expect(mails).toHaveLength(2)
	for (const mail of mails) {
		expect(mail.payload).toMatchObject({ secret: true, note: '', services: [{ name: null }] })
		expect(JSON.stringify(mail)).not.toMatch(/Massage|klingeln/)
	}
})

test("without an address there is no message; the company's address is used if the location has none", async () => {
	await salon.sql`update public.locations set email = '' where id = ${salon.ids.location}`
	await salon.book({ starts_at: at(6, '10:00') })
	expect((await claim()).map((mail) => mail.recipient).sort()).toEqual(['Salon@example.com', 'mia@example.org'])
	await salon.sql`update public.locations set email = 'salon@example.com' where id = ${salon.ids.location}`
	await salon.call(salon.user.owner, 'create_appointment', {
		location: salon.ids.location,
		services: [salon.ids.cut],
		employee: salon.ids.anna,
		...{
			starts_at: at(6, '12:00'),
			contact: { name: 'Ohne Adresse' },
		},
	})
	expect(await claim()).toEqual([])
})

test('jobs that claim at once get different messages, each only once', async () => {
	for (const hour of ['08', '09', '10', '11', '12']) await salon.book({ starts_at: at(7, `${hour}:00`) })
	const claims = await Promise.all(Array.from({ length: 8 }, () => claim(undefined, 2)))
	const ids = claims.flat().map((message) => message.id)
	expect(new Set(ids).size).toBe(ids.length)
	expect(ids.length + (await claim()).length).toBe(10)
	expect(await claim()).toEqual([])
})

test('when a lease ends, the message goes to the next job', async () => {
	await salon.book({ starts_at: at(8, '10:00') })
	const first = await claim()
	expect(first[0]).toMatchObject({ state: 'sending', attempts: 1 })
	expect(await claim(minutes(0.9))).toEqual([])
	const again = await claim(minutes(1.1))
	expect(again.map((message) => message.id).sort()).toEqual(first.map((message) => message.id).sort())
	expect(again[0]).toMatchObject({ attempts: 2 })
	const [late, next] = [first[0] as Message, again.find(({ id }) => id === first[0]?.id) as Message]
	expect(await finish(late, { error: 'late error' }, minutes(1.2))).toBe('sending')
	expect(await finish(late)).toBe('sent')
	expect(await finish(next, { error: 'later error' })).toBe('sent')
	expect(await claim(minutes(10))).toHaveLength(1)
})

test('failed messages are tried again with growing pauses, ten times', async () => {
	await salon.book({ starts_at: at(9, '10:00') }, { ...CONTACT, email: 'dead@example.org' })
	await salon.composeMails()
	await salon.sql`delete from public.messages where audience = 'business'`
	let clock = 0
	const waits: number[] = []
	for (let attempt = 1; attempt <= 10; attempt++) {
		const [message] = await claim(minutes(clock))
		expect(message?.attempts).toBe(attempt)
		expect(await finish(message as Message, { error: 'mailbox full' }, minutes(clock))).toBe(
			attempt < 10 ? 'queued' : 'failed',
		)
		const [row] = await salon.sql`select next_attempt_at from public.messages`
		const wait = Math.round((row?.next_attempt_at - Date.parse(minutes(clock))) / 60_000)
		waits.push(wait)
		expect(await claim(minutes(clock + wait - 0.5))).toEqual([])
		clock += wait + 0.01
	}
	expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 360])
	expect(await claim(minutes(100_000))).toEqual([])
	const [row] = await salon.sql`select last_error from public.messages`
	expect(row?.last_error).toBe('mailbox full')
})

test('each hand-over starts a new minute, and a job cannot hand over a message that another job has by now', async () => {
	await order('account_password_changed')
	const [slow] = await claim()
	expect(await handOver(slow as Message, minutes(0.8))).toBe(true)
	expect(await claim(minutes(1.7))).toEqual([])
	const [other] = await claim(minutes(1.9))
	expect(other).toMatchObject({ id: slow?.id, attempts: 2 })
	expect(await handOver(slow as Message, minutes(2))).toBe(false)
	expect(await handOver(other as Message, minutes(2))).toBe(true)
	expect(await finish(other as Message, { provider: 'smtp', provider_id: '250 queued as 1' })).toBe('sent')
	expect(await handOver(other as Message)).toBe(false)
	expect(await rowOf(other as Message)).toMatchObject({ provider: 'smtp', provider_id: '250 queued as 1' })
})

test('a message that is refused for good is not tried again', async () => {
	await order('account_password_changed')
	const [message] = await claim()
	expect(await finish(message as Message, { error: '550 no such user', permanent: true })).toBe('failed')
	expect(await claim(minutes(1000))).toEqual([])
	expect(await rowOf(message as Message)).toMatchObject({ last_error: '550 no such user', handed_over_at: null })
})

test('ten thousand messages that can wait do not delay a confirmation', async () => {
	await salon.sql`insert into internal.message_kinds values ('test_campaign', 'transactional', 90)`
	await salon.sql`insert into public.messages (kind, audience, recipient, next_attempt_at)
		select 'test_campaign', 'customer', 'k' || n || '@example.org', now() - interval '1 hour' from generate_series(1, 10000) n`
	expect(await claim(undefined, 20)).toHaveLength(20)
	await salon.book({ starts_at: at(11, '10:00') })
	const kinds = (await claim(undefined, 20)).map(({ kind }) => kind)
	expect(kinds.slice(0, 3)).toEqual(['appointment_confirmed', 'appointment_confirmed', 'test_campaign'])
	await salon.sql`delete from public.messages where kind = 'test_campaign'`
	await salon.sql`delete from internal.message_kinds where kind = 'test_campaign'`
})

test('a message that is too late is skipped, and delays no others', async () => {
	const late = await Promise.all(
		Array.from({ length: 45 }, () => order('account_password_changed', { expires_at: minutes(-1) })),
	)
	const good = await order('member_invited', { expires_at: minutes(5) })
	expect((await claim(undefined, 20)).map(({ id }) => id)).toEqual([good.id])
	for (const message of late) expect(await rowOf(message)).toMatchObject({ state: 'skipped', last_error: 'expired' })
})

test('an event has one mail to each side, however often it is composed; its customer is the one in the file', async () => {
	const { id } = await salon.book({ starts_at: at(12, '10:00') })
	await salon.composeMails()
	await salon.sql`update public.appointment_events set mails_due = true where appointment_id = ${id}`
	const mails = await claim()
	expect(mails).toHaveLength(2)
	const [appointment] = await salon.sql`select customer_id from public.appointments where id = ${id}`
	expect(mails.map(({ customer_id }) => customer_id)).toEqual(expect.arrayContaining([appointment?.customer_id, null]))
})

test('every kind has a purpose and an urgency; there are no other kinds', async () => {
	const purposes = await salon.sql`select kind, purpose from internal.message_kinds where purpose <> 'transactional'`
	expect([...purposes]).toEqual([])
	expect(await order('account_deleted', { purpose: 'marketing', priority: 99 })).toMatchObject({
		purpose: 'transactional',
		priority: 10,
	})
	await expect(order('newsletter')).rejects.toThrow('no such kind of message: newsletter')
})

test('processes of 0.2.0 can finish their messages as before', async () => {
	await order('account_password_changed')
	const [message] = await claim()
	const old = (more: object) => salon.call('service_role', 'finish_message', { id: message?.id, ...more })
	expect(await old({ error: 'mailbox full' })).toBe('queued')
	await claim(minutes(2))
	expect(await old({})).toBe('sent')
})

test('a message whose job dies each time fails as well', async () => {
	await salon.book({ starts_at: at(10, '10:00') })
	for (let attempt = 1; attempt <= 10; attempt++) expect(await claim(minutes(attempt * 2))).toHaveLength(2)
	expect(await claim(minutes(30))).toEqual([])
	expect(await salon.sql`select distinct state from public.messages`).toMatchObject([{ state: 'failed' }])
})

test('only the server claims and finishes', async () => {
	for (const who of ['anon', salon.user.owner]) {
		expect(await codeOf(salon.call(who, 'claim_messages', { limit: 1 }))).toMatch(/permission denied/)
		const message = { id: salon.ids.cut, attempt: 1 }
		for (const verb of ['hand_over_message', 'finish_message'])
			expect(await codeOf(salon.call(who, verb, message))).toMatch(/permission denied/)
		expect(await codeOf(salon.call(who, 'finish_message', { id: salon.ids.cut }))).toMatch(/permission denied/)
	}
})

test('a mail carries the logo of its own business only, and none to whoever may be a stranger', async () => {
	const { sql, ids } = salon
	const logo = `${ids.location}/00000000-0000-4000-8000-000000000001.png`
	await sql`update public.locations set logo_path = ${logo} where id = ${ids.location}`
	const known = { ...CONTACT, email: 'customer@example.org' }
	const bookAs = async (changes: object, contact: object) => {
		const secret = { location: ids.location, services: [ids.cut], employee: ids.anna, ...changes }
		const visit = await salon.call(salon.user.customer, 'hold_appointment', secret)
		await salon.call(salon.user.customer, 'confirm_appointment', {
			appointment: visit.id,
			contact,
			early_start: salon.agreed,
		})
		return visit.id
	}
	const own = await bookAs({ starts_at: at(30, '10:00') }, known)
	const other = await bookAs(
		{ location: ids.foreignLocation, services: [ids.foreignCut], employee: ids.zoe, starts_at: at(31, '10:00') },
		known,
	)
	const { id: guest } = await salon.book({ starts_at: at(32, '10:00') }, { ...CONTACT, email: 'gast@example.org' })
	await salon.composeMails()
	const logoOf = async (appointment: string) =>
		(
			await sql`select payload #>> '{location,logo_path}' as logo from public.messages
			where appointment_id = ${appointment} and audience = 'customer'`
		).map((row) => row.logo as string)
	expect([await logoOf(own), await logoOf(other), await logoOf(guest)]).toEqual([[logo], [''], ['']])
	await sql`update public.locations set logo_path = '' where id = ${ids.location}`
})
