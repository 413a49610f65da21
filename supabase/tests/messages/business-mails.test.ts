import { afterAll, beforeEach, expect, test } from 'vitest'
import { at, CONTACT, openSalon, type Salon } from '../booking/salon.ts'

// How many mails strangers can cause to a business, and which mails it always gets (80_messages/20_mail_limits.sql).
let salon: Salon
const salons: Salon[] = []
let slot = 0
beforeEach(async () => {
	salon = await openSalon()
	salons.push(salon)
	slot = 0
})
afterAll(() => Promise.all(salons.map((one) => one.close())))

/** A different time for each booking with Anna, from the third day on. */
const nextTime = (): string => {
	const time = slot++
	return at(3 + Math.floor(time / 12), `${String(8 + (time % 12)).padStart(2, '0')}:00`)
}
const book = (email: string, from?: string) =>
	salon.book({ starts_at: nextTime() }, { ...CONTACT, email }, undefined, from)
type Mail = { kind: string; state: string; last_error: string }
const mailsTo = async (recipient: string): Promise<Mail[]> => {
	await salon.composeMails()
	return await salon.sql<Mail[]>`select kind, state, last_error from public.messages
		where recipient = ${recipient} order by created_at, kind`
}
const sentTo = async (recipient: string) => (await mailsTo(recipient)).filter(({ state }) => state !== 'skipped')
/** The number of mails to an address in each state. */
const states = async (recipient: string) => {
	const counts: Record<string, number> = {}
	for (const { state, last_error } of await mailsTo(recipient)) {
		const name = `${state} ${last_error}`.trim()
		counts[name] = (counts[name] ?? 0) + 1
	}
	return counts
}
/** Inserts that many mails that were sent to the business before. */
const earlier = async (recipient: string, count: number, ago = '2 hours') =>
	salon.sql`insert into public.messages (company_id, kind, audience, recipient, state, created_at)
		select ${salon.ids.company}, 'appointment_confirmed', 'business', ${recipient}, 'sent', now() - ${ago}::interval
		from generate_series(1, ${count})`

test.each([
	['their own', 'salon@example.com'],
	['the account of an owner', 'owner@example.org'],
])('get a mail for every booking of a busy day at %s, up to a limit per location', async (_, address) => {
	if (address === 'salon@example.com')
		await salon.sql`update auth.users set email = ${address} where id = ${salon.user.owner}`
	else await earlier('salon@example.com', 60)
	await earlier(address, 400)
	await earlier(address, 99, '10 minutes')
	await book('p1@example.net', '203.0.113.7')
	await book('p2@example.net', '203.0.113.7')
	expect(await states(address)).toEqual({
		sent: 499,
		queued: 1,
		...(address.startsWith('salon') && { 'skipped too_many_mails': 1 }),
	})
	const [kept] = await salon.sql`select recipient from public.messages where state = 'skipped'`
	expect(kept?.recipient).toBe('salon@example.com')
	await salon.sql`insert into public.locations (company_id, slug, name, state) values (${salon.ids.company}, 'zwei', 'Zwei', 'published')`
	await book('p3@example.net', '203.0.113.7')
	expect(await states(address)).toMatchObject({ queued: 2 })
	await earlier(address, 140, '5 minutes')
	await book('p4@example.net', '203.0.113.7')
	expect(await states(address)).toMatchObject({ queued: 2 })
	// The bookings themselves stay.
	expect(await salon.sql`select from public.appointments where state = 'confirmed'`).toHaveLength(4)
})

test('get thirty mails an hour about bookings, moves and cancellations of one network; another network still counts', async () => {
	await salon.sql`update auth.users set email = 'salon@example.com' where id = ${salon.user.owner}`
	for (let index = 0; index < 20; index++) {
		const from = `203.0.113.${index}`
		const { id, secret } = await book(`p${index}@example.net`, from)
		if (index > 14) continue
		await salon.call('anon', 'cancel_appointment', { appointment: id, secret }, undefined, from)
	}
	expect(await states('salon@example.com')).toEqual({ queued: 30, 'skipped too_many_mails': 5 })
	// Guests still get their own mails, and the business those about another network.
	expect(await sentTo('p19@example.net')).toMatchObject([{ kind: 'appointment_confirmed' }])
	await book('p21@example.net', '198.51.100.1')
	expect(await states('salon@example.com')).toMatchObject({ queued: 31 })
})

test('get thirty mails an hour about one account, from any address', async () => {
	await salon.sql`update auth.users set email = 'salon@example.com' where id = ${salon.user.owner}`
	const usual = { location: salon.ids.location, services: [salon.ids.cut], employee: salon.ids.anna }
	const contact = { ...CONTACT, email: 'customer@example.org' }
	for (let index = 0; index < 18; index++) {
		const from = `198.51.${index}.1`
		const { id } = await salon.call(salon.user.customer, 'hold_appointment', { ...usual, starts_at: nextTime() })
		await salon.call(salon.user.customer, 'confirm_appointment', { appointment: id, contact }, undefined, from)
		await salon.call(salon.user.customer, 'cancel_appointment', { appointment: id }, undefined, from)
	}
	expect(await states('salon@example.com')).toEqual({ queued: 30, 'skipped too_many_mails': 6 })
})

test('get fifteen mails an hour at an address that none of their members has confirmed, the others at an owner’s', async () => {
	const others = { location: salon.ids.location, services: [salon.ids.cut], employee: salon.ids.ben }
	for (let count = 0; count < 17; count++) await book(`p${count}@example.net`)
	expect(await mailsTo('salon@example.com')).toHaveLength(15)
	expect(await sentTo('owner@example.org')).toHaveLength(2)
	await salon.sql`update auth.users set email_confirmed_at = null where id = ${salon.user.owner}`
	await book('p18@example.net')
	expect(await mailsTo('salon@example.com')).toMatchObject([
		...Array.from({ length: 15 }, () => ({ state: 'queued' })),
		{ state: 'skipped', last_error: 'too_many_mails' },
	])
	// All spellings of an address are one mailbox.
	for (const written of ['Salon@Example.com', 'salon+neu@example.com'])
		await salon.sql`update public.locations set email = ${written}`.then(() => book('p20@example.net', '192.0.2.1'))
	expect(await sentTo('Salon@Example.com')).toEqual([])
	expect(await sentTo('salon+neu@example.com')).toEqual([])
	await salon.sql`update public.locations set email = 'salon@example.com'`
	// Once a member has confirmed the address, it counts as the business's own.
	await salon.sql`update auth.users set email = 'salon@example.com' where id = ${salon.user.manager}`
	await salon.book({ ...others, starts_at: nextTime() }, { ...CONTACT, email: 'p19@example.net' })
	expect(await sentTo('salon@example.com')).toHaveLength(16)
})
