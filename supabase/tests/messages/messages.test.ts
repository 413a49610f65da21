import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { CONTACT, at, codeOf, openSalon, type Salon } from '../booking/salon.ts'

type Message = {
	id: string
	kind: string
	state: string
	attempts: number
	payload: Record<string, unknown>
	recipient: string
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
const finish = (id: string, error?: string, now?: string) =>
	salon.call<string>('service_role', 'finish_message', { id, error: error ?? null }, now)
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

test('the payload is a snapshot of all a mail needs', async () => {
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

test('a mail says what was true when it was ordered, also when the next change comes before it is composed', async () => {
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

test('a secret profession names neither service nor note', async () => {
	await salon.book({ starts_at: at(5, '10:00'), services: [salon.ids.massage] })
	const mails = await claim()
	expect(mails).toHaveLength(2)
	for (const mail of mails) {
		expect(mail.payload).toMatchObject({ secret: true, note: '', services: [{ name: null }] })
		expect(JSON.stringify(mail)).not.toMatch(/Massage|klingeln/)
	}
})

test('without an address there is no message; the company stands in for the location', async () => {
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

test('jobs that claim at once get different messages, each once', async () => {
	for (const hour of ['08', '09', '10', '11', '12']) await salon.book({ starts_at: at(7, `${hour}:00`) })
	const claims = await Promise.all(Array.from({ length: 8 }, () => claim(undefined, 2)))
	const ids = claims.flat().map((message) => message.id)
	expect(new Set(ids).size).toBe(ids.length)
	expect(ids.length + (await claim()).length).toBe(10)
	expect(await claim()).toEqual([])
})

test('a lease that runs out gives the message to the next', async () => {
	await salon.book({ starts_at: at(8, '10:00') })
	const first = await claim()
	expect(first[0]).toMatchObject({ state: 'sending', attempts: 1 })
	expect(await claim(minutes(0.9))).toEqual([])
	const again = await claim(minutes(1.1))
	expect(again.map((message) => message.id).sort()).toEqual(first.map((message) => message.id).sort())
	expect(again[0]).toMatchObject({ attempts: 2 })
	expect(await finish(first[0]?.id as string)).toBe('sent')
	expect(await finish(first[0]?.id as string, 'late error')).toBe('sent')
	expect(await claim(minutes(10))).toHaveLength(1)
})

test('errors come again later and later, ten times', async () => {
	await salon.book({ starts_at: at(9, '10:00') }, { ...CONTACT, email: 'dead@example.org' })
	await salon.composeMails()
	await salon.sql`delete from public.messages where audience = 'business'`
	let clock = 0
	const waits: number[] = []
	for (let attempt = 1; attempt <= 10; attempt++) {
		const [message] = await claim(minutes(clock))
		expect(message?.attempts).toBe(attempt)
		expect(await finish(message?.id as string, 'mailbox full', minutes(clock))).toBe(attempt < 10 ? 'queued' : 'failed')
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

test('a message whose job dies each time fails as well', async () => {
	await salon.book({ starts_at: at(10, '10:00') })
	for (let attempt = 1; attempt <= 10; attempt++) expect(await claim(minutes(attempt * 2))).toHaveLength(2)
	expect(await claim(minutes(30))).toEqual([])
	expect(await salon.sql`select distinct state from public.messages`).toMatchObject([{ state: 'failed' }])
})

test('only the server claims and finishes', async () => {
	for (const who of ['anon', salon.user.owner]) {
		expect(await codeOf(salon.call(who, 'claim_messages', { limit: 1 }))).toMatch(/permission denied/)
		expect(await codeOf(salon.call(who, 'finish_message', { id: salon.ids.cut }))).toMatch(/permission denied/)
	}
})
