import { addDays, localDate, localTime, zoneNote } from '#app/lib/dates.ts'
import { call } from '#app/lib/contracts.server.ts'
import { invariantData } from '#app/lib/invariant.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { loadAddons } from '#app/features/services/addons.server.ts'
import { loadTests, type ServiceTest } from '#app/features/services/service-tests.server.ts'
import { loadTermsNotes } from '#app/features/services/payment-terms.server.ts'
import { loadPackagesOnSale } from '#app/features/services/packages.server.ts'
import { wayNote } from '#app/features/services/booking-way.ts'
import { phoneText } from '#app/lib/phone.server.ts'
import { allRows } from '#app/lib/whole-answers.ts'
import type { Booking, BookingEvent } from './booking.ts'
import { bookingContract, daysContract, locationBySlugContract, startsContract } from './booking.contracts.ts'
import { ANYONE, type Choice } from './choice.ts'
import type { Offer, Service } from './offer.ts'
import {
	asTime,
	clampDay,
	groupTimes,
	inSixWeeks,
	nearest,
	type StartRow,
	stripDays,
	stripStart,
	STRIP,
} from './times.ts'
import type { Day, Time, TimeTable } from './times.ts'

/** The location that is booked, with its policy. */
export type Location = {
	id: string
	slug: string
	name: string
	logo_path: string
	street: string
	postal_code: string
	city: string
	city_id: number | null
	phone: string
	time_zone: string
	horizon_days: number
	cancellation_hours: number
	confirms_by_hand: boolean
	/** Whether there is a waiting list, and who offers its times. */
	waitlist: 'automatic' | 'by_hand' | 'off'
	companies: { legal_name: string; small_business: boolean } | null
}

/** The published location that an id, slug or old slug means, if there is one. */
export async function findLocation(client: Client, key: string): Promise<{ id: string; slug: string } | null> {
	return invariantData(await call(client, 'location_by_slug', locationBySlugContract, { p_key: key }))
}

export type Bookable = {
	location: Location
	offer: Offer
	/** Names of the services that are booked by phone only, and can't be chosen. */
	byPhone: string[]
}

/** A published location with what it offers. */
export async function loadLocation(client: Client, id: string): Promise<Bookable | null> {
	const [found, services, employees, skills, addons, tests, packages, terms] = await Promise.all([
		client
			.from('locations')
			.select(
				'id, slug, name, logo_path, street, postal_code, city, city_id, phone, time_zone, horizon_days, cancellation_hours, confirms_by_hand, waitlist, companies (legal_name, small_business)',
			)
			.eq('id', id)
			.maybeSingle(),
		allRows((from, to) =>
			client
				.from('services')
				.select(
					'id, category_id, name, description, duration_minutes, price_cents, price_from, position, booking_way, new_by_request, heading, family, variant, addon, day_percent, categories (name, position)',
				)
				.eq('location_id', id)
				.eq('active', true)
				.order('position')
				.order('id')
				.range(from, to),
		),
		allRows((from, to) =>
			client
				.from('employees')
				.select('id, name, title')
				.eq('location_id', id)
				.eq('active', true)
				.order('position')
				.order('id')
				.range(from, to),
		),
		allRows((from, to) =>
			client
				.from('employee_services')
				.select('employee_id, service_id, duration_minutes, price_cents')
				.eq('location_id', id)
				.order('employee_id')
				.order('service_id')
				.range(from, to),
		),
		loadAddons(client, id),
		loadTests(client, id),
		loadPackagesOnSale(client, id),
		loadTermsNotes(client, id),
	])
	if (found.error) throw new Error(found.error.message, { cause: found.error })
	const location = found.data as Location | null
	if (!location) return null
	const online = ({ booking_way: way }: (typeof services)[number]): boolean => way !== 'phone'
	return {
		location,
		byPhone: services.filter((row) => !online(row)).map(({ name }) => name),
		offer: {
			services: services.filter(online).map((row) => ({
				...{ id: row.id, name: row.name, description: row.description, minutes: row.duration_minutes },
				...{
					cents: row.price_cents,
					from: row.price_from || (row.day_percent ?? 0) > 0,
					category: row.heading || (row.categories?.name ?? ''),
				},
				...{
					way: notesOf(wayNote(row), terms.get(row.id)),
					family: row.family,
					variant: row.variant,
					dayPriced: row.day_percent !== null,
				},
				...(row.addon && { addonTo: addons.filter((one) => one.addon_id === row.id).map((one) => one.service_id) }),
				categoryId: row.category_id,
				test: testOf(row.id, tests, services),
			})),
			employees,
			packages,
			skills: skills.map((row) => ({
				...{ employeeId: row.employee_id, serviceId: row.service_id },
				...{ minutes: row.duration_minutes, cents: row.price_cents },
			})),
		},
	}
}

const notesOf = (...notes: (string | undefined)[]): string | undefined => notes.filter(Boolean).join(' · ') || undefined

function testOf(id: string, tests: ServiceTest[], services: { id: string; name: string }[]): Service['test'] {
	const need = tests.find(({ service_id }) => service_id === id)
	const test = services.find((one) => one.id === need?.test_service_id)
	return need && test && { id: test.id, name: test.name, hours: need.hours }
}

type Wish = { location: string; services: string[]; employee?: string; dayPriced?: boolean }

/** The free starts of a visit between two local dates, both included. */
async function freeStarts(client: Client, wish: Wish, from: string, to: string): Promise<StartRow[]> {
	const verb = wish.dayPriced ? 'list_priced_starts' : 'list_starts'
	return invariantData(await call(client, verb, startsContract, { ...asked(wish), p_from: from, p_to: to }))
}

/** Adds the start that this browser holds, so that a visitor who comes back finds it. */
function withHeld(rows: StartRow[], held: StartRow | undefined): StartRow[] {
	const found = held && rows.some((row) => Date.parse(row.starts_at) === Date.parse(held.starts_at))
	return held && !found
		? [...rows, held].sort((one, other) => Date.parse(one.starts_at) - Date.parse(other.starts_at))
		: rows
}

/** How many free starts each day of a strip has, by local date. */
async function countStarts(client: Client, wish: Wish, first: string): Promise<Map<string, number>> {
	const args = { ...asked(wish), p_from: first, p_to: addDays(first, STRIP - 1) }
	const days = invariantData(await call(client, 'available_days', daysContract, args))
	return new Map(days.map(({ day, starts }) => [day, starts]))
}

/** The next seven days with how many free starts each has. */
export async function loadWeek(client: Client, wish: Wish, zone: string, now: Date): Promise<Day[]> {
	const today = localDate(now, zone)
	return stripDays(today, await countStarts(client, wish, today))
}

const hasFree = (days: Map<string, number>): boolean => [...days.values()].some((starts) => starts > 0)

/** The first free start from a local date on. */
async function firstStart(client: Client, wish: Wish, from: string, zone: string): Promise<StartRow | undefined> {
	const args = { ...asked(wish), p_from: `${from} 00:00 ${zone}`, p_limit: 1 }
	return invariantData(await call(client, 'next_starts', startsContract, args))[0]
}

/** The first free start of each of these people, in their order. */
export function loadFirstStarts(
	client: Client,
	wish: Wish,
	people: { id: string }[],
	zone: string,
	now: Date,
): Promise<(string | undefined)[]> {
	const today = localDate(now, zone)
	return Promise.all(
		people.map(async ({ id }) => (await firstStart(client, { ...wish, employee: id }, today, zone))?.starts_at),
	)
}

type Calendar = Pick<Location, 'time_zone' | 'horizon_days'>

/** Zone and horizon of a published location. */
export async function loadCalendar(client: Client, id: string): Promise<Calendar> {
	return invariantData(await client.from('locations').select('time_zone, horizon_days').eq('id', id).single())
}

/**
 * What the day and time step shows: seven days, and the starts of the chosen or first free one.
 * @param held the start that this browser holds already, for the same services
 */
export async function loadTimes(
	client: Client,
	wish: Wish,
	{ time_zone: zone, horizon_days: horizon }: Calendar,
	wanted: string | undefined,
	now: Date,
	held?: StartRow,
): Promise<TimeTable> {
	const today = localDate(now, zone)
	const last = addDays(today, horizon)
	let first = stripStart(clampDay(wanted ?? today, today, horizon), today)
	let free = await countStarts(client, wish, first)
	let following: StartRow | undefined
	if (!hasFree(free)) {
		following = await firstStart(client, wish, addDays(first, STRIP), zone)
		if (!wanted && following) {
			first = stripStart(localDate(following.starts_at, zone), today)
			free = await countStarts(client, wish, first)
		}
	}
	const heldDay = held && localDate(held.starts_at, zone)
	if (heldDay && free.get(heldDay) === 0) free.set(heldDay, 1)
	const days = stripDays(first, free)
	const day = wanted ? clampDay(wanted, today, horizon) : (days.find((one) => one.free > 0)?.date ?? first)
	const rows = free.get(day) ? await freeStarts(client, wish, day, day) : []
	const groups = groupTimes(withHeld(rows, heldDay === day ? held : undefined), zone)
	let nextFree: TimeTable['nextFree']
	if (groups.length === 0) {
		const row = following ?? (day < last ? await firstStart(client, wish, addDays(day, 1), zone) : undefined)
		if (row) nextFree = { day: localDate(row.starts_at, zone), label: asTime(row, zone, now).label }
	}
	return {
		...{ days, day, groups, today, last, nextFree },
		dayLabel: days.find((one) => one.date === day)?.label ?? day,
		zone: zoneNote(`${day}T12:00:00Z`, zone),
		previous: first > today ? addDays(first, -STRIP) : undefined,
		next: addDays(first, STRIP) <= last ? addDays(first, STRIP) : undefined,
	}
}

/** The next best times when one is gone: the same time with someone else, then the nearest before and after. */
export async function loadAlternatives(
	client: Client,
	wish: Wish,
	{ time_zone: zone, horizon_days: horizon }: Calendar,
	wanted: string,
	now: Date,
): Promise<Time[]> {
	const today = localDate(now, zone)
	const day = clampDay(localDate(wanted, zone), today, horizon)
	const [from, to] = [clampDay(addDays(day, -1), today, horizon), addDays(day, 5)]
	const chosen = wish.employee && wish.employee !== ANYONE
	const [rows, others] = await Promise.all([
		freeStarts(client, wish, from, to),
		chosen ? freeStarts(client, { ...wish, employee: ANYONE }, day, day) : [],
	])
	const same = others.find((row) => Date.parse(row.starts_at) === Date.parse(wanted))
	let near = nearest(rows, wanted, same ? 5 : 6)
	if (near.length === 0) {
		const next = await firstStart(client, wish, to, zone)
		near = next ? [next] : []
	}
	return [
		...(same ? [{ ...asTime(same, zone, now), employee: ANYONE }] : []),
		...near.map((row) => asTime(row, zone, now)),
	]
}

/**
 * When a visit could be had again: the next free start, and the same time of day in about six weeks. Either may be missing.
 * @param last when the visit began, an instant
 */
export async function loadAgain(
	client: Client,
	wish: Wish,
	{ time_zone: zone, horizon_days: horizon }: Calendar,
	last: string,
	now: Date,
): Promise<{ next?: Time; later?: Time }> {
	const today = localDate(now, zone)
	const day = inSixWeeks(localDate(last, zone), today)
	const [next, rows] = await Promise.all([
		firstStart(client, wish, today, zone),
		day > addDays(today, horizon) ? [] : freeStarts(client, wish, day, day),
	])
	const later = rows.find((row) => localTime(row.starts_at, zone) === localTime(last, zone))
	return {
		next: next && asTime(next, zone, now),
		later: later && later.starts_at !== next?.starts_at ? asTime(later, zone, now) : undefined,
	}
}

/** A hold or booking, if the secret or the signed-in person gives access to it. */
export async function loadBooking(client: Client, id: string, secret: string | undefined): Promise<Booking | null> {
	const answer = await call(client, 'get_booking', bookingContract, { p_appointment: id, p_secret: secret ?? null })
	if (!answer.error) return answer.data
	if (answer.error.message === 'appointment_not_found') return null
	return invariantData(answer)
}

/** What happened to a booking, oldest first. @param server bypasses row level security: only for somebody who has opened the booking */
export async function loadHistory(server: Client, id: string): Promise<BookingEvent[]> {
	return allRows((from, to) =>
		server
			.from('appointment_events')
			.select('id, at, verb, actor, to_state, reason, old_starts_at, new_starts_at')
			.eq('appointment_id', id)
			.not('verb', 'in', '(hold,release,expire)')
			.order('id')
			.range(from, to),
	)
}

/** Phone number of the signed-in person. */
export async function loadPhone(client: Client, userId: string): Promise<string> {
	const { data } = await client.from('profiles').select('phone').eq('id', userId).maybeSingle()
	return phoneText(data?.phone ?? '')
}

/** The choice as a query for free times at a location. @param offer tells for which services the times have prices of their own */
export function wishOf(location: string, choice: Pick<Choice, 'services' | 'employee'>, offer?: Offer): Wish {
	const dayPriced = offer?.services.some(({ id, dayPriced: own }) => own && choice.services.includes(id))
	return { location, services: choice.services, employee: choice.employee, dayPriced }
}

function asked({ location, services, employee }: Wish): Record<string, unknown> {
	return { p_location: location, p_services: services, p_employee: employee && employee !== ANYONE ? employee : null }
}
