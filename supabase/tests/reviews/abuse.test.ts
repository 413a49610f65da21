import { afterAll, beforeAll, expect, test } from 'vitest'
import { reviewPageContract } from '#app/features/reviews/reviews.contracts.ts'
import { at, codeOf, CONTACT, openSalon, type Salon } from '../booking/salon.ts'

let salon: Salon
let day = 10
beforeAll(async () => {
	salon = await openSalon(4)
})
afterAll(() => salon.close())

/** A visit on a day of its own that has taken place. */
async function visit(contact: object = CONTACT) {
	day += 1
	const { id, secret } = await salon.book({ starts_at: at(day, '10:00') }, contact)
	await salon.call(salon.user.owner, 'complete_appointment', { appointment: id }, at(day, '11:00'))
	return { id, secret, after: at(day + 1, '12:00'), late: at(day + 40, '12:00') }
}
type Visit = Awaited<ReturnType<typeof visit>>
const save = async ({ id, secret, after }: Visit, more: object = {}) =>
	reviewPageContract.parse(
		await salon.call('anon', 'save_review', { appointment: id, secret, rating: 5, ...more }, after),
	)
const stored = async ({ id }: Visit) =>
	(
		await salon.sql`select author, text, reply, replied_at, state, hold_reason from public.reviews where appointment_id = ${id}`
	)[0]

test.each([
	['Mia Maria Muster', 'Mia M.'],
	['Özlem Çelik', 'Özlem Ç.'],
	['Anna-Lena O’Neill', 'Anna-Lena O.'],
	['Dr. Vera Vogt', 'Dr. V.'],
	['Юлия', 'Юлия'],
	['Mia (Handy 0176)', 'Mia'],
	['mia@example.org', 'Anonym'],
	['0176 123456', 'Anonym'],
	['www.casino.example', 'Anonym'],
	['<b>Mia</b> Muster', 'Anonym'],
	['\u202EaiM Muster', 'Anonym'],
	['Gelöschtes Konto', 'Anonym'],
])('the name %j appears as %j', async (name, shown) => {
	const [row] = await salon.sql`select internal.short_name(${name}) as author`
	expect(row?.author).toBe(shown)
})

test('a link opens the review of its own visit only, and no account that of another', async () => {
	const [own, other] = [await visit(), await visit({ ...CONTACT, email: 'vera@example.org' })]
	await save(other, { text: 'Geheim' })
	for (const verb of ['get_review', 'save_review', 'add_to_review', 'delete_review']) {
		const more = { save_review: { rating: 1, version: 1 }, add_to_review: { text: 'x', version: 1 } }[verb] ?? {}
		const args = { appointment: other.id, secret: own.secret, ...more }
		for (const who of ['anon', salon.user.customer, salon.user.owner, salon.user.foreigner])
			expect([verb, await codeOf(salon.call(who, verb, args, other.after))]).toEqual([verb, 'appointment_not_found'])
	}
	expect(await stored(other)).toMatchObject({ text: 'Geheim' })
})

test('nobody reads or writes the table besides: who wrote it, which visit, what was held back', async () => {
	await save(await visit())
	for (const who of ['anon', salon.user.customer, salon.user.owner]) {
		for (const column of ['appointment_id', 'hold_reason', 'removed_reason', '*'])
			expect(await codeOf(salon.run(who, `select ${column} from public.reviews`))).toMatch(/permission denied/)
		for (const statement of ['update public.reviews set rating = 1', 'delete from public.reviews'])
			expect(await codeOf(salon.run(who, statement))).toMatch(/permission denied/)
	}
})

test('words keep their lines, and lose what would turn or hide the words beside them', async () => {
	const done = await visit()
	await save(done, { text: '\r\n Gut.\r\n<script>alert(1)</script>\u202Etxet\u0007 \n' })
	expect(await stored(done)).toMatchObject({ text: 'Gut.\n<script>alert(1)</script>txet' })
})

test('five additions of the longest signs fit', async () => {
	const done = await visit()
	await save(done)
	await salon.sql`update public.reviews set created_at = ${at(day - 1, '12:00')} where appointment_id = ${done.id}`
	for (const version of [1, 2, 3, 4, 5])
		await salon.call(
			'anon',
			'add_to_review',
			{ appointment: done.id, secret: done.secret, version, text: '🌈'.repeat(1000) },
			done.late,
		)
	const [row] =
		await salon.sql`select jsonb_array_length(additions) as many from public.reviews where appointment_id = ${done.id}`
	expect(row?.many).toBe(5)
})

test('members do not review their own business, whatever spelling of their address they book with', async () => {
	const done = await visit({ ...CONTACT, email: 'Manager+eins@example.org' })
	expect(await codeOf(save(done))).toBe('self_review')
	await salon.sql`update auth.users set email_confirmed_at = null where id = ${salon.user.manager}`
	expect((await save(done)).step).toBe('edit')
	await salon.sql`update auth.users set email_confirmed_at = now() where id = ${salon.user.manager}`
})

test('what a business can type silences nobody: its own address, or a number of a member, is only looked at first', async () => {
	const [written, byMail, byPhone] = [
		await visit({ ...CONTACT, email: 'vera@firma.example' }),
		await visit({ ...CONTACT, email: 'Vera+zwei@firma.example' }),
		await visit({ ...CONTACT, phone: '+4930777' }),
	]
	await save(written, { text: 'Gut' })
	await salon.sql`update public.companies set email = 'vera@firma.example' where id = ${salon.ids.company}`
	await salon.sql`update public.profiles set phone = '+4930777' where id = ${salon.user.staff}`
	expect((await save(written, { text: 'Schlecht', version: 1 })).step).toBe('edit')
	expect(await stored(written)).toMatchObject({ text: 'Schlecht', state: 'published' })
	for (const done of [byMail, byPhone]) {
		await save(done)
		expect(await stored(done)).toMatchObject({ state: 'held_back', hold_reason: 'address' })
	}
	await salon.sql`update public.companies set email = '' where id = ${salon.ids.company}`
	await salon.sql`update public.profiles set phone = '' where id = ${salon.user.staff}`
})

test('another address in a visit that has begun leaves its customer the link', async () => {
	const done = await visit()
	// The driver cuts instants to milliseconds.
	await salon.run(
		salon.user.manager,
		`select public.change_appointment($1, (select updated_at from public.appointments where id = $1), p_contact => '{"email": "weg@example.org"}')`,
		[done.id],
		done.after,
	)
	expect((await save(done)).step).toBe('edit')
})

test('who takes a review back and writes anew gets round neither the second look nor the end of editing', async () => {
	const [held, old] = [await visit(), await visit()]
	await salon.sql`update public.appointments set created_at = ends_at where id = ${held.id}`
	await save(held)
	await salon.call('anon', 'delete_review', { appointment: held.id, secret: held.secret }, held.after)
	await salon.sql`update public.appointments set created_at = starts_at - interval '1 day' where id = ${held.id}`
	expect((await save(held)).review).toMatchObject({ state: 'held_back', created_at: expect.anything() })
	await save(old)
	await salon.call('anon', 'delete_review', { appointment: old.id, secret: old.secret }, old.after)
	const late = { ...old, after: old.late }
	expect(await codeOf(save(late))).toBe('review_closed')
	expect((await save(old)).review?.edited_at).not.toBeNull()
})

test('one visit is reviewed twenty times a day at most, since every time locks its location', async () => {
	const done = await visit()
	const codes: string[] = []
	for (let turn = 0; turn < 21; turn++)
		codes.push(
			await codeOf(
				salon.call('anon', 'delete_review', { appointment: done.id, secret: done.secret }, done.after, '198.51.100.7'),
			),
		)
	expect(codes.slice(19)).toEqual(['no error', 'rate_limited'])
})

test('a visit that came with a file cannot be reviewed', async () => {
	const done = await visit()
	await salon.sql`insert into internal.imported_companies values (${salon.ids.company}, ${done.id.slice(0, 26)})`
	expect(await codeOf(save(done))).toBe('visit_elsewhere')
	await salon.sql`delete from internal.imported_companies`
	expect((await save(done)).step).toBe('edit')
})

test('a visit entered when it was over is looked at first', async () => {
	const done = await visit()
	await salon.sql`update public.appointments set created_at = ends_at where id = ${done.id}`
	await save(done)
	expect(await stored(done)).toMatchObject({ state: 'held_back', hold_reason: 'quick' })
})

test('a reply goes with the words that it answered, and with nothing else', async () => {
	const done = await visit()
	await save(done, { text: 'Gut' })
	const [row] = await salon.sql`select id from public.reviews where appointment_id = ${done.id}`
	await salon.call(salon.user.manager, 'reply_review', { review: row?.id, reply: 'Danke', version: 1 }, done.after)
	await save(done, { text: 'Gut', anonymous: true, version: 1 })
	expect(await stored(done)).toMatchObject({ author: 'Anonym', reply: 'Danke', replied_at: new Date(done.after) })
	await save(done, { text: 'Schlecht', version: 2 })
	expect(await stored(done)).toMatchObject({ reply: '', replied_at: null })
})
