import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ticketContract } from '#app/features/contact/contact.server.ts'
import { codeOf, openSalon, type Salon } from '../booking/salon.ts'

const GITTA = { name: 'Gitta Gast', email: 'gitta@example.org' }

let salon: Salon
beforeAll(async () => {
	salon = await openSalon()
})
afterAll(() => salon.close())
beforeEach(async () => {
	for (const table of ['public.tickets', 'internal.ticket_numbers', 'public.messages', 'internal.mail_counts'])
		await salon.sql.unsafe(`delete from ${table}`)
})

type Written = { subject?: string; text?: string; name?: string; email?: string }
const write = async (written: Written = {}, who = 'anon', { now, from }: { now?: string; from?: string } = {}) =>
	ticketContract
		.strict()
		.parse(
			await salon.call(who, 'open_ticket', { subject: 'booking', text: 'Wo ist es?', ...GITTA, ...written }, now, from),
		)
const rows = () =>
	salon.sql`select number, subject, text, name, email, user_id, state from public.tickets order by number`
const mails = () => salon.sql`select recipient, company_id, payload from public.messages where kind = 'ticket_received'`

test('a message gets the next number of its year, as the year is in Germany, and one receipt', async () => {
	// Half past eleven at night in London is the next year in Berlin.
	expect(await write({}, 'anon', { now: '2030-12-31T22:30:00Z' })).toEqual({ number: 'ZP-2030-000001', receipt: true })
	expect((await write({ text: 'Zwei' }, 'anon', { now: '2030-12-31T22:40:00Z' })).number).toBe('ZP-2030-000002')
	expect((await write({ text: 'Drei' }, 'anon', { now: '2030-12-31T23:30:00Z' })).number).toBe('ZP-2031-000001')
	expect((await rows())[0]).toMatchObject({ ...GITTA, subject: 'booking', state: 'open', user_id: null })
	expect((await mails())[0]).toEqual({
		...{ recipient: GITTA.email, company_id: null },
		payload: { number: 'ZP-2030-000001', subject: 'booking', name: 'Gitta Gast', text: '' },
	})
})

test('numbers have no gaps, however many write at once and fail', async () => {
	const answers = await Promise.all(
		Array.from({ length: 24 }, (_, index) =>
			codeOf(write({ text: index % 4 === 0 ? '  ' : `Nummer ${index}`, email: `g${index}@example.org` })),
		),
	)
	expect(answers.filter((code) => code === 'text_missing')).toHaveLength(6)
	const numbers = (await rows()).map(({ number }) => Number(String(number).slice(-6)))
	expect(numbers).toEqual(Array.from({ length: 18 }, (_, index) => index + 1))
})

test('a double click makes one message, and nonsense is refused', async () => {
	const [one, two] = await Promise.all([write(), write()])
	expect(one?.number).toBe(two?.number)
	expect(await rows()).toHaveLength(1)
	expect(await codeOf(write({ text: ' \n ' }))).toBe('text_missing')
	expect(await codeOf(write({ text: 'x'.repeat(4001) }))).toBe('text_too_long')
	expect(await codeOf(write({ name: ' ' }))).toBe('name_missing')
	expect(await codeOf(write({ email: '' }))).toBe('email_missing')
	expect(await codeOf(write({ email: 'a@example.org, b@example.org' }))).toBe('email_invalid')
})

test('a place writes five an hour, and a foreign address gets three receipts', async () => {
	const from = '198.51.100.9'
	const answers: boolean[] = []
	for (let count = 0; count < 5; count++)
		answers.push((await write({ text: `Nr. ${count}` }, 'anon', { from })).receipt)
	expect(answers).toEqual([true, true, true, false, false])
	expect(await codeOf(write({ text: 'Noch eine' }, 'anon', { from }))).toBe('too_many_tickets')
	expect(await rows()).toHaveLength(5)
	expect(await mails()).toHaveLength(3)
	// The same as before is no new message.
	expect((await write({ text: 'Nr. 4' }, 'anon', { from })).number).toBe('ZP-2026-000005'.replace('2026', thisYear()))
	const { customer } = salon.user
	for (let count = 0; count < 5; count++) await write({ text: `${count}` }, customer, { from: `203.0.113.${count}` })
	expect(await codeOf(write({ text: '6' }, customer, { from: '203.0.113.99' }))).toBe('too_many_tickets')
})

const thisYear = () => new Date().toLocaleDateString('de-DE', { year: 'numeric', timeZone: 'Europe/Berlin' })

test('the receipt repeats the words only to the confirmed address of the account', async () => {
	const { customer } = salon.user
	const [account] = await salon.sql`select email from auth.users where id = ${customer}`
	await salon.sql`update auth.users set email_confirmed_at = now() where id = ${customer}`
	await write({ text: 'Meine Worte', email: String(account?.email) }, customer)
	await write({ text: 'Fremde Worte' }, customer)
	expect((await mails()).map(({ payload }) => (payload as { text: string }).text)).toEqual(['Meine Worte', ''])
	expect((await rows()).map(({ user_id }) => user_id)).toEqual([customer, customer])
	for (const who of [customer, salon.user.owner, 'anon'])
		expect(await codeOf(salon.run(who, 'select from public.tickets'))).toMatch(/permission denied/)
})

test('after a year without a change the person goes and the number stays', async () => {
	await write({}, 'anon', { now: '2029-06-30T10:00:00Z' })
	await write({ text: 'Neuer' }, 'anon', { now: '2029-07-02T10:00:00Z' })
	const forget = () => salon.call<number>('service_role', 'forget_due', { rule: 'tickets' }, '2030-07-01T02:00:00Z')
	expect([await forget(), await forget()]).toEqual([1, 0])
	expect(await rows()).toMatchObject([
		{ number: 'ZP-2029-000001', text: '', name: '', email: '', state: 'closed' },
		{ number: 'ZP-2029-000002', text: 'Neuer', ...GITTA, state: 'open' },
	])
})

test('with an account its messages go, whatever address they name', async () => {
	const { stranger } = salon.user
	await write({ text: 'Weg' }, stranger)
	await write({ text: 'Bleibt' })
	await salon.sql`select internal.delete_account(${stranger})`
	expect((await rows()).map(({ text, name }) => [text, name])).toEqual([
		['', ''],
		['Bleibt', GITTA.name],
	])
})
