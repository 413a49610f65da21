import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { at, codeOf, CONTACT, openSalon, type Salon } from '../booking/salon.ts'

// What a member may do: what the role brings, and what an owner has given or taken one by one.
let salon: Salon
let reception: string
let day = 3
beforeAll(async () => {
	salon = await openSalon()
	reception = await salon.addMember('reception')
})
beforeEach(async () => {
	day++
	await salon.sql`delete from public.member_rights`
})
afterAll(() => salon.close())

type Given = { given?: string[]; taken?: string[] }
const change = (who: string, user: string, rights: Given) =>
	codeOf(salon.call(who, 'change_member_rights', { company: salon.ids.company, user, ...rights }))
async function rightsOf(user: string): Promise<string[]> {
	const rows = await salon.run(user, 'select rights::text[] from public.own_memberships()')
	return rows[0]?.rights as string[]
}
/** An appointment of Ben's, who has no account. */
const bens = async (state?: 'requested'): Promise<string> => {
	const { id } = await salon.book({ employee: salon.ids.ben, starts_at: at(day, '10:00') })
	if (state) await salon.sql`update public.appointments set state = ${state} where id = ${id}`
	return id
}
const byHand = (employee: string) => ({
	...{
		location: salon.ids.location,
		services: [salon.ids.cut],
		starts_at: at(day, '15:00'),
		employee,
		contact: CONTACT,
	},
})

test('each role brings its rights', async () => {
	const { owner, manager, staff, customer } = salon.user
	expect(await rightsOf(staff)).toEqual(['book', 'move', 'cancel', 'contact_data'])
	expect(await rightsOf(reception)).toEqual([
		'all_calendars',
		'all_customers',
		'book',
		'move',
		'cancel',
		'contact_data',
	])
	expect(await rightsOf(manager)).toEqual([
		'all_calendars',
		'all_customers',
		'book',
		'move',
		'cancel',
		'export',
		'health',
		'appointment_price',
		'reports',
		'contact_data',
	])
	expect(await rightsOf(owner)).toEqual(await rightsOf(manager))
	expect(await rightsOf(customer)).toBeUndefined()
})

test('the reception runs everybody’s day', async () => {
	const visit = await bens('requested')
	for (const verb of ['confirm_appointment', 'cancel_appointment'])
		expect(await codeOf(salon.call(reception, verb, { appointment: visit }))).toBe('no error')
	const made = await salon.call(reception, 'create_appointment', byHand(salon.ids.ben))
	const moved = { appointment: made.id, starts_at: at(day, '16:00'), employee: salon.ids.anna, notify: 'never' }
	expect(await codeOf(salon.call(reception, 'reschedule_appointment', moved))).toBe('no error')
	const block = {
		location: salon.ids.location,
		employee: salon.ids.ben,
		starts_at: at(day, '18:00'),
		ends_at: at(day, '19:00'),
	}
	expect(await codeOf(salon.call(reception, 'block_time', block))).toBe('no error')
	expect(
		await salon.run(reception, 'select id from public.messages where appointment_id = $1', [visit]),
	).not.toHaveLength(0)
})

test('the reception sets nothing up', async () => {
	const { ids, user } = salon
	const changed = async (statement: string, id: string) => (await salon.run(reception, statement, [id])).count
	expect(await changed('update public.services set price_cents = 1 where id = $1', ids.cut)).toBe(0)
	expect(await changed('update public.employee_services set price_cents = 1 where service_id = $1', ids.cut)).toBe(0)
	expect(await changed('delete from public.working_hours where employee_id = $1', ids.ben)).toBe(0)
	expect(await changed('update public.locations set notice_minutes = 5 where id = $1', ids.location)).toBe(0)
	const week = { employee: ids.ben, rows: [] }
	expect(await codeOf(salon.call(reception, 'replace_working_hours', week))).not.toBe('no error')
	const invitation = { company: ids.company, email: 'neu@example.org', role: 'staff' }
	expect(await codeOf(salon.call(reception, 'invite_member', invitation))).toBe('role_not_allowed')
	expect(await codeOf(salon.call(reception, 'remove_member', { company: ids.company, user: user.staff }))).toBe(
		'role_not_allowed',
	)
})

test('what is taken from one person is refused, for others nothing changes', async () => {
	const { owner, manager } = salon.user
	expect(await change(owner, reception, { taken: ['book', 'move', 'cancel'] })).toBe('no error')
	const visit = await bens('requested')
	const later = { appointment: visit, starts_at: at(day, '12:00'), notify: 'never' }
	const calls: [string, object][] = [
		['confirm_appointment', { appointment: visit }],
		['decline_appointment', { appointment: visit }],
		['cancel_appointment', { appointment: visit }],
		['reschedule_appointment', later],
		['notify_of_move', { appointment: visit }],
		['create_appointment', byHand(salon.ids.ben)],
	]
	for (const [verb, args] of calls)
		expect([verb, await codeOf(salon.call(reception, verb, { ...args }))]).toEqual([verb, 'not_allowed'])
	expect(await codeOf(salon.call(manager, 'confirm_appointment', { appointment: visit }))).toBe('no error')
	// A right is about others' appointments: whoever booked may cancel as a customer.
	expect(await codeOf(salon.call(salon.user.staff, 'cancel_appointment', { appointment: visit }))).toBe(
		'appointment_not_found',
	)
})

test('what is given to one person opens what the role keeps closed', async () => {
	const { owner, staff } = salon.user
	const visit = await bens()
	const sees = async () => [
		(await salon.run(staff, 'select id from public.appointments where id = $1', [visit])).length,
		(await salon.run(staff, 'select id from public.customers where company_id = $1', [salon.ids.company])).length,
	]
	await salon.book({ employee: salon.ids.ben, starts_at: at(day, '12:00') }, { ...CONTACT, email: 'lea@example.org' })
	const customers = (await salon.sql`select id from public.customers where company_id = ${salon.ids.company}`).length
	const [, served] = await sees()
	expect(await sees()).toEqual([0, served])
	await change(owner, staff, { given: ['all_calendars'] })
	expect(await sees()).toEqual([1, served])
	await change(owner, staff, { given: ['all_customers'] })
	expect(await sees()).toEqual([1, customers])
	await change(owner, staff, { taken: ['all_calendars', 'all_customers'] })
	expect(await sees()).toEqual([0, served])
	expect(served).toBeLessThan(customers)
	expect(await salon.sql`select from public.member_rights where user_id = ${staff}`).toHaveLength(0)
})

test('only owners change rights, never those of an owner, and the history says which', async () => {
	const { owner, manager, staff, foreigner, customer } = salon.user
	for (const who of [manager, reception, staff])
		expect(await change(who, staff, { given: ['export'] })).toBe('role_not_allowed')
	for (const who of [foreigner, customer])
		expect(await change(who, staff, { given: ['export'] })).toBe('company_not_found')
	expect(await change(owner, customer, { given: ['export'] })).toBe('member_not_found')
	expect(await change(owner, owner, { taken: ['export'] })).toBe('owner_has_all')
	expect(await codeOf(salon.call('anon', 'change_member_rights', { company: salon.ids.company, user: staff }))).toMatch(
		/permission denied/,
	)
	await salon.sql`delete from public.member_events`
	await change(owner, staff, { given: ['export', 'book'], taken: ['move'] })
	const events = await salon.run(manager, 'select verb, about_right::text from public.member_events order by id')
	expect(events.map(({ verb, about_right }) => [verb, about_right])).toEqual([
		['right_taken', 'move'],
		['right_given', 'export'],
	])
	// Both at once says nothing.
	await change(owner, staff, { given: ['cancel'], taken: ['cancel'] })
	expect(await rightsOf(staff)).toEqual(['book', 'cancel', 'export', 'contact_data'])
})

test('a new role brings its own rights and no others', async () => {
	const { owner, staff } = salon.user
	await change(owner, staff, { given: ['export'], taken: ['move'] })
	await salon.call(owner, 'change_member_role', { company: salon.ids.company, user: staff, role: 'reception' })
	expect(await rightsOf(staff)).toEqual(['all_calendars', 'all_customers', 'book', 'move', 'cancel', 'contact_data'])
	await salon.call(owner, 'change_member_role', { company: salon.ids.company, user: staff, role: 'staff' })
})

test('rights end with the second factor that is due, and with the membership', async () => {
	const { owner, staff } = salon.user
	const sees = async (who: string) => (await salon.run(who, 'select id from public.appointments')).length
	expect(await sees(reception)).toBeGreaterThan(0)
	await salon.sql`insert into public.second_factor_duties values (${salon.ids.company}, 'reception')`
	expect(await sees(reception)).toBe(0)
	await salon.sql`delete from public.second_factor_duties`
	await change(owner, staff, { given: ['all_calendars'] })
	await salon.sql`delete from public.members where user_id = ${staff}`
	expect(await salon.sql`select from public.member_rights`).toHaveLength(0)
	expect(await sees(staff)).toBe(0)
})

test('a manager who lacks a right gives it to nobody, not even to themselves', async () => {
	const { ids, user } = salon
	const manager = await salon.addMember('manager')
	const link = () =>
		codeOf(salon.call(manager, 'link_member', { company: ids.company, user: manager, employees: [ids.ben] }))
	const invite = (role: string) =>
		codeOf(salon.call(manager, 'invite_member', { company: ids.company, email: `${role}@example.com`, role }))
	await change(user.owner, manager, { taken: ['all_calendars'] })
	expect(await link()).toBe('not_allowed')
	const patch = salon.run(manager, 'update public.employees set user_id = $1 where id = $2', [manager, ids.ben])
	expect(await codeOf(patch)).toBe('not_allowed')
	expect(await invite('reception')).toBe('role_not_allowed')
	expect(await invite('staff')).toBe('no error')
	await change(user.owner, manager, { given: ['all_calendars'], taken: ['cancel'] })
	expect(await invite('reception')).toBe('role_not_allowed')
	await change(user.owner, manager, { given: ['cancel'] })
	expect(await link()).toBe('no error')
	expect(await invite('reception')).toBe('no error')
})

test('a right without a row in the table belongs to owners', async () => {
	await salon.sql`delete from internal.rights where name = 'export'`
	const has = async (who: string) =>
		(
			await salon.sql`select internal.has_right(member, 'export') as has from public.members member where user_id = ${who}`
		)[0]?.has
	expect(await Promise.all([salon.user.owner, salon.user.manager, reception].map(has))).toEqual([true, false, false])
})
