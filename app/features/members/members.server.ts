import type { RouterContextProvider } from 'react-router'
import type { Enums } from '#app/database.types.ts'
import { servicesContext } from '#app/lib/context.server.ts'
import { formatDate, HOME_ZONE } from '#app/lib/dates.ts'
import { type CodedError, errorCode } from '#app/lib/errors.ts'
import { textOf } from '#app/lib/form.ts'
import { invariantData, invariantResponse } from '#app/lib/invariant.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { paths } from '#app/lib/paths.ts'
import { redirect } from '#app/lib/redirect.ts'
import { allRows } from '#app/lib/whole-answers.ts'
import { type MemberContext, requireMember } from '#app/features/shell/admin-context.server.ts'
import { submit } from '#app/features/shell/commands.server.ts'
import { submitEdit } from '#app/features/shell/edit.server.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { dutySchema, inviteSchema, linkSchema, memberSchema, rightsSchema, roleSchema } from './members.form.ts'
import { memberQuery, readMemberFilters } from './members.list.ts'
import { eventWords, type Member, ROLE_LABELS, ROLE_NAMES, roleTyped } from './members.ts'

const SHOWN_EVENTS = 20

export type Calendar = { id: string; name: string; place: string; member: string | null }
export type OpenInvitation = {
	id: string
	email: string
	role: Member['role']
	until: string
	expired: boolean
	mail: string
}

/** Everything that /admin/user shows to this member. */
export async function loadMembersPage(member: MemberContext, now: Date) {
	const { client, company, mayManage, location } = member
	const zone = location?.time_zone ?? HOME_ZONE
	const rows = await allRows((from, to) =>
		client
			.rpc('company_members', { p_company: company.id })
			.order('role', { ascending: false })
			.order('name')
			.order('user_id')
			.range(from, to),
	)
	const members: Member[] = rows.map((row) => ({
		...{ id: row.user_id, name: row.name, email: row.email, role: row.role, self: row.self },
		secondFactor: row.second_factor,
		rights: row.rights,
	}))
	const [calendars, invitations, events, duty] = await Promise.all([
		loadCalendars(member),
		mayManage ? loadInvitations(member, zone, now) : [],
		mayManage ? loadEvents(member, zone) : [],
		client.from('second_factor_duties').select('from_role').eq('company_id', company.id).maybeSingle(),
	])
	return { members, calendars, invitations, events, duty: duty.data?.from_role ?? null }
}

async function loadCalendars({ client, company, locations }: MemberContext): Promise<Calendar[]> {
	const active = locations.filter(({ archived }) => !archived)
	const [people, links] = await Promise.all([
		allRows((from, to) =>
			client
				.from('employees')
				.select('id, name, location_id')
				.in(
					'location_id',
					active.map(({ id }) => id),
				)
				.eq('archived', false)
				.order('position')
				.order('id')
				.range(from, to),
		),
		allRows((from, to) =>
			client.rpc('employee_accounts', { p_company: company.id }).order('employee_id').range(from, to),
		),
	])
	const owner = new Map(links.map((link) => [link.employee_id, link.user_id]))
	return people.map(({ id, name, location_id }) => ({
		id,
		name,
		place: active.length > 1 ? (active.find((place) => place.id === location_id)?.name ?? '') : '',
		member: owner.get(id) ?? null,
	}))
}

const MAIL_WORDS: Record<Enums<'message_state'>, string> = {
	queued: 'E-Mail unterwegs',
	sending: 'E-Mail unterwegs',
	sent: 'E-Mail gesendet',
	delivered: 'E-Mail zugestellt',
	failed: 'E-Mail nicht zustellbar',
	bounced: 'E-Mail nicht zustellbar',
	unknown: 'unklar, ob die E-Mail angekommen ist',
	skipped: 'E-Mail nicht gesendet',
}

const mailWords = (state?: Enums<'message_state'>): string => (state ? MAIL_WORDS[state] : '')

async function loadInvitations({ client, company }: MemberContext, zone: string, now: Date): Promise<OpenInvitation[]> {
	const rows = invariantData(
		await client
			.from('invitations')
			.select('id, email, role, expires_at')
			.eq('company_id', company.id)
			.is('accepted_at', null)
			.order('created_at', { ascending: false })
			.limit(100),
	)
	if (rows.length === 0) return []
	const mails = await allRows((from, to) =>
		client
			.from('shown_messages')
			.select('state, invitation:invitation_id')
			.eq('company_id', company.id)
			.eq('kind', 'member_invited')
			.in(
				'invitation_id',
				rows.map(({ id }) => id),
			)
			.order('created_at')
			.order('id')
			.range(from, to),
	)
	const states = new Map(mails.map(({ invitation, state }) => [invitation, state]))
	return rows.map(({ id, email, role, expires_at }) => ({
		...{ id, email, role },
		until: formatDate(expires_at, zone),
		expired: new Date(expires_at) <= now,
		mail: mailWords(states.get(id)),
	}))
}

async function loadEvents({ client, company }: MemberContext, zone: string) {
	const rows = invariantData(
		await client
			.from('member_events')
			.select('id, at, verb, actor, subject, old_role, new_role, about_right')
			.eq('company_id', company.id)
			.order('id', { ascending: false })
			.limit(SHOWN_EVENTS),
	)
	return rows.map((row) => ({ id: row.id, ...eventWords(row, zone) }))
}

/** Everything that /admin/user can do; the database checks the role. */
export async function changeMembers(context: Readonly<RouterContextProvider>, request: Request) {
	const { client, company, user } = await requireMember(context, request)
	const form = await readForm(request)
	const back = backTo(request)
	const p_company = company.id
	switch (form.get('intent')) {
		case 'invite': {
			const allowed = await context.get(servicesContext).allow('invite', user.id)
			return submit(form, inviteSchema, back, ({ email, role, employee }) =>
				allowed
					? client.rpc('invite_member', {
							...{ p_company, p_email: email, p_role: role },
							...(employee ? { p_employee: employee } : {}),
						})
					: REFUSED,
			)
		}
		case 'resend':
			return submit(form, memberSchema, back, ({ id }) => client.rpc('resend_invitation', { p_invitation: id }))
		case 'withdraw':
			return submit(form, memberSchema, back, ({ id }) => client.rpc('withdraw_invitation', { p_invitation: id }))
		case 'role':
			return editRole(client, p_company, textOf(form, 'id'), form, back)
		case 'rights':
			return submit(form, rightsSchema, back, ({ id, before, rights }) =>
				client.rpc('change_member_rights', {
					...{ p_company, p_user: id },
					// Rights that were not touched here stay as somebody else has set them in the meantime.
					p_given: rights.filter((right) => !before.includes(right)),
					p_taken: before.filter((right) => !rights.includes(right)),
				}),
			)
		case 'link':
			return submit(form, linkSchema, back, ({ id, employees }) =>
				client.rpc('link_member', { p_company, p_user: id, p_employees: employees }),
			)
		case 'duty':
			return submit(form, dutySchema, back, ({ from }) =>
				client.rpc('set_second_factor_duty', { p_company, ...(from === 'none' ? {} : { p_from: from }) }),
			)
		case 'hand-over':
			return submit(form, memberSchema, back, ({ id }) => client.rpc('hand_over_company', { p_company, p_user: id }))
		case 'leave': {
			let left = false
			const answer = await submit(form, memberSchema, back, async () => {
				const result = await client.rpc('remove_member', { p_company, p_user: user.id })
				left = !result.error
				return result
			})
			return left ? redirect(paths.profile()) : answer
		}
		default:
			return submit(form, memberSchema, back, ({ id }) => client.rpc('remove_member', { p_company, p_user: id }))
	}
}

function editRole(client: Client, p_company: string, id: string, form: FormData, back: string) {
	return submitEdit(form, {
		...{ schema: roleSchema, back, labels: ROLE_LABELS },
		words: (_name, text) => ROLE_NAMES[text as Member['role']],
		load: async () => {
			const { data } = await client.rpc('company_members', { p_company }).eq('user_id', id).maybeSingle()
			const role = data?.role
			invariantResponse(role)
			return { typed: roleTyped(role), version: role }
		},
		save: async ({ role }, version) => {
			const p_was = version as Member['role']
			const { error } = await client.rpc('change_member_role', { p_company, p_user: id, p_role: role, p_was })
			return error && errorCode(error) === 'edited_meanwhile' ? null : { error }
		},
	})
}

/** The list as it was, with the member that is open beside it. */
function backTo(request: Request): string {
	const query = new URL(request.url).searchParams
	return adminPaths.members(memberQuery(readMemberFilters(query), query.get('mitglied') ?? undefined))
}

const REFUSED: Promise<{ error: CodedError }> = Promise.resolve({ error: { code: 'rate_limited' } })
