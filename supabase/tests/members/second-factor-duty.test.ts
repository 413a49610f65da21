import { randomUUID } from 'node:crypto'
import * as fs from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { schemaFiles } from '#scripts/schemas.ts'
import { at, codeOf, hashOf, openSalon, type Salon } from '../booking/salon.ts'

// A company can require a second factor of its members. A token for only the password (aal1) then gives no access to that
// company.

let salon: Salon
const salons: Salon[] = []
beforeEach(async () => {
	salon = await openSalon()
	salons.push(salon)
	await salon.book({ starts_at: at(3, '10:00') })
	await salon.composeMails()
})
afterAll(() => Promise.all(salons.map((one) => one.close())))

async function as(user: string, aal: string, statement: string, values: unknown[] = []) {
	return salon.sql.begin(async (sql) => {
		const claims = { role: 'authenticated', sub: user, aal }
		await sql`select set_config('role', 'authenticated', true),
			set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`
		return sql.unsafe(statement, values as never[])
	})
}
const duty = (user: string, aal: string, from: string | null) =>
	codeOf(as(user, aal, 'select public.set_second_factor_duty($1, $2)', [salon.ids.company, from]))

const READS = [
	'select id from public.locations where state = $$draft$$',
	'select user_id from public.members',
	'select employee_id from public.working_hours',
	'select location_id from public.location_hours',
	'select id from public.resources',
	'select id from public.customers',
	'select id from public.appointments',
	'select appointment_id from public.appointment_lines',
	'select id from public.appointment_events',
	'select id from public.messages',
	'select id from public.invitations',
	'select id from public.member_events',
	'select company_id from public.second_factor_duties',
	'select * from public.employee_accounts($1)',
	"update public.companies set phone = '030 1' where id = $1 returning id",
	"update public.locations set description = 'x' where company_id = $1 returning id",
	"update public.customers set note = 'x' where company_id = $1 returning id",
	"update public.employees set title = 'x' returning id",
]

test('with the duty, a password alone reads and changes nothing of the company; the second factor opens all of it', async () => {
	const { user, ids, sql } = salon
	await sql`insert into public.locations (company_id, slug, name) values (${ids.company}, 'entwurf', 'Entwurf')`
	await sql`insert into public.resources (location_id, kind, name) values (${ids.location}, 'Raum', '1')`
	await sql`insert into public.location_hours (location_id, weekday, starts, ends) values (${ids.location}, 1, '09:00', '18:00')`
	await salon.call(user.owner, 'invite_member', { company: ids.company, email: 'x@example.org', role: 'staff' })
	const count = async (aal: string, statement: string) =>
		(await as(user.owner, aal, statement, statement.includes('$1') ? [ids.company] : [])).length
	expect(await duty(user.owner, 'aal2', 'owner')).toBe('no error')
	for (const statement of READS) {
		expect([statement, await count('aal1', statement)]).toEqual([statement, 0])
		expect([statement, (await count('aal2', statement)) > 0]).toEqual([statement, true])
	}
})

test('verbs treat a member without the second factor as a stranger', async () => {
	const { user, ids } = salon
	const { id } = await salon.book({ starts_at: at(5, '12:00') })
	expect(await duty(user.owner, 'aal2', 'manager')).toBe('no error')
	const verbs: [string, string, unknown[]][] = [
		['company_not_found', 'select public.company_members($1)', [ids.company]],
		['company_not_found', "select public.invite_member($1, 'y@example.org', 'staff')", [ids.company]],
		['company_not_found', 'select public.remove_member($1, $2)', [ids.company, user.staff]],
		['company_not_found', 'select public.set_second_factor_duty($1)', [ids.company]],
		['company_not_found', "select public.create_location($1, 'Neu')", [ids.company]],
		['appointment_not_found', 'select public.cancel_appointment($1)', [id]],
		['location_not_found', 'select public.pause_location($1)', [ids.location]],
	]
	for (const [code, statement, values] of verbs)
		expect([statement, await codeOf(as(user.manager, 'aal1', statement, values))]).toEqual([statement, code])
	expect(await codeOf(as(user.manager, 'aal2', 'select public.cancel_appointment($1)', [id]))).toBe('no error')
})

test('the duty begins at a role; nothing changes for lower roles', async () => {
	const { user } = salon
	const sees = async (who: string) => (await as(who, 'aal1', 'select id from public.appointments')).length > 0
	const all = async () => [await sees(user.owner), await sees(user.manager), await sees(user.staff)]
	expect(await all()).toEqual([true, true, true])
	expect(await duty(user.owner, 'aal2', 'owner')).toBe('no error')
	expect(await all()).toEqual([false, true, true])
	expect(await duty(user.owner, 'aal2', 'manager')).toBe('no error')
	expect(await all()).toEqual([false, false, true])
	expect(await duty(user.owner, 'aal2', 'staff')).toBe('no error')
	expect(await all()).toEqual([false, false, false])
	expect(await duty(user.owner, 'aal2', null)).toBe('no error')
	expect(await all()).toEqual([true, true, true])
})

test('owners set it, with a second factor of their own; removing it needs one as well', async () => {
	const { user } = salon
	for (const who of [user.manager, user.staff]) expect(await duty(who, 'aal2', 'staff')).toBe('role_not_allowed')
	for (const who of [user.foreigner, user.stranger]) expect(await duty(who, 'aal2', 'staff')).toBe('company_not_found')
	expect(await duty(user.owner, 'aal1', 'owner')).toBe('second_factor_first')
	expect(await duty(user.owner, 'aal2', 'owner')).toBe('no error')
	expect(await duty(user.owner, 'aal1', null)).toBe('company_not_found')
	const events = await as(user.owner, 'aal2', 'select verb, old_role, new_role from public.member_events')
	expect(events).toEqual([{ verb: 'duty_changed', old_role: null, new_role: 'owner' }])
})

test('a member is told which company requires the second factor, and nothing more about it', async () => {
	const { user, ids, sql } = salon
	await sql`insert into public.members (company_id, user_id, role) values (${ids.other}, ${user.manager}, 'staff')`
	expect(await duty(user.owner, 'aal2', 'manager')).toBe('no error')
	const own = (aal: string) =>
		as(user.manager, aal, 'select company_name, role, second_factor_due from public.own_memberships() order by 1')
	expect(await own('aal1')).toEqual([
		{ company_name: 'Fremd GmbH', role: 'staff', second_factor_due: false },
		{ company_name: 'Salon Löwe', role: 'manager', second_factor_due: true },
	])
	expect((await own('aal2')).map((row) => row.second_factor_due as boolean)).toEqual([false, false])
	// The other company requires nothing.
	expect(await as(user.manager, 'aal1', 'select company_id from public.members')).toHaveLength(2)
	expect(await codeOf(as(user.stranger, 'aal1', 'select * from public.own_memberships()'))).toBe('no error')
})

test('a person who accepts an invitation into such a company has to set up the second factor first', async () => {
	const { user, ids, sql } = salon
	await sql`update auth.users set email_confirmed_at = now()`
	expect(await duty(user.owner, 'aal2', 'staff')).toBe('no error')
	const [row] = await as(user.owner, 'aal2', "select public.invite_member($1, 'stranger@example.org', 'staff') as id", [
		ids.company,
	])
	const secret = randomUUID()
	await salon.call('service_role', 'issue_invitation_link', {
		invitation: row?.id as string,
		secret_hash: hashOf(secret),
	})
	expect(await codeOf(as(user.stranger, 'aal1', 'select public.accept_invitation($1)', [secret]))).toBe('no error')
	expect(await as(user.stranger, 'aal1', 'select user_id from public.members')).toEqual([])
	expect(await as(user.stranger, 'aal2', 'select user_id from public.members')).toHaveLength(4)
})

test("no schema file reads memberships directly from the table to decide about the caller's rights", async () => {
	const folder = path.join(import.meta.dirname, '../../schemas')
	const found: string[] = []
	for (const file of await schemaFiles()) {
		const text = (await fs.readFile(path.join(folder, file), 'utf8')).replaceAll(/--.*/g, '')
		// Each part is one function or policy.
		for (const part of text.split(/(?=^create )/m)) {
			const name = /^create (?:function|policy) (\S+?)(?:\(|\s)/.exec(part)?.[1]
			if (/public\.members/.test(part) && /internal\.person\(\)|\bcaller\b/.test(part)) found.push(`${file} ${name}`)
		}
	}
	expect(found.sort()).toEqual(
		[
			// The function that all others use, and one that returns its result as rows.
			'20_companies/10_companies.sql internal.memberships',
			'20_companies/20_rights.sql internal.companies_with',
			// Creating a company, joining one and listing one's own memberships do not depend on a membership.
			'20_companies/10_companies.sql public.create_company',
			'30_setup/60_members.sql public.own_memberships',
			'80_messages/80_invitations.sql public.accept_invitation',
			// They call internal.open_company or internal.role_in first.
			'30_setup/60_members.sql public.company_members',
			'30_setup/60_members.sql public.hand_over_company',
			'30_setup/60_members.sql public.remove_member',
			'80_messages/80_invitations.sql public.invite_member',
			'88_partners/20_referrals.sql public.refer_company',
			// They call internal.role_in or internal.companies_as first, and then lock the row.
			'30_setup/70_saved_views.sql public.save_view',
			'30_setup/70_saved_views.sql public.set_default_view',
			// It calls internal.companies_as first, and asks whether somebody else is staff.
			'50_booking/60_appointment_rules.sql internal.serves_customer',
			// They only ever refuse: members do not review their own business, with or without a second factor.
			'60_reviews/20_review_verbs.sql internal.is_own_visit',
			'60_reviews/30_held_back.sql internal.reason_to_hold_back',
			// Nor do operators decide about the business that they are a member of.
			'87_platform/30_decisions.sql internal.is_own_matter',
			'87_platform/50_operator_companies.sql public.operator_lift_suspension',
		].sort(),
	)
})
