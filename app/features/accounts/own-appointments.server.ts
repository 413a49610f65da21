import type { Database } from '#app/database.types.ts'
import { OPEN } from '#app/features/appointments/states.ts'
import { stateText } from '#app/features/booking/texts.ts'
import { isReviewable } from '#app/features/booking/view.ts'
import { cardsOf } from '#app/features/catalogue/catalogue.queries.server.ts'
import { osmAddress } from '#app/features/listing/texts.ts'
import { loadOwnReviews } from '#app/features/reviews/reviews.server.ts'
import type { AppServices } from '#app/lib/context.server.ts'
import { formatDate, formatSoon, formatTime, HOME_ZONE, zoneSuffix } from '#app/lib/dates.ts'
import { invariantData } from '#app/lib/invariant.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { allRows } from '#app/lib/whole-answers.ts'
import type { NextVisit, OwnAppointment } from './own-appointments.tsx'
import { loadRebooking } from './rebook.server.ts'

type State = Database['public']['Enums']['appointment_state']

const ROW =
	'id, state, starts_at, ends_at, location_id, lines:appointment_lines(service_name, position, service_id, employee_id, event_id)'

/** What a person has booked with this account: what is coming, soonest first, and the latest of the rest. */
export async function loadOwnAppointments(client: Client, services: AppServices, userId: string, now: Date) {
	const at = now.toISOString()
	const own = () => client.from('appointments').select(ROW).eq('user_id', userId)
	const [reviewed, coming, past, found] = await Promise.all([
		loadOwnReviews(client),
		own().in('state', OPEN).gte('starts_at', at).order('starts_at').limit(50),
		own()
			.not('state', 'in', '(held,expired)')
			.or(`starts_at.lt.${at},state.not.in.(${OPEN.join()})`)
			.order('starts_at', { ascending: false })
			.limit(20),
		allRows((from, to) => client.rpc('own_places').order('id').range(from, to)),
	])
	const places = new Map(found.map((place) => [place.id, place]))
	const rows = { coming: invariantData(coming), past: invariantData(past) }
	const first = rows.coming[0]
	const [again, [card]] = await Promise.all([
		loadRebooking(client, rows.past, now),
		cardsOf(client, services, first ? [first.location_id] : [], now),
	])
	const next: NextVisit | null = first
		? {
				...{ id: first.id, picture: card?.image ?? null },
				route: osmAddress(card?.at?.[0] ?? null, card?.at?.[1] ?? null),
				movable: !first.lines.some(({ event_id }) => event_id),
			}
		: null
	return {
		next,
		coming: rows.coming.map((row) =>
			shown(row, places.get(row.location_id), (zone) => formatSoon(row.starts_at, zone, now)),
		),
		past: rows.past.map((row) => ({
			...shown(
				row,
				places.get(row.location_id),
				(zone) => `${formatDate(row.starts_at, zone)}, ${formatTime(row.starts_at, zone)}`,
			),
			again: again.get(row.id),
			review: reviewed.get(row.id) ?? (isReviewable(row, now) ? ('open' as const) : undefined),
		})),
	}
}

type Row = {
	id: string
	state: State
	starts_at: string
	ends_at: string
	lines: { service_name: string; position: number }[]
}

type Location = { name: string; city: string; time_zone: string }

function shown(
	{ id, state, starts_at, lines }: Row,
	location: Location | undefined,
	when: (zone: string) => string,
): OwnAppointment {
	const zone = location?.time_zone ?? HOME_ZONE
	return {
		id,
		startsAt: starts_at,
		when: `${when(zone)}${zoneSuffix(starts_at, zone)}`,
		place: location ? [location.name, location.city].filter(Boolean).join(', ') : '',
		services: lines
			.toSorted((one, other) => one.position - other.position)
			.map(({ service_name }) => service_name)
			.join(', '),
		state: state === 'confirmed' ? '' : stateText(state).name,
	}
}
