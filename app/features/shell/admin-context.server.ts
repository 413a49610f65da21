import type { RouterContextProvider } from 'react-router'
import { invariantResponse } from '#app/lib/invariant.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { isDemoAddress } from '#app/lib/demo-account.ts'
import { paths } from '#app/lib/paths.ts'
import { redirect } from '#app/lib/redirect.ts'
import { requireUser, type SessionUser } from '#app/lib/session.server.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { allRows } from '#app/lib/whole-answers.ts'
import type { AdminLocation, Company } from '#app/features/company/company.ts'
import { readHashes } from '#app/features/legal/agreements.ts'
import { atLeast, type Role } from '#app/features/members/members.ts'
import type { Right } from '#app/features/members/rights.ts'
import { keepPartnerCode } from '#app/features/partners/code.server.ts'
import { chosenLocationId } from './location-choice.server.ts'

export type MemberContext = {
	client: Client
	user: SessionUser
	company: Company
	role: Role
	/** What the member may do beyond their own calendar. */
	rights: readonly Right[]
	/** Whether the member may change what the business has set up: managers and owners. */
	mayManage: boolean
	/** All locations of the company, archived ones last. */
	locations: AdminLocation[]
	/** The location that the top bar shows; null before the first one is made. */
	location: AdminLocation | null
	/** Other companies of this person, with their locations that are not archived. */
	elsewhere: { id: string; name: string; locations: AdminLocation[] }[]
}

/** The columns of a company that its members read. */
export const COMPANY =
	'id, name, state, legal_name, representative, street, postal_code, city, email, phone, register_entry, vat_id, small_business, goes_at'
const known = new WeakMap<Readonly<RouterContextProvider>, Promise<MemberContext>>()

/**
 * The company of the signed-in member, once per request however many loaders ask. Makes it on the first visit after a
 * registration. @throws Response: a redirect to the form that names a company, when there is none.
 */
export function requireMember(context: Readonly<RouterContextProvider>, request: Request): Promise<MemberContext> {
	const found = known.get(context) ?? loadMember(context, request)
	known.set(context, found)
	return found
}

/** Like requireMember, for changes to what the business has set up. @throws Response 403 */
export async function requireManager(
	context: Readonly<RouterContextProvider>,
	request: Request,
): Promise<MemberContext> {
	const member = await requireMember(context, request)
	invariantResponse(member.mayManage, 'Forbidden', 403)
	return member
}

/** Like requireMember, for what only owners do. @throws Response 403 */
export async function requireOwner(context: Readonly<RouterContextProvider>, request: Request): Promise<MemberContext> {
	const member = await requireMember(context, request)
	invariantResponse(member.role === 'owner', 'Forbidden', 403)
	return member
}

/** Like requireMember, for what needs rights. @throws Response 403 */
export async function requireRight(
	context: Readonly<RouterContextProvider>,
	request: Request,
	...needed: Right[]
): Promise<MemberContext> {
	const member = await requireMember(context, request)
	invariantResponse(
		needed.every((right) => member.rights.includes(right)),
		'Forbidden',
		403,
	)
	return member
}

async function loadMember(context: Readonly<RouterContextProvider>, request: Request): Promise<MemberContext> {
	const { client, user } = requireUser(context)
	let [memberships, own] = await Promise.all([membershipsOf(client, user.id), ownMemberships(client)])
	const due = own.filter(({ second_factor_due }) => second_factor_due)
	const chosen = chosenLocationId(request)
	// A company that requires a second factor stays closed until this session has used one.
	if (due.some(({ company_id }) => company_id === chosen) || (due.length > 0 && memberships.length === 0))
		throw redirect(adminPaths.secondFactor())
	if (memberships.length === 0 && (await makeCompany(client, user)))
		[memberships, own] = await Promise.all([membershipsOf(client, user.id), ownMemberships(client)])
	if (memberships.length === 0) throw redirect(isDemoAddress(user.email) ? paths.demo() : adminPaths.newCompany())
	const ids = memberships.map(({ company_id }) => company_id)
	const rows = await allRows((from, to) =>
		client
			.from('locations')
			.select('id, company_id, name, slug, state, city, time_zone, archived, move_notice, staff_absence')
			.in('company_id', ids)
			.order('archived')
			.order('created_at')
			.order('id')
			.range(from, to),
	)
	const companyId = rows.find(({ id }) => id === chosen)?.company_id ?? ids.find((id) => id === chosen) ?? ids[0]
	const membership = memberships.find(({ company_id }) => company_id === companyId) ?? memberships[0]
	invariantResponse(membership)
	const locations = rows.filter(({ company_id }) => company_id === companyId)
	return {
		client,
		user,
		company: membership.companies,
		role: membership.role,
		rights: own.find(({ company_id }) => company_id === membership.company_id)?.rights ?? [],
		mayManage: atLeast(membership.role, 'manager'),
		locations,
		location: locations.find(({ id }) => id === chosen) ?? locations[0] ?? null,
		elsewhere: [
			...memberships
				.filter(({ company_id }) => company_id !== companyId)
				.map(({ company_id, companies }) => ({
					id: company_id,
					name: companies.name,
					locations: rows.filter((row) => row.company_id === company_id && !row.archived),
				})),
			...due.map(({ company_id, company_name }) => ({
				id: company_id,
				name: `${company_name} (Zwei-Faktor-Anmeldung nötig)`,
				locations: [],
			})),
		],
	}
}

/** The person's companies that wait for a second factor in this session. */
export async function waitingFor(client: Client): Promise<{ id: string; name: string }[]> {
	const rows = await ownMemberships(client)
	return rows.flatMap((row) => (row.second_factor_due ? [{ id: row.company_id, name: row.company_name }] : []))
}

async function ownMemberships(client: Client) {
	return allRows((from, to) => client.rpc('own_memberships').order('company_id').range(from, to))
}

async function membershipsOf(client: Client, userId: string) {
	return allRows((from, to) =>
		client
			.from('members')
			.select(`company_id, role, companies!inner(${COMPANY})`)
			.eq('user_id', userId)
			.order('created_at')
			.order('company_id')
			.range(from, to),
	)
}

async function makeCompany(client: Client, user: SessionUser): Promise<boolean> {
	const {
		company_name,
		phone,
		agreements,
		partner_code: code,
	} = (user.claims.user_metadata ?? {}) as Record<string, unknown>
	if (typeof company_name !== 'string' || company_name.trim().length < 2) return false
	const { data: made, error } = await client.rpc('register_company', {
		p_name: company_name,
		p_phone: typeof phone === 'string' ? phone : '',
		p_agreements: typeof agreements === 'string' ? readHashes(agreements) : [],
	})
	if (made && typeof code === 'string') await keepPartnerCode(client, made, code)
	return !error
}
