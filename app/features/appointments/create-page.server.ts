import { randomUUID } from 'node:crypto'
import { addDays, localDate, localTime } from '#app/lib/dates.ts'
import type { Right } from '#app/features/members/rights.ts'
import { invariantData } from '#app/lib/invariant.ts'
import { phoneText } from '#app/lib/phone.server.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { readDate, readTime } from '#app/lib/typed-times.ts'
import { instantOf } from '#app/lib/wall-time.ts'
import { type Location, loadOffered, loadPeople, loadServices } from './appointments.queries.server.ts'
import { loadLastVisit } from './last-visit.queries.server.ts'
import { loadWalkInService } from './walk-in.queries.server.ts'
import { WALK_IN } from './walk-in.ts'
import { isUuid } from '#app/lib/uuid.ts'

type Member = { client: Client; rights: readonly Right[]; companyId: string; location: Location }
/** As written in an address; `kunde` is the id of a customer, `leistung` of a service, `jetzt` stands for a walk-in. */
type Wish = Partial<Record<'tag' | 'zeit' | 'bis' | 'person' | 'kunde' | 'leistung' | 'jetzt', string | null>>

/** The initial data of the form for a new appointment. */
export async function loadCreate(member: Member, wish: Wish) {
	const { client, location, companyId } = member
	const person = isUuid(wish.person) ? wish.person : undefined
	const [people, services, offered, customer, last] = await Promise.all([
		loadPeople(client, location, member),
		loadServices(client, location),
		loadOffered(client, person),
		loadContact(client, companyId, wish.kunde),
		loadLastVisit(client, location, wish.kunde ?? null),
	])
	const now = new Date()
	const today = localDate(now, location.time_zone)
	const start = wish.jetzt ? localTime(now, location.time_zone) : readTime(wish.zeit ?? null).value
	const until = wish.jetzt ? '' : readTime(wish.bis ?? null).value
	const day = readDate(wish.tag ?? null, today).value || today
	const minutes = drawnMinutes(day, start, until, location.time_zone)
	const wished = wish.jetzt ? await loadWalkInService(client, location, services) : wish.leistung
	return {
		people: people.filter(({ active }) => active),
		// Services that the person of the column offers come first.
		services: services.toSorted((one, other) => Number(offered.has(other.id)) - Number(offered.has(one.id))),
		everybody: member.rights.includes('all_calendars'),
		today,
		key: randomUUID(),
		location: location.id,
		zone: location.time_zone,
		last,
		walkIn: Boolean(wish.jetzt),
		chosen: services.some(({ id }) => id === wished) ? [String(wished)] : [],
		// The range that was drawn in the calendar.
		drawn: minutes ? `${start}–${until}` : '',
		given: {
			...(wish.jetzt ? { name: WALK_IN } : {}),
			...customer,
			tag: (!wish.jetzt && readDate(wish.tag ?? null, today).value) || today,
			zeit: start,
			...(person ? { person } : {}),
			...(minutes ? { aufgezogen: String(minutes), dauer: 'on' } : {}),
		} as Record<string, string>,
	}
}

/**
 * How many minutes pass on a day from one wall time to another, which is after midnight where it is earlier; 0 without a range. The database takes
 * no fewer than five.
 */
function drawnMinutes(day: string, start: string, until: string, zone: string): number {
	if (!start || !until) return 0
	const ends = `${until <= start ? addDays(day, 1) : day}T${until}`
	const [from, to] = [instantOf(`${day}T${start}`, zone), instantOf(ends, zone)]
	const minutes = from && to ? Math.round((Date.parse(to) - Date.parse(from)) / 60_000) : 0
	return minutes < 5 || minutes > 1440 ? 0 : minutes
}

/** Name and contact of a customer of the company, as the fields of the form; undefined for a customer hidden from the caller. */
async function loadContact(client: Client, company: string, id: string | null | undefined) {
	if (!isUuid(id)) return {}
	const found = invariantData(
		await client
			.from('shown_customers')
			.select('id, name, email, phone')
			.eq('id', id)
			.eq('company_id', company)
			.limit(1),
	)[0]
	return found ? { customer: found.id, name: found.name, email: found.email ?? '', phone: phoneText(found.phone) } : {}
}

export type CreateData = Awaited<ReturnType<typeof loadCreate>>
