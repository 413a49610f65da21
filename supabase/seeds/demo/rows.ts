import type { BusinessPlan, ServicePlan } from './plan.ts'
import { kindOf } from './resources.ts'

export type Row = Record<string, unknown>

/** Rows by table (with schema), in the order in which they must be inserted. */
export type Rows = Map<string, Row[]>

export function addRows(rows: Rows, table: string, added: Row[]): void {
	const list = rows.get(table)
	if (list) for (const row of added) list.push(row)
	else rows.set(table, [...added])
}

/** The occupancy of a person or a resource by a line, in minutes since 1970. */
export function occupancyRow(subject: string, source: string, position: number, pieces: [number, number][]): Row {
	const minutes = `{${pieces.map(([from, to]) => `[${from},${to})`).join(',')}}`
	return { subject, minutes, source, position, kind: 'line' }
}

// Not orange, which is the accent of a new entry in the calendar.
const COLORS = ['#235789', '#5a6a1c', '#1f7268', '#7d3a75']

/** All rows of a business except its pictures and its calendar. `created`: ISO text. */
export function addBusiness(rows: Rows, plan: BusinessPlan, created: string): void {
	const { companyId, locationId: location_id, place, legal, policy, accounts, employees, services } = plan
	const stamps = { created_at: created, updated_at: created }
	for (const account of accounts) addAccount(rows, account, created)
	const address = { street: plan.street, postal_code: place.postalCode, city: place.city.name }
	const contact = { phone: plan.phone, email: plan.email }
	addRows(rows, 'public.companies', [
		{
			id: companyId,
			name: plan.name,
			legal_name: legal.name,
			representative: legal.representative,
			...address,
			...contact,
			register_entry: legal.register,
			vat_id: legal.vatId,
			small_business: legal.smallBusiness,
			...stamps,
		},
	])
	addRows(
		rows,
		'public.members',
		accounts.map(({ userId, role }) => ({ company_id: companyId, user_id: userId, role, created_at: created })),
	)
	addRows(rows, 'public.locations', [
		{
			id: location_id,
			company_id: companyId,
			slug: plan.slug,
			name: plan.name,
			state: plan.state,
			description: plan.description,
			...address,
			district: place.district,
			city_id: place.city.id,
			latitude: place.latitude,
			longitude: place.longitude,
			...contact,
			website: plan.state === 'draft' ? '' : `https://www.${plan.email.split('@')[1]}`,
			attributes: plan.attributes,
			grid_minutes: policy.grid,
			notice_minutes: policy.notice,
			horizon_days: policy.horizon,
			cancellation_hours: policy.cancellation,
			confirms_by_hand: policy.byHand,
			published_at: plan.state === 'draft' ? null : created,
			...stamps,
		},
	])
	addRows(
		rows,
		'public.employees',
		employees.map(({ id, userId, name, title }, position) => {
			const color = COLORS[position % COLORS.length]
			return { id, location_id, user_id: userId, name, title, color, position, ...stamps }
		}),
	)
	addRows(
		rows,
		'public.services',
		services.map((service, position) => ({
			...plainService(plan, service),
			resource_kind: kindOf(plan, service),
			position,
			...stamps,
		})),
	)
	addRows(
		rows,
		'public.employee_services',
		services.flatMap((service) =>
			service.offers.map(({ employeeId, minutes, priceCents }) => ({
				employee_id: employeeId,
				service_id: service.id,
				location_id,
				duration_minutes: minutes,
				price_cents: priceCents,
			})),
		),
	)
}

function plainService({ locationId }: BusinessPlan, service: ServicePlan): Row {
	return {
		id: service.id,
		location_id: locationId,
		category_id: service.categoryId,
		name: service.name,
		description: service.description,
		duration_minutes: service.minutes,
		buffer_before_minutes: service.bufferBefore,
		buffer_after_minutes: service.bufferAfter,
		processing_start: service.processing?.startMinute ?? null,
		processing_minutes: service.processing?.minutes ?? null,
		price_cents: service.priceCents,
		price_from: service.priceFrom,
		active: true,
		booking_way: service.byRequest ? 'request' : 'online',
		...{ heading: '', family: '', variant: '', addon: false },
	}
}

const INSTANCE = '00000000-0000-0000-0000-000000000000'

type Person = { userId: string; email: string; name: string; phone?: string }

/** A user with a confirmed mail address as the auth service writes it; the password is added on insertion. */
export function addAccount(rows: Rows, { userId, email, name, phone }: Person, created: string): void {
	const stamps = { created_at: created, updated_at: created }
	const own = { name, ...(phone ? { phone } : {}), sub: userId, email, email_verified: true, phone_verified: false }
	addRows(rows, 'auth.users', [
		{
			instance_id: INSTANCE,
			id: userId,
			aud: 'authenticated',
			role: 'authenticated',
			email,
			email_confirmed_at: created,
			raw_app_meta_data: { provider: 'email', providers: ['email'] },
			raw_user_meta_data: own,
			confirmation_token: '',
			recovery_token: '',
			email_change_token_new: '',
			email_change: '',
			...stamps,
		},
	])
	addRows(rows, 'auth.identities', [
		{
			id: userId,
			provider_id: userId,
			user_id: userId,
			identity_data: own,
			provider: 'email',
			...stamps,
		},
	])
}
