import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { codeOf, hashOf, openSalon, type Salon } from '../booking/salon.ts'

let salon: Salon
const salons: Salon[] = []
beforeEach(async () => {
	salon = await openSalon()
	await salon.sql`update auth.users set email_confirmed_at = now()`
	salons.push(salon)
})
afterAll(() => Promise.all(salons.map((one) => one.close())))

const STRANGER = 'stranger@example.org'
const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString()
const invite = (who: string, email = STRANGER, role = 'staff', employee?: string, now?: string) =>
	salon.call<string>(who, 'invite_member', { company: salon.ids.company, email, role, employee: employee ?? null }, now)
/** Does what the server's job does when it sends the mail. */
async function secretOf(invitation: string): Promise<string> {
	const secret = randomUUID()
	await salon.call('service_role', 'issue_invitation_link', { invitation, secret_hash: hashOf(secret) })
	return secret
}
const accept = (who: string, secret: string, now?: string) =>
	salon.call<string>(who, 'accept_invitation', { secret }, now)
const roleOf = async (user: string): Promise<unknown> =>
	(await salon.sql`select role from public.members where company_id = ${salon.ids.company} and user_id = ${user}`)[0]
		?.role
const mails = () => salon.sql`select recipient, state, payload from public.messages where kind = 'member_invited'`

test('managers can invite staff, owners also managers; nobody can invite an owner', async () => {
	const { user } = salon
	expect(await codeOf(invite(user.staff))).toBe('role_not_allowed')
	expect(await codeOf(invite(user.manager, STRANGER, 'manager'))).toBe('role_not_allowed')
	expect(await codeOf(invite(user.owner, STRANGER, 'owner'))).toBe('role_not_allowed')
	for (const who of [user.foreigner, user.customer]) expect(await codeOf(invite(who))).toBe('company_not_found')
	expect(await codeOf(invite('anon'))).toMatch(/permission denied/)
	expect(await codeOf(invite(user.manager, ' Neu@Example.ORG '))).toBe('no error')
	expect(await codeOf(invite(user.owner, STRANGER, 'manager'))).toBe('no error')
	const read = (who: string) => salon.run(who, 'select email, role from public.invitations order by role')
	expect(await read(user.manager)).toEqual([
		{ email: 'neu@example.org', role: 'staff' },
		{ email: STRANGER, role: 'manager' },
	])
	for (const who of [user.staff, user.foreigner, user.stranger]) expect(await read(who)).toEqual([])
})

test("an address must be valid, not yet invited and not a member's", async () => {
	const { user, ids } = salon
	for (const wrong of ['', 'ohne-klammeraffe', 'a@b', 'a b@c.de'])
		expect(await codeOf(invite(user.owner, wrong))).toBe('email_invalid')
	expect(await codeOf(invite(user.owner, 'Staff@example.org'))).toBe('already_member')
	expect(await codeOf(invite(user.owner, 'x@example.org', 'staff', ids.anna))).toBe('employee_linked')
	expect(await codeOf(invite(user.owner, 'x@example.org', 'staff', ids.zoe))).toBe('employee_not_found')
	await invite(user.owner)
	expect(await codeOf(invite(user.owner, STRANGER.toUpperCase()))).toBe('already_invited')
	expect(await codeOf(invite(user.owner, STRANGER, 'staff', undefined, days(8)))).toBe('no error')
})

test('the mail is ordered with the invitation and holds no secret; only a hash is stored', async () => {
	const { user, sql } = salon
	const id = await invite(user.owner)
	expect(await mails()).toMatchObject([
		{ recipient: STRANGER, payload: { invitation_id: id, role: 'staff', company: { name: 'Salon Löwe' } } },
	])
	const secret = await secretOf(id)
	expect(JSON.stringify([await mails(), await sql`select * from public.invitation_links`])).not.toContain(secret)
	for (const who of ['anon', user.owner, user.stranger]) {
		expect(await codeOf(salon.run(who, 'select * from public.invitation_links'))).toMatch(/permission denied/)
		expect(
			await codeOf(salon.call(who, 'issue_invitation_link', { invitation: id, secret_hash: hashOf('x') })),
		).toMatch(/permission denied/)
	}
})

test('accepting makes a member with the role and the calendar of the invitation, and can be repeated', async () => {
	const { user, ids } = salon
	const secret = await secretOf(await invite(user.owner, STRANGER, 'manager', ids.ben))
	expect(await salon.call('anon', 'get_invitation', { secret })).toMatchObject({
		company_name: 'Salon Löwe',
		email: STRANGER,
		role: 'manager',
		state: 'open',
		has_account: true,
	})
	expect(await accept(user.stranger, secret)).toBe(ids.company)
	expect(await roleOf(user.stranger)).toBe('manager')
	expect(await salon.sql`select user_id from public.employees where id = ${ids.ben}`).toEqual([
		{ user_id: user.stranger },
	])
	expect(await accept(user.stranger, secret)).toBe(ids.company)
	expect(await salon.call('anon', 'get_invitation', { secret })).toMatchObject({ state: 'accepted' })
	// A removed member cannot come back with the old link.
	await salon.call(user.owner, 'remove_member', { company: ids.company, user: user.stranger })
	expect(await codeOf(accept(user.stranger, secret))).toBe('invitation_not_found')
	expect(await roleOf(user.stranger)).toBeUndefined()
})

test('only the invited address can accept, and only when it is confirmed', async () => {
	const { user, sql } = salon
	const secret = await secretOf(await invite(user.owner))
	for (const who of [user.customer, user.foreigner, user.manager])
		expect(await codeOf(accept(who, secret))).toBe('invitation_for_other')
	expect(await codeOf(accept('anon', secret))).toMatch(/permission denied/)
	await sql`update auth.users set email_confirmed_at = null where id = ${user.stranger}`
	expect(await codeOf(accept(user.stranger, secret))).toBe('invitation_for_other')
	expect(await codeOf(accept(user.stranger, 'geraten'))).toBe('invitation_not_found')
	expect(await roleOf(user.stranger)).toBeUndefined()
	await sql`update auth.users set email_confirmed_at = now() where id = ${user.stranger}`
	expect(await codeOf(accept(user.stranger, secret))).toBe('no error')
})

test('an invitation expires after seven days and is renewed by sending it again', async () => {
	const { user } = salon
	const id = await invite(user.owner)
	const secret = await secretOf(id)
	expect(await codeOf(accept(user.stranger, secret, days(7.1)))).toBe('invitation_expired')
	const resend = (who: string, now?: string) => codeOf(salon.call(who, 'resend_invitation', { invitation: id }, now))
	expect(await resend(user.foreigner)).toBe('invitation_not_found')
	expect(await resend(user.staff)).toBe('role_not_allowed')
	expect(await resend(user.manager, days(7.1))).toBe('no error')
	expect(await mails()).toHaveLength(2)
	// Both mails work.
	expect(await codeOf(accept(user.stranger, secret, days(7.2)))).toBe('no error')
})

test('at most three mails an hour to an address', async () => {
	const { user } = salon
	const from = '203.0.113.7'
	const invited = { company: salon.ids.company, email: STRANGER, role: 'staff' }
	const id = await salon.call<string>(user.owner, 'invite_member', invited, undefined, from)
	const resend = () => codeOf(salon.call(user.owner, 'resend_invitation', { invitation: id }, undefined, from))
	expect([await resend(), await resend(), await resend()]).toEqual(['no error', 'no error', 'resend_too_soon'])
	await salon.call(user.owner, 'withdraw_invitation', { invitation: id })
	expect(await codeOf(salon.call(user.owner, 'invite_member', invited, undefined, from))).toBe('resend_too_soon')
	expect(await mails()).toEqual([])
})

test('a withdrawn invitation is invalid, with its links and any mail not sent yet', async () => {
	const { user } = salon
	const id = await invite(user.owner, STRANGER, 'manager')
	const secret = await secretOf(id)
	const withdraw = (who: string) => codeOf(salon.call(who, 'withdraw_invitation', { invitation: id }))
	// A manager cannot withdraw a manager's invitation.
	expect(await withdraw(user.manager)).toBe('role_not_allowed')
	expect(await withdraw(user.foreigner)).toBe('invitation_not_found')
	expect(await withdraw(user.owner)).toBe('no error')
	expect(await mails()).toEqual([])
	expect(await codeOf(accept(user.stranger, secret))).toBe('invitation_not_found')
	expect(await salon.call('anon', 'get_invitation', { secret })).toEqual([])
	expect(await codeOf(secretOf(id))).toBe('invitation_not_found')
})

test('an invitation accepted twice at once makes one member', async () => {
	const { user, ids } = salon
	const secret = await secretOf(await invite(user.owner))
	const answers = await Promise.all(Array.from({ length: 6 }, () => accept(user.stranger, secret)))
	expect(new Set(answers)).toEqual(new Set([ids.company]))
	expect(await salon.sql`select verb from public.member_events where verb = 'joined'`).toHaveLength(1)
})

test('an invitation does not change the role of a member', async () => {
	const { user, ids, sql } = salon
	const secret = await secretOf(await invite(user.owner))
	await sql`insert into public.members (company_id, user_id, role) values (${ids.company}, ${user.stranger}, 'owner')`
	expect(await accept(user.stranger, secret)).toBe(ids.company)
	expect(await roleOf(user.stranger)).toBe('owner')
})
