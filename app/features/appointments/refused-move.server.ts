import { againstTexts } from '#app/features/explain/explain.ts'
import { dateText } from '#app/lib/calendar-date.ts'
import { formatSoon, localDate, localTime } from '#app/lib/dates.ts'
import { type CodedError, errorCode, errorMessage } from '#app/lib/errors.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { moveName, type Outcome, readAgainst } from './appointments.commands.server.ts'
import { type Location, loadNextStarts } from './appointments.queries.server.ts'
import { meanwhileText, readMeanwhile } from './meanwhile.ts'

type Wish = { id: string; start: string; person?: string; seen?: string[] }

/**
 * What is said about a move that was refused: that somebody else has moved it since, or what speaks against the time, by name, whether it can be
 * entered all the same, and the next free times. The fields show the time that was meant.
 */
export async function refusedMove(client: Client, location: Location, wish: Wish, error: CodedError) {
	const zone = location.time_zone
	const stands = readMeanwhile(error.details)
	const against = againstTexts(readAgainst(error), zone)
	const shown = { tag: dateText(localDate(wish.start, zone)), zeit: localTime(wish.start, zone) }
	if (stands && errorCode(error) === 'moved_meanwhile')
		return { message: meanwhileText(stands, wish.seen ?? [], zone, new Date()), shown, meanwhile: stands.seen }
	if (against.length === 0) return { message: errorMessage(error), shown }
	const unusual = errorCode(error) === 'unusual_time'
	const message = `${unusual ? '' : 'Diese Zeit ist belegt. '}${against.join(' ')}`
	const next = await nextFor(client, location, wish)
	return { message, unusual, next, shown, ...(unusual && { wish: moveName(wish.start, wish.person) }) }
}

/** The next free times for the same services, of the person who is wanted or has it alone. */
async function nextFor(client: Client, location: Location, { id, start, person }: Wish): Promise<Outcome['next']> {
	const { data } = await client
		.from('appointment_lines')
		.select('service_id, employee_id')
		.eq('appointment_id', id)
		.order('position')
	const lines = data ?? []
	const people = new Set(lines.map(({ employee_id }) => employee_id))
	const now = new Date()
	const starts = await loadNextStarts(client, location, {
		services: lines.map(({ service_id }) => service_id),
		person: person ?? (people.size === 1 ? [...people][0] : undefined),
		from: Date.parse(start) > now.getTime() ? start : now.toISOString(),
	})
	return starts.map(({ starts_at }) => ({
		start: new Date(starts_at).toISOString(),
		label: `${formatSoon(starts_at, location.time_zone, now)} Uhr`,
	}))
}
