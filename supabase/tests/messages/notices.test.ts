import { afterAll, beforeEach, expect, test } from 'vitest'
import { at, codeOf, CONTACT, openSalon, type Salon } from '../booking/salon.ts'

// Of what members get a mail, besides those to the address of the business (80_messages/45_notices.sql).
let salon: Salon
const salons: Salon[] = []
beforeEach(async () => {
	salon = await openSalon()
	salons.push(salon)
})
afterAll(() => Promise.all(salons.map((one) => one.close())))

const choose = (who: string, topic: string, scope: string, company = salon.ids.company) =>
	salon.call(who, 'choose_notices', { company, [topic]: scope })
/** The kinds and recipients of the mails to the business about an appointment; those held back with their reason. */
const told = async (appointment: string): Promise<string[]> => {
	await salon.composeMails()
	const rows = await salon.sql`select kind, recipient, last_error from public.messages
		where appointment_id = ${appointment} and audience = 'business' order by kind, recipient`
	return rows.map(({ kind, recipient, last_error }) =>
		[String(kind).replace('appointment_', ''), recipient, last_error].filter(Boolean).join(' '),
	)
}
const SHARED = 'salon@example.com'

test('members hear of all appointments, of their own, or of none, as they have chosen for each', async () => {
	const { user, ids } = salon
	await choose(user.manager, 'booked', 'all')
	await choose(user.staff, 'booked', 'own')
	await choose(user.owner, 'cancelled', 'all')
	const annas = await salon.book({ starts_at: at(3, '10:00') })
	expect(await told(annas.id)).toEqual([
		...['confirmed manager@example.org', `confirmed ${SHARED}`, 'confirmed staff@example.org'],
	])
	const bens = await salon.book(
		{ starts_at: at(3, '10:00'), employee: ids.ben },
		{ ...CONTACT, email: 'b@example.org' },
	)
	expect(await told(bens.id)).toEqual(['confirmed manager@example.org', `confirmed ${SHARED}`])
	await salon.call('anon', 'cancel_appointment', { appointment: bens.id, secret: bens.secret })
	expect((await told(bens.id)).slice(0, 2)).toEqual(['cancelled owner@example.org', `cancelled ${SHARED}`])
	// What the business does itself is told to nobody there.
	await salon.call(user.manager, 'cancel_appointment', { appointment: annas.id })
	expect((await told(annas.id)).filter((line) => line.startsWith('cancelled'))).toEqual([])
})

test('whoever has the address of the business chooses for it, and hears of nothing twice', async () => {
	const { user, sql } = salon
	await sql`update auth.users set email = ${SHARED} where id = ${user.owner}`
	await choose(user.owner, 'booked', 'all')
	const first = await salon.book({ starts_at: at(3, '10:00') })
	expect(await told(first.id)).toEqual([`confirmed ${SHARED}`])
	await choose(user.owner, 'booked', 'none')
	const second = await salon.book({ starts_at: at(3, '11:00') }, { ...CONTACT, email: 'b@example.org' })
	expect(await told(second.id)).toEqual([`confirmed ${SHARED} not_wanted`])
	// Without the right to all calendars nobody turns off what the others rely on.
	await sql`update auth.users set email = 'elsewhere@example.org' where id = ${user.owner}`
	await sql`update auth.users set email = ${SHARED} where id = ${user.staff}`
	for (const [scope, time] of [
		['none', '12:00'],
		['all', '13:00'],
	] as const) {
		await choose(user.staff, 'booked', scope)
		const bens = { starts_at: at(3, time), employee: salon.ids.ben }
		const { id } = await salon.book(bens, { ...CONTACT, email: `${scope}@example.org` })
		expect([scope, await told(id)]).toEqual([scope, [`confirmed ${SHARED}`]])
	}
})

test('without the right to all calendars a member hears of their own only, and of nothing once they have left', async () => {
	const { user, ids, sql } = salon
	await choose(user.staff, 'booked', 'all')
	const bens = await salon.book({ starts_at: at(3, '10:00'), employee: ids.ben })
	expect(await told(bens.id)).toEqual([`confirmed ${SHARED}`])
	const annas = await salon.book({ starts_at: at(3, '11:00') }, { ...CONTACT, email: 'b@example.org' })
	expect(await told(annas.id)).toEqual([`confirmed ${SHARED}`, 'confirmed staff@example.org'])
	await sql`update auth.users set email_confirmed_at = null where id = ${user.staff}`
	const unproven = await salon.book({ starts_at: at(3, '12:00') }, { ...CONTACT, email: 'c@example.org' })
	expect(await told(unproven.id)).toEqual([`confirmed ${SHARED}`])
	await sql`delete from public.members where user_id = ${user.staff}`
	expect(await sql`select from public.notice_choices`).toHaveLength(0)
})

test('members choose for themselves only, and where they work; what is not named stays', async () => {
	const { user, ids } = salon
	for (const [who, company] of [
		[user.staff, ids.other],
		[user.foreigner, ids.company],
		[user.customer, ids.company],
	] as const)
		expect(await codeOf(choose(who, 'moved', 'all', company))).toBe('company_not_found')
	expect(await codeOf(choose('anon', 'moved', 'all'))).toMatch(/permission denied/)
	await choose(user.staff, 'moved', 'own')
	await choose(user.staff, 'booked', 'none')
	await choose(user.staff, 'booked', 'own')
	const seen = (who: string) => salon.run(who, 'select topic, scope from public.notice_choices order by topic')
	expect(await seen(user.staff)).toEqual([
		{ topic: 'booked', scope: 'own' },
		{ topic: 'moved', scope: 'own' },
	])
	expect(await seen(user.owner)).toEqual([])
})

test('the private address of a member is read by them and by managers, and goes with the membership', async () => {
	const { user, sql, ids } = salon
	const reception = await salon.addMember('reception')
	await choose(user.staff, 'booked', 'own')
	await choose(reception, 'booked', 'all')
	const { id } = await salon.book({ starts_at: at(3, '10:00') })
	await salon.composeMails()
	const [own] = await sql`select email from auth.users where id = ${reception}`
	const seen = async (who: string) =>
		(
			await salon.run(
				who,
				"select recipient from public.messages where appointment_id = $1 and audience = 'business' order by recipient",
				[id],
			)
		).map(({ recipient }) => String(recipient))
	const all = [String(own?.email), SHARED, 'staff@example.org'].sort()
	for (const who of [user.owner, user.manager]) expect((await seen(who)).sort()).toEqual(all)
	expect((await seen(reception)).sort()).toEqual([String(own?.email), SHARED].sort())
	for (const who of [user.staff, user.customer, user.foreigner]) expect(await seen(who)).toEqual([])
	expect(await codeOf(seen('anon'))).toMatch(/permission denied/)
	// Sent and waiting alike: an account that goes, a member that leaves.
	await sql`update public.messages set state = 'sent', sent_at = now() where user_id = ${reception}`
	await sql`delete from auth.users where id = ${reception}`
	expect(await seen(user.owner)).toEqual([SHARED, 'staff@example.org'])
	await sql`delete from public.members where company_id = ${ids.company} and user_id = ${user.staff}`
	expect(await seen(user.owner)).toEqual([SHARED])
})

test('what goes to the account of an owner because the address of the business is full is for managers only, too', async () => {
	const { user, sql, ids } = salon
	const reception = await salon.addMember('reception')
	await sql`insert into public.messages (company_id, kind, audience, recipient, state, created_at)
		select ${ids.company}, 'appointment_confirmed', 'business', ${SHARED}, 'sent', now() - interval '2 hours' from generate_series(1, 60)`
	const { id } = await salon.book({ starts_at: at(3, '10:00') })
	expect(await told(id)).toEqual(['confirmed owner@example.org'])
	const seen = (who: string) =>
		salon.run(who, "select recipient from public.messages where appointment_id = $1 and audience = 'business'", [id])
	expect(await seen(reception)).toEqual([])
	expect(await seen(user.manager)).toEqual([{ recipient: 'owner@example.org' }])
})
