import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { at, type Caller, CONTACT, codeOf, hashOf, openSalon, type Salon } from '../booking/salon.ts'

// The appointments in a member's calendar decide whose customer files they can read. `staff` is Anna; the victim is a
// customer of Ben's.
const VICTIM = { name: 'Vera Opfer', email: 'vera@example.org', phone: '+49307777777', note: 'Farbe: 7/1, Allergie' }

let salon: Salon
let file: string
let day = 3
beforeAll(async () => {
	salon = await openSalon()
})
afterAll(() => salon.close())
beforeEach(async () => {
	day += 1
	await salon.sql`delete from public.appointments`
	await salon.sql`delete from public.customers`
	await salon.book({ employee: salon.ids.ben, starts_at: at(day, '08:00') }, { ...VICTIM, note: '' })
	await salon.sql`update public.customers set note = ${VICTIM.note}`
	file = await fileOf(VICTIM.email)
})

const fileOf = async (email: string) =>
	(await salon.sql<{ id: string }[]>`select id from public.customers where email = ${email}`)[0]?.id as string
const reads = async (who: Caller, id = file) =>
	(await salon.run(who, 'select name, phone, note from public.customers where id = $1', [id])).length === 1
/** All rows that a member's client can read, as text. */
const everything = async (who: Caller) => {
	const tables = ['customers', 'appointments', 'appointment_lines', 'appointment_events', 'messages']
	const rows = await Promise.all(tables.map((table) => salon.run(who, `select * from public.${table}`)))
	return JSON.stringify(rows)
}
const byHand = (who: keyof Salon['user'], contact: object, starts = at(-2, '10:00'), more: object = {}) => {
	const usual = { location: salon.ids.location, services: [salon.ids.cut], employee: salon.ids.anna, notify: false }
	return salon.call(salon.user[who], 'create_appointment', { ...usual, starts_at: starts, contact, ...more })
}

describe('an appointment that staff enter by hand', () => {
	const typed = { name: 'Irgendwer', email: VICTIM.email, phone: '' }

	test.each([
		['in the past', () => at(-2, '10:00')],
		['yesterday, outside the hours', () => at(-1, '07:13')],
		['to come', () => at(day, '10:00')],
	])('%s opens no file and shows the typed contact', async (_, starts) => {
		const answer = await byHand('staff', typed, starts())
		const all = `${await everything(salon.user.staff)}${JSON.stringify(answer)}`
		expect(all).toContain('Irgendwer')
		for (const hidden of [VICTIM.name, VICTIM.phone, VICTIM.note]) expect(all).not.toContain(hidden)
		expect(await reads(salon.user.staff)).toBe(false)
		expect(await reads(salon.user.manager)).toBe(true)
	})

	test('does not open the file by name and number either, nor once it is completed', async () => {
		await salon.sql`insert into public.customers (company_id, name, phone, note)
			values (${salon.ids.company}, 'Ohne Mail', '030 555555', ${VICTIM.note})`
		const { id } = await byHand('staff', { name: 'Ohne Mail', phone: '030 555555' })
		await salon.call(salon.user.staff, 'complete_appointment', { appointment: id })
		expect(await everything(salon.user.staff)).not.toContain(VICTIM.note)
	})

	test('changes nothing in an existing file', async () => {
		await salon.sql`update public.customers set phone = ''`
		await byHand('staff', { ...typed, phone: '030 66666666' })
		const [row] = await salon.sql`select name, phone, note from public.customers where id = ${file}`
		expect(row).toEqual({ name: VICTIM.name, phone: '', note: VICTIM.note })
		// Managers see the appointment in the file, and their own entry fills empty fields.
		expect(await salon.sql`select id from public.appointments where customer_id = ${file}`).toHaveLength(2)
		await byHand('manager', { ...typed, phone: '030 66666666' }, at(day, '12:00'))
		const [filled] = await salon.sql`select name, phone from public.customers where id = ${file}`
		expect(filled).toEqual({ name: VICTIM.name, phone: '+493066666666' })
	})

	test('copies nothing from a file that its author cannot read', async () => {
		expect(await codeOf(byHand('staff', { customer_id: file }))).toBe('customer_not_found')
		await byHand('staff', typed)
		expect(await codeOf(byHand('staff', { customer_id: file }, at(-3, '10:00')))).toBe('customer_not_found')
	})

	test('opens no file later, when the customer books with others or moves their bookings into an account', async () => {
		await byHand('staff', { name: 'Kim', email: 'customer@example.org' })
		const planted = await fileOf('customer@example.org')
		expect(await reads(salon.user.staff, planted)).toBe(false)
		await salon.book(
			{ employee: salon.ids.ben, starts_at: at(day, '14:00') },
			{ ...CONTACT, email: 'customer@example.org' },
		)
		expect(await salon.call(salon.user.customer, 'adopt_guest_bookings')).toBe(2)
		expect(await reads(salon.user.staff, planted)).toBe(false)
	})
})

describe('a booking in the name of a customer', () => {
	test("opens no existing file, whether a guest or the member's own account typed it", async () => {
		await salon.book({ starts_at: at(day, '10:00') }, { ...CONTACT, email: VICTIM.email })
		expect(await reads(salon.user.staff)).toBe(false)
		const hold = { location: salon.ids.location, services: [salon.ids.cut], employee: salon.ids.anna }
		const secret_hash = hashOf('own')
		const { id } = await salon.call(salon.user.staff, 'hold_appointment', {
			...hold,
			starts_at: at(day, '12:00'),
			secret_hash,
		})
		await salon.call(salon.user.staff, 'confirm_appointment', {
			appointment: id,
			contact: { ...CONTACT, email: VICTIM.email },
		})
		expect(await reads(salon.user.staff)).toBe(false)
		expect(await everything(salon.user.staff)).not.toContain(VICTIM.note)
	})

	test('does not link the customer’s file to an account with an unconfirmed address', async () => {
		await salon.sql`insert into auth.users (id, email) values (gen_random_uuid(), ${VICTIM.email})`
		const [account] = await salon.sql`select id from auth.users where email = ${VICTIM.email}`
		const hold = { location: salon.ids.location, services: [salon.ids.cut], employee: salon.ids.anna }
		const { id } = await salon.call(account?.id, 'hold_appointment', { ...hold, starts_at: at(day, '10:00') })
		await salon.call(account?.id, 'confirm_appointment', {
			appointment: id,
			contact: { ...CONTACT, email: VICTIM.email },
		})
		expect(await reads(salon.user.staff)).toBe(false)
		expect(await salon.sql`select user_id from public.customers where id = ${file}`).toMatchObject([{ user_id: null }])
	})
})

describe('staff read the files of customers they serve', () => {
	test('who booked with the account of the file, until they cancel', async () => {
		const hold = { location: salon.ids.location, services: [salon.ids.cut], starts_at: at(day, '10:00') }
		const contact = { ...CONTACT, email: 'customer@example.org' }
		const bens = await salon.call(salon.user.customer, 'hold_appointment', { ...hold, employee: salon.ids.ben })
		await salon.call(salon.user.customer, 'confirm_appointment', { appointment: bens.id, contact })
		const own = await fileOf(contact.email)
		expect(await reads(salon.user.staff, own)).toBe(false)
		const annas = await salon.call(salon.user.customer, 'hold_appointment', { ...hold, employee: salon.ids.anna })
		await salon.call(salon.user.customer, 'confirm_appointment', { appointment: annas.id, contact })
		expect(await reads(salon.user.staff, own)).toBe(true)
		expect(await byHand('staff', { customer_id: own })).toMatchObject({ state: 'confirmed' })
		await salon.call(salon.user.customer, 'cancel_appointment', { appointment: annas.id })
		expect(await reads(salon.user.staff, own)).toBe(false)
	})

	test('whom a manager entered for them, but not of those a colleague entered', async () => {
		await byHand('manager', { name: 'Vera', email: VICTIM.email })
		expect(await reads(salon.user.staff)).toBe(true)
		await salon.sql`update public.members set role = 'staff' where user_id = ${salon.user.manager}`
		expect(await reads(salon.user.staff)).toBe(false)
		await salon.sql`update public.members set role = 'manager' where user_id = ${salon.user.manager}`
	})

	test.each([
		['staff', 'staff', [false, false, false]],
		['a manager', 'manager', [true, true, false]],
	] as const)(
		'whom %s who has since left entered, if they could read the file themselves',
		async (_, role, [meanwhile, after, unknown]) => {
			const { company, ben } = salon.ids
			const { stranger } = salon.user
			await salon.sql`insert into public.members (company_id, user_id, role) values (${company}, ${stranger}, ${role})`
			await salon.sql`update public.employees set user_id = ${stranger} where id = ${ben}`
			const { id } = await byHand('stranger', { name: 'Vera', email: VICTIM.email }, at(day, '11:00'), {
				employee: ben,
			})
			await salon.call(salon.user.manager, 'reschedule_appointment', {
				appointment: id,
				starts_at: at(day, '11:00'),
				employee: salon.ids.anna,
			})
			expect(await reads(salon.user.staff)).toBe(meanwhile)
			await salon.sql`update public.employees set user_id = null where id = ${ben}`
			await salon.sql`delete from public.members where user_id = ${stranger}`
			expect(await reads(salon.user.staff)).toBe(after)
			await salon.sql`update public.appointment_events set actor_role = null, actor_reads_all = null`
			expect(await reads(salon.user.staff)).toBe(unknown)
		},
	)

	test('whom a colleague entered who had the right to all files then and has it now, whatever their role', async () => {
		const { user, ids } = salon
		const change = (member: string, given: string[], taken: string[]) =>
			salon.call(user.owner, 'change_member_rights', { company: ids.company, user: member, given, taken })
		const enter = (who: 'manager' | 'stranger', time: string) =>
			byHand(who, { name: 'Vera', email: VICTIM.email }, at(day, time), who === 'manager' ? {} : { employee: ids.anna })
		await change(user.manager, [], ['all_customers'])
		await enter('manager', '11:00')
		expect(await reads(user.staff)).toBe(false)
		await change(user.manager, ['all_customers'], [])
		expect(await reads(user.staff)).toBe(false)
		await enter('manager', '12:00')
		expect(await reads(user.staff)).toBe(true)
		await change(user.manager, [], ['all_customers'])
		expect(await reads(user.staff)).toBe(false)
		await change(user.manager, ['all_customers'], [])

		await salon.sql`delete from public.appointment_events where actor_id = ${user.manager}`
		await salon.sql`insert into public.members (company_id, user_id, role) values (${ids.company}, ${user.stranger}, 'staff')`
		await change(user.stranger, ['all_customers', 'all_calendars'], [])
		await enter('stranger', '15:00')
		expect(await reads(user.staff)).toBe(true)
		await salon.sql`delete from public.members where user_id = ${user.stranger}`
		expect(await reads(user.staff)).toBe(true)
	})

	test('who are new and have come only to them', async () => {
		await salon.book({ starts_at: at(day, '10:00') })
		const own = await fileOf(CONTACT.email)
		expect(await reads(salon.user.staff, own)).toBe(true)
		await salon.book({ starts_at: at(day, '12:00') })
		expect(await reads(salon.user.staff, own)).toBe(true)
		await salon.book({ starts_at: at(day, '14:00'), employee: salon.ids.ben })
		expect(await reads(salon.user.staff, own)).toBe(false)
	})

	test('and nobody else reads any file', async () => {
		for (const who of ['customer', 'stranger', 'foreigner'] as const) expect(await reads(salon.user[who])).toBe(false)
		expect(await reads(salon.user.owner)).toBe(true)
		expect(await codeOf(reads('anon'))).toMatch(/permission denied/)
	})
})

test('no change of a file is sent to open calendars', async () => {
	const published = await salon.sql`select tablename from pg_publication_tables
		where pubname = 'supabase_realtime' and tablename in ('customers', 'messages')`
	expect(published).toEqual([])
})
