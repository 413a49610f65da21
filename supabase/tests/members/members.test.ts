import { afterAll, beforeEach, expect, test } from 'vitest'
import { codeOf, openSalon, type Salon } from '../booking/salon.ts'

let salon: Salon
const salons: Salon[] = []
beforeEach(async () => {
	salon = await openSalon()
	salons.push(salon)
})
afterAll(() => Promise.all(salons.map((one) => one.close())))

type Member = {
	user_id: string
	name: string
	email: string
	role: string
	second_factor: boolean | null
	self: boolean
}
const list = (who: string) =>
	salon.run(who, 'select * from public.company_members($1)', [salon.ids.company]) as unknown as Promise<Member[]>
const roles = async (): Promise<Record<string, string>> => {
	const names = Object.fromEntries(Object.entries(salon.user).map(([name, id]) => [id, name]))
	const rows = await salon.sql`select user_id, role from public.members where company_id = ${salon.ids.company}`
	return Object.fromEntries(rows.map((row) => [names[row.user_id as string], row.role as string]))
}
const change = (who: string, user: string, role: string) =>
	codeOf(salon.call(who, 'change_member_role', { company: salon.ids.company, user, role }))
const remove = (who: string, user: string) =>
	codeOf(salon.call(who, 'remove_member', { company: salon.ids.company, user }))
const handOver = (who: string, user: string) =>
	codeOf(salon.call(who, 'hand_over_company', { company: salon.ids.company, user }))
const link = (who: string, user: string, employees: (string | undefined)[]) =>
	codeOf(salon.call(who, 'link_member', { company: salon.ids.company, user, employees }))

test('colleagues see names and roles; addresses and second factors are for managers and the person', async () => {
	const { user } = salon
	await salon.sql`insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
		values (gen_random_uuid(), ${user.owner}, 'totp', 'verified', now(), now())`
	expect((await list(user.staff)).map(({ role, email, second_factor }) => [role, email, second_factor])).toEqual([
		['owner', '', null],
		['manager', '', null],
		['staff', 'staff@example.org', false],
	])
	expect((await list(user.manager)).map(({ email, second_factor, self }) => [email, second_factor, self])).toEqual([
		['owner@example.org', true, false],
		['manager@example.org', false, true],
		['staff@example.org', false, false],
	])
	for (const who of [user.foreigner, user.stranger, user.customer])
		expect(await codeOf(list(who))).toBe('company_not_found')
	expect(await codeOf(list('anon'))).toMatch(/permission denied/)
})

test('only owners change roles', async () => {
	const { user } = salon
	for (const who of [user.manager, user.staff]) {
		expect(await change(who, who, 'owner')).toBe('role_not_allowed')
		expect(await change(who, user.staff, 'manager')).toBe('role_not_allowed')
	}
	for (const who of [user.foreigner, user.stranger]) expect(await change(who, who, 'owner')).toBe('company_not_found')
	expect(await change('anon', user.staff, 'owner')).toMatch(/permission denied/)
	expect(await change(user.owner, user.stranger, 'staff')).toBe('member_not_found')
	expect(await change(user.owner, user.staff, 'manager')).toBe('no error')
	expect(await roles()).toEqual({ owner: 'owner', manager: 'manager', staff: 'manager' })
})

test('another role is given over the one that was seen, and over no other', async () => {
	const { user, ids } = salon
	const give = (role: string, was: string | null) =>
		codeOf(salon.call(user.owner, 'change_member_role', { company: ids.company, user: user.staff, role, was }))
	expect(await give('manager', 'staff')).toBe('no error')
	expect(await give('reception', 'staff')).toBe('edited_meanwhile')
	expect(await roles()).toMatchObject({ staff: 'manager' })
	// Both want the same, or the caller says nothing about what was seen.
	expect(await give('manager', 'staff')).toBe('no error')
	expect(await give('reception', null)).toBe('no error')
	expect(await give('staff', 'reception')).toBe('no error')
})

test('managers can remove staff, owners everyone, and everybody can leave; the link to a calendar is removed as well', async () => {
	const { user, ids } = salon
	expect(await remove(user.staff, user.manager)).toBe('role_not_allowed')
	expect(await remove(user.manager, user.owner)).toBe('role_not_allowed')
	expect(await change(user.owner, user.staff, 'manager')).toBe('no error')
	expect(await remove(user.manager, user.staff)).toBe('role_not_allowed')
	expect(await change(user.owner, user.staff, 'staff')).toBe('no error')
	expect(await remove(user.foreigner, user.staff)).toBe('company_not_found')
	expect(await remove(user.manager, user.staff)).toBe('no error')
	expect(await salon.sql`select user_id from public.employees where id = ${ids.anna}`).toMatchObject([
		{ user_id: null },
	])
	expect(await codeOf(list(user.staff))).toBe('company_not_found')
	expect(await remove(user.manager, user.manager)).toBe('no error')
	expect(await roles()).toEqual({ owner: 'owner' })
})

test('the last owner stays, whoever makes the change, until the company is closed or deleted', async () => {
	const { user, ids, sql } = salon
	expect(await remove(user.owner, user.owner)).toBe('last_owner')
	expect(await change(user.owner, user.owner, 'staff')).toBe('last_owner')
	expect(await codeOf(sql`delete from public.members where company_id = ${ids.company}`)).toBe('last_owner')
	expect(await codeOf(sql`update public.members set role = 'staff' where company_id = ${ids.company}`)).toBe(
		'last_owner',
	)
	expect(await codeOf(sql`delete from auth.users where id = ${user.owner}`)).toBe('last_owner')
	expect(await change(user.owner, user.manager, 'owner')).toBe('no error')
	expect(await remove(user.owner, user.owner)).toBe('no error')
	expect(await roles()).toEqual({ manager: 'owner', staff: 'staff' })
	await sql`update public.companies set state = 'closed' where id = ${ids.company}`
	expect(await codeOf(sql`delete from auth.users where id = ${user.manager}`)).toBe('no error')
	await sql`delete from public.companies where id = ${ids.other}`
	expect(await sql`select user_id from public.members where user_id = ${user.foreigner}`).toEqual([])
})

test('of two owners who leave at the same moment, one stays', async () => {
	const { user } = salon
	expect(await change(user.owner, user.manager, 'owner')).toBe('no error')
	const answers = await Promise.all([remove(user.owner, user.owner), remove(user.manager, user.manager)])
	expect(answers.sort()).toEqual(['last_owner', 'no error'])
	expect(Object.values(await roles()).sort()).toEqual(['owner', 'staff'])
})

test('handing over swaps the roles in one step', async () => {
	const { user } = salon
	for (const who of [user.manager, user.staff]) expect(await handOver(who, user.staff)).toBe('role_not_allowed')
	expect(await handOver(user.owner, user.owner)).toBe('member_not_found')
	expect(await handOver(user.owner, user.foreigner)).toBe('member_not_found')
	expect(await handOver(user.foreigner, user.foreigner)).toBe('company_not_found')
	expect(await handOver(user.owner, user.staff)).toBe('no error')
	expect(await roles()).toEqual({ owner: 'manager', manager: 'manager', staff: 'owner' })
	expect(await handOver(user.owner, user.manager)).toBe('role_not_allowed')
})

test('managers link calendars to members; a calendar that is already linked stays with its member', async () => {
	const { user, ids } = salon
	const { anna, ben, zoe } = ids
	expect(await link(user.staff, user.staff, [anna, ben])).toBe('role_not_allowed')
	expect(await link(user.foreigner, user.foreigner, [zoe])).toBe('company_not_found')
	expect(await link(user.manager, user.stranger, [ben])).toBe('member_not_found')
	expect(await link(user.manager, user.manager, [zoe])).toBe('employee_not_found')
	expect(await link(user.manager, user.manager, [anna])).toBe('employee_linked')
	expect(await link(user.manager, user.manager, [ben])).toBe('no error')
	const visible = async () => (await salon.run(user.staff, 'select id from public.exceptions')).length
	await salon.sql`insert into public.exceptions (location_id, employee_id, kind, starts_at, ends_at)
		values (${ids.location}, ${anna}, 'closed', '2030-01-01', '2030-01-02')`
	expect(await visible()).toBe(1)
	expect(await link(user.manager, user.staff, [])).toBe('no error')
	expect(await visible()).toBe(0)
	expect(await link(user.manager, user.staff, [anna, anna])).toBe('no error')
	expect(await visible()).toBe(1)
})

test('a log for managers records all changes', async () => {
	const { user } = salon
	await change(user.owner, user.staff, 'manager')
	await handOver(user.owner, user.manager)
	await remove(user.staff, user.staff)
	const read = (who: string) =>
		salon.run(who, 'select verb, actor, subject, old_role, new_role from public.member_events order by id')
	expect(await read(user.manager)).toEqual([
		{
			verb: 'role_changed',
			actor: 'owner@example.org',
			subject: 'staff@example.org',
			old_role: 'staff',
			new_role: 'manager',
		},
		{
			verb: 'handed_over',
			actor: 'owner@example.org',
			subject: 'manager@example.org',
			old_role: 'manager',
			new_role: 'owner',
		},
		{ verb: 'left', actor: 'staff@example.org', subject: 'staff@example.org', old_role: 'manager', new_role: null },
	])
	for (const who of [user.staff, user.foreigner, user.customer]) expect(await read(who)).toEqual([])
})
