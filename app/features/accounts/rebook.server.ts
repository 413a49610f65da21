import { loadAgain, wishOf } from '#app/features/booking/booking.queries.server.ts'
import { ANYONE, choicePath } from '#app/features/booking/choice.ts'
import type { Time } from '#app/features/booking/times.ts'
import { invariantData } from '#app/lib/invariant.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import type { Holdable } from '#app/ui/hold-button.tsx'

type Line = { service_id: string; employee_id: string; position: number; event_id: string | null }
type Visit = { id: string; starts_at: string; location_id: string; lines: Line[] }

/** How a past visit is booked again: the way to the times, and for the latest ones free times to take at once. */
export type Rebooking = { path: string; times: (Holdable & { label: string; sixWeeks: boolean })[] }

/** Each costs two questions to the database. */
const WITH_TIMES = 3

/** How past visits are booked again, by id; those whose business or services are no longer offered online are left out. @param visits latest first */
export async function loadRebooking(client: Client, visits: Visit[], now: Date): Promise<Map<string, Rebooking>> {
	const timed = visits.filter(({ lines }) => lines.length > 0 && !lines.some(({ event_id }) => event_id))
	if (timed.length === 0) return new Map()
	const [places, services] = await Promise.all([
		client
			.from('locations')
			.select('id, slug, time_zone, horizon_days')
			.in('id', [...new Set(timed.map((visit) => visit.location_id))])
			.eq('state', 'published')
			.limit(visits.length),
		client
			.from('services')
			.select('id')
			.in('id', [...new Set(timed.flatMap(({ lines }) => lines.map((line) => line.service_id)))])
			.eq('active', true)
			.neq('booking_way', 'phone')
			.limit(500),
	])
	const offered = new Set(invariantData(services).map(({ id }) => id))
	const known = new Map(invariantData(places).map((place) => [place.id, place]))
	const bookable = timed.flatMap((visit) => {
		const place = known.get(visit.location_id)
		return place && visit.lines.every((line) => offered.has(line.service_id)) ? [{ visit, place }] : []
	})
	let asked = 0
	const seen = new Set<string>()
	const found = bookable.map(async ({ visit, place }): Promise<[string, Rebooking]> => {
		const choice = choiceOf(visit.lines)
		const path = choicePath(place.slug, choice)
		const fresh = !seen.has(path)
		seen.add(path)
		if (!fresh || asked >= WITH_TIMES) return [visit.id, { path, times: [] }]
		asked++
		const { next, later } = await loadAgain(client, wishOf(place.id, choice), place, visit.starts_at, now)
		const action = choicePath(place.slug, { ...choice, employee: choice.employee ?? ANYONE })
		const chip = ({ start, label }: Time, sixWeeks: boolean) => ({ start, label, action, sixWeeks })
		return [visit.id, { path, times: [...(next ? [chip(next, false)] : []), ...(later ? [chip(later, true)] : [])] }]
	})
	return new Map(await Promise.all(found))
}

function choiceOf(lines: Line[]) {
	const inOrder = lines.toSorted((one, other) => one.position - other.position)
	const people = [...new Set(inOrder.map((line) => line.employee_id))]
	return {
		services: inOrder.map((line) => line.service_id),
		employee: people.length === 1 ? people[0] : undefined,
		from: 'anders' as const,
	}
}
