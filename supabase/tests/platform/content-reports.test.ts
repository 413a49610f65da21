import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { at, codeOf, openSalon, type Salon } from '../booking/salon.ts'

// "Melden": anybody reports what everybody sees, gets a receipt, and what is reported stays visible.

let salon: Salon
let review: string
let image: string
beforeAll(async () => {
	salon = await openSalon()
	const { sql, ids } = salon
	const { id } = await salon.book({ starts_at: at(3, '10:00') })
	const [written] = await sql`insert into public.reviews (location_id, appointment_id, author, rating, text, reply)
		values (${ids.location}, ${id}, 'Kim', 2, 'Nie wieder.', 'Schade.') returning id`
	const path = `${ids.location}/${randomUUID()}.webp`
	const [picture] = await sql`insert into public.location_images (location_id, path, alt, width, height)
		values (${ids.location}, ${path}, 'Der Empfang', 800, 600) returning id`
	review = String(written?.id)
	image = String(picture?.id)
})
afterAll(() => salon.close())
beforeEach(async () => {
	await salon.sql`delete from internal.content_reports`
	await salon.sql`delete from public.messages`
	await salon.sql`delete from internal.mail_counts`
	await salon.sql`update public.reviews set state = 'published'`
})

type Reported = { reported_at: string; receipt: boolean }
const WORDS = { ground: 'insult', explanation: 'Das ist eine Beleidigung.', good_faith: true }
const report = (change: object = {}, from?: string, who = 'anon') =>
	salon.call<Reported>(who, 'report_content', { kind: 'review', target: review, ...WORDS, ...change }, undefined, from)
const reports = () =>
	salon.sql`select target_kind, url, shown, ground, name, email, state, company_id from internal.content_reports`
const mails = () => salon.sql`select kind, recipient, company_id, payload from public.messages order by created_at`

test('listing, picture, review and reply are reported with what stood there', async () => {
	const { location, company } = salon.ids
	const told = {
		listing: 'salon-loewe',
		image: 'Der Empfang',
		review: 'Kim, 2 Sterne\n\nNie wieder.',
		reply: 'Schade.',
	}
	const targets = { listing: location, image, review, reply: review }
	for (const kind of Object.keys(targets) as (keyof typeof targets)[]) {
		const target = targets[kind]
		expect(await salon.call('anon', 'get_report_target', { kind, target })).toMatchObject({ slug: 'salon-loewe' })
		await report({ kind, target })
		const [stored] =
			await salon.sql`select shown, url, company_id from internal.content_reports where target_kind = ${kind}`
		expect(stored).toMatchObject({ url: '/listings/salon-loewe', company_id: company })
		expect(String(stored?.shown).startsWith(told[kind])).toBe(true)
	}
	expect(await mails()).toEqual([])
})

test('a reported review is marked and stays visible; its average counts on', async () => {
	await report()
	const seen = await salon.run('anon', 'select state, text from public.reviews')
	expect([...seen]).toEqual([{ state: 'reported', text: 'Nie wieder.' }])
	const [place] = await salon.sql`select rating_count from public.locations where id = ${salon.ids.location}`
	expect(place?.rating_count).toBe(1)
	// What is about the reply does not mark the review.
	await salon.sql`update public.reviews set state = 'published'`
	await report({ kind: 'reply', explanation: 'Die Antwort.' })
	expect([...(await salon.run('anon', 'select state from public.reviews'))]).toEqual([{ state: 'published' }])
})

test('the receipt goes to the address given, without words that lead away, and the same report counts once', async () => {
	const own = { name: 'Ida Berg', email: 'ida@example.org', explanation: 'Siehe www.boese.example und 030 1234567890' }
	const first = await report(own)
	expect(first.receipt).toBe(true)
	expect(await report(own)).toEqual(first)
	expect(await reports()).toHaveLength(1)
	const [mail, ...more] = await mails()
	expect(more).toEqual([])
	expect(mail).toMatchObject({ kind: 'report_received', recipient: 'ida@example.org', company_id: null })
	expect(mail?.payload).toMatchObject({ name: 'Ida Berg', explanation: '', kind: 'review', ground: 'insult' })
	// Nobody in the business reads who has reported.
	expect(await salon.run(salon.user.owner, 'select from public.messages')).toHaveLength(0)
})

test('what nobody sees cannot be reported, and nothing incomplete', async () => {
	const { sql, ids } = salon
	await sql`update public.reviews set state = 'removed'`
	expect(await codeOf(report())).toBe('target_not_found')
	await sql`update public.reviews set state = 'held_back'`
	expect(await codeOf(report({ kind: 'reply' }))).toBe('target_not_found')
	await sql`update public.reviews set state = 'published'`
	await sql`update public.locations set state = 'paused' where id = ${ids.location}`
	for (const [kind, target] of [
		['listing', ids.location],
		['image', image],
		['review', review],
	] as const)
		expect(await codeOf(report({ kind, target }))).toBe('target_not_found')
	await sql`update public.locations set state = 'published' where id = ${ids.location}`
	expect(await codeOf(report({ kind: 'company', target: ids.company }))).toBe('target_not_found')
	expect(await codeOf(report({ target: null }))).toBe('target_not_found')
	expect(await codeOf(report({ ground: 'x' }))).toBe('ground_invalid')
	expect(await codeOf(report({ explanation: ' \n' }))).toBe('explanation_missing')
	expect(await codeOf(report({ explanation: 'x'.repeat(4001) }))).toBe('text_too_long')
	expect(await codeOf(report({ name: 'x'.repeat(121) }))).toBe('name_too_long')
	expect(await codeOf(report({ email: 'ida@' }))).toBe('email_invalid')
	expect(await codeOf(report({ good_faith: false }))).toBe('good_faith_missing')
	expect(await reports()).toEqual([])
})

test('a place reports twenty times an hour, an address gets three receipts, and everybody may report', async () => {
	const receipts: boolean[] = []
	for (let count = 0; count < 5; count++)
		receipts.push((await report({ email: 'ida@example.org', explanation: `Grund ${count}` }, '198.51.100.7')).receipt)
	expect(receipts).toEqual([true, true, true, false, false])
	for (let count = 0; count < 15; count++) await report({ explanation: `Mehr ${count}` }, '198.51.100.7')
	expect(await codeOf(report({ explanation: 'Noch' }, '198.51.100.7'))).toBe('too_many_reports')
	const { customer, staff, owner, stranger } = salon.user
	for (const who of [customer, staff, owner, stranger]) await report({ explanation: who }, undefined, who)
	expect(await reports()).toHaveLength(24)
})

test('a year after it came in a report goes, once it is decided; until then its address can read it', async () => {
	await report({ email: 'customer@example.org' })
	const own = await salon.call<{ content_reports: object[] }>(salon.user.customer, 'own_account_data')
	expect(own.content_reports).toMatchObject([{ kind: 'review', ground: 'insult', state: 'open' }])
	const forget = (now: string) => salon.call('service_role', 'forget_due', { rule: 'content_reports', limit: 10 }, now)
	const later = at(370, '10:00')
	expect(await forget(later)).toBe(0)
	await salon.sql`update internal.content_reports set state = 'decided'`
	expect(await forget(at(360, '10:00'))).toBe(0)
	expect(await forget(later)).toBe(1)
})
