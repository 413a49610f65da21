import { randomUUID } from 'node:crypto'
import { localDate } from '#app/lib/dates.ts'
import type { Right } from '#app/features/members/rights.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { readDate, readTime } from '#app/lib/typed-times.ts'
import { type Location, loadPeople, loadServices } from './appointments.queries.server.ts'
import { isUuid } from '#app/lib/uuid.ts'

type Member = { client: Client; rights: readonly Right[]; companyId: string; location: Location }
/** As written in an address. */
type Wish = Partial<Record<'tag' | 'zeit' | 'bis' | 'person', string | null>>

/** The initial data of the form for a new appointment. */
export async function loadCreate(member: Member, wish: Wish) {
	const [people, services] = await Promise.all([
		loadPeople(member.client, member.location, member),
		loadServices(member.client, member.location),
	])
	const today = localDate(new Date(), member.location.time_zone)
	const start = readTime(wish.zeit ?? null).value
	const until = readTime(wish.bis ?? null).value
	const person = wish.person ?? ''
	return {
		people: people.filter(({ active }) => active),
		services,
		everybody: member.rights.includes('all_calendars'),
		today,
		key: randomUUID(),
		location: member.location.id,
		zone: member.location.time_zone,
		// The range that was drawn in the calendar.
		drawn: start && until ? `${start}–${until}` : '',
		given: {
			tag: readDate(wish.tag ?? null, today).value || today,
			zeit: start,
			...(isUuid(person) ? { person } : {}),
		} as Record<string, string>,
	}
}

export type CreateData = Awaited<ReturnType<typeof loadCreate>>
