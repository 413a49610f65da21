import { afterAll, beforeAll, expect, test } from 'vitest'
import { threadContract, waitingContract } from '#app/features/threads/threads.contracts.ts'
import { at, codeOf, openSalon, type Salon } from '../booking/salon.ts'

let salon: Salon
let hour = 8
beforeAll(async () => {
	salon = await openSalon()
})
afterAll(() => salon.close())

const book = (employee = salon.ids.anna) =>
	salon.book({ employee, starts_at: at(3, `${String(++hour).padStart(2, '0')}:00`) })
const later = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
type Booked = Awaited<ReturnType<typeof book>>
const ask = ({ id, secret }: Booked, text: string, now?: string, from?: string) =>
	salon.call('anon', 'write_to_business', { appointment: id, secret, text }, now, from)
const answer = (id: string, text: string, now?: string, who = salon.user.manager) =>
	salon.call(who, 'write_to_customer', { appointment: id, text }, now)
const threadOf = async ({ id, secret }: Booked) =>
	threadContract.strict().parse(await salon.call('anon', 'booking_thread', { appointment: id, secret }))
const seenBy = async (who: string, id: string) =>
	threadContract.strict().parse(await salon.call(who, 'appointment_thread', { appointment: id }))
const waiting = async (who: string) =>
	waitingContract.strict().parse(await salon.call(who, 'waiting_messages', { location: salon.ids.location }))
const mails = (id: string) => salon.sql<{ audience: string; recipient: string; words: string[]; state: string }[]>`
	select audience::text, recipient, payload -> 'words' as words, state::text from public.messages
	where appointment_id = ${id} and kind = 'appointment_message' order by created_at, id`

test('both sides write to each other, masked, and each sees what the other has seen', async () => {
	const visit = await book()
	await ask(visit, '  Darf mein Hund mit? 0170 1234567  ')
	const [first] = (await threadOf(visit)).messages
	expect(first).toMatchObject({
		by_customer: true,
		text: 'Darf mein Hund mit? ▮ ausgeblendet',
		seen: false,
		author: null,
	})
	expect((await seenBy(salon.user.staff, visit.id)).messages[0]).toMatchObject({ by_customer: true })
	expect((await threadOf(visit)).messages[0]?.seen).toBe(true)
	await answer(visit.id, 'Gern!', undefined, salon.user.staff)
	expect((await seenBy(salon.user.manager, visit.id)).messages[1]).toMatchObject({ author: 'Anna', seen: false })
	expect((await threadOf(visit)).messages.map(({ author }) => author)).toEqual([null, null])
	expect((await seenBy(salon.user.manager, visit.id)).messages[1]?.seen).toBe(true)
})

test('a program that opens the link before its reader does has seen nothing', async () => {
	const visit = await book()
	await ask(visit, 'Darf mein Hund mit?')
	await answer(visit.id, 'Gern!')
	const peeked = await salon.call('anon', 'peek_booking_thread', { appointment: visit.id, secret: visit.secret })
	expect(
		threadContract
			.strict()
			.parse(peeked)
			.messages.map(({ text }) => text),
	).toEqual(['Darf mein Hund mit?', 'Gern!'])
	expect((await seenBy(salon.user.manager, visit.id)).messages[1]?.seen).toBe(false)
})

test('nobody else reads or writes, and a wrong secret answers as no appointment at all', async () => {
	const visit = await book(salon.ids.ben)
	for (const call of [
		() => salon.call('anon', 'write_to_business', { appointment: visit.id, secret: 'wrong', text: 'Hallo' }),
		() => salon.call(salon.user.stranger, 'write_to_business', { appointment: visit.id, text: 'Hallo' }),
		() => salon.call(salon.user.stranger, 'booking_thread', { appointment: visit.id }),
		() => salon.call(salon.user.stranger, 'peek_booking_thread', { appointment: visit.id }),
		// Anna has no line of Ben's visit, and the other company none at all.
		() => answer(visit.id, 'Hallo', undefined, salon.user.staff),
		() => answer(visit.id, 'Hallo', undefined, salon.user.foreigner),
		() => salon.call(salon.user.staff, 'appointment_thread', { appointment: visit.id }),
		() => salon.call(salon.user.staff, 'settle_thread', { appointment: visit.id }),
	])
		expect(await codeOf(call())).toBe('appointment_not_found')
	expect(await codeOf(salon.call('anon', 'write_to_customer', { appointment: visit.id, text: 'x' }))).toMatch(
		/permission denied/,
	)
	await ask(visit, 'Geht es auch im Garten?')
	expect((await waiting(salon.user.staff)).rows.map(({ appointment_id }) => appointment_id)).not.toContain(visit.id)
	expect((await waiting(salon.user.manager)).rows).toContainEqual(
		expect.objectContaining({ appointment_id: visit.id, text: 'Geht es auch im Garten?', count: 1 }),
	)
	expect(await waiting(salon.user.foreigner)).toEqual({ total: 0, rows: [] })
	await salon.call(salon.user.manager, 'settle_thread', { appointment: visit.id })
	expect((await waiting(salon.user.manager)).rows.map(({ appointment_id }) => appointment_id)).not.toContain(visit.id)
})

test('limits: length, three without an answer, 20 in all, 30 days after the end, and blocked customers', async () => {
	const visit = await book()
	expect(await codeOf(ask(visit, ' \n '))).toBe('words_missing')
	expect(await codeOf(ask(visit, 'x'.repeat(501)))).toBe('words_too_long')
	for (const text of ['eins', 'eins', 'zwei', 'drei']) await ask(visit, text)
	expect((await threadOf(visit)).messages.map(({ text }) => text)).toEqual(['eins', 'zwei', 'drei'])
	expect(await codeOf(ask(visit, 'vier'))).toBe('too_many_unanswered')
	expect((await threadOf(visit)).open).toBe(false)
	await answer(visit.id, 'Ja')
	expect((await threadOf(visit)).open).toBe(true)
	for (let n = 5; n <= 20; n++) await (n % 2 ? ask(visit, `frage ${n}`) : answer(visit.id, `antwort ${n}`))
	expect(await codeOf(ask(visit, 'noch eine'))).toBe('thread_full')
	const other = await book()
	const end = Date.parse(other.visit.ends_at)
	const edge = (ms: number) => new Date(end + 30 * 86_400_000 + ms).toISOString()
	expect(await codeOf(ask(other, 'zu spät', edge(0)))).toBe('thread_closed')
	await ask(other, 'gerade noch', edge(-1000))
	const third = await book()
	await salon.sql`update public.customers set blocked = true where id = (select customer_id from public.appointments where id = ${third.id})`
	expect(await codeOf(ask(third, 'Hallo'))).toBe('thread_closed')
	await salon.sql`update public.customers set blocked = false`
})

test('mails go to the other side alone, together while one waits, and half an hour apart', async () => {
	const visit = await book()
	await ask(visit, 'Darf mein Hund mit?')
	await ask(visit, 'Er ist klein.', later(1))
	expect(await mails(visit.id)).toMatchObject([
		{
			audience: 'business',
			recipient: 'salon@example.com',
			words: ['Darf mein Hund mit?', 'Er ist klein.'],
			state: 'queued',
		},
	])
	await salon.sql`update public.messages set state = 'sent', attempts = 1 where appointment_id = ${visit.id} and kind = 'appointment_message'`
	await ask(visit, 'Und lieb.', later(5))
	const [, next] = await salon.sql<
		{ wait: number }[]
	>`select extract(epoch from next_attempt_at - created_at)::integer as wait
		from public.messages where appointment_id = ${visit.id} and kind = 'appointment_message' order by created_at`
	expect(next?.wait).toBeGreaterThan(20 * 60)
	await answer(visit.id, 'Gern!', later(6))
	const told = (await mails(visit.id)).filter(({ audience }) => audience === 'customer')
	expect(told).toMatchObject([{ recipient: 'mia@example.org', words: ['Gern!'] }])
})

test('under § 203 StGB no mail has a word of it', async () => {
	const visit = await salon.book({ services: [salon.ids.massage], starts_at: at(4, '09:00') })
	await ask(visit, 'Mein Rücken ist schlimmer.')
	expect(await mails(visit.id)).toMatchObject([{ words: [] }])
	const [stored] =
		await salon.sql`select payload::text from public.messages where appointment_id = ${visit.id} and kind = 'appointment_message'`
	expect(stored?.payload).not.toContain('Rücken')
})

test('two who write at once keep to the limits', async () => {
	const visit = await book()
	const codes = await Promise.all(Array.from({ length: 8 }, (_, n) => codeOf(ask(visit, `frage ${n}`))))
	expect(codes.filter((code) => code === 'no error')).toHaveLength(3)
	expect(codes.filter((code) => code === 'too_many_unanswered')).toHaveLength(5)
	expect(await mails(visit.id)).toHaveLength(1)
})

test('who deletes their data takes the words along, and no open calendar misses a message', async () => {
	const visit = await book()
	const [before] = await salon.sql`select count(*)::integer as n from public.calendar_changes`
	await ask(visit, 'Hallo')
	const [after] = await salon.sql`select count(*)::integer as n from public.calendar_changes`
	expect(Number(after?.n)).toBeGreaterThan(Number(before?.n))
	await salon.sql`select internal.take_contact_out(array[${visit.id}]::uuid[], 'Daten gelöscht')`
	expect(await salon.sql`select from public.appointment_messages where appointment_id = ${visit.id}`).toHaveLength(0)
	expect(await codeOf(answer(visit.id, 'Noch da?'))).toBe('thread_closed')
})
