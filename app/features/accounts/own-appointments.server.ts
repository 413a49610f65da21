import type { Database } from '#app/database.types.ts'
import { OPEN } from '#app/features/appointments/states.ts'
import { type Booking, isMovable } from '#app/features/booking/booking.ts'
import { ownPaymentsContract } from '#app/features/booking/booking.contracts.ts'
import { loadBooking } from '#app/features/booking/booking.queries.server.ts'
import { feeOf, type Payment, paymentRows } from '#app/features/booking/payment.ts'
import { stateText } from '#app/features/booking/texts.ts'
import { isReviewable } from '#app/features/booking/view.ts'
import type { Card } from '#app/features/catalogue/card.ts'
import { cardsOf } from '#app/features/catalogue/catalogue.queries.server.ts'
import { osmAddress } from '#app/features/listing/texts.ts'
import { loadOwnReviews } from '#app/features/reviews/reviews.server.ts'
import type { AppServices } from '#app/lib/context.server.ts'
import { call } from '#app/lib/contracts.server.ts'
import { formatDate, formatSoon, formatTime, HOME_ZONE, localDate, shortDay, zoneSuffix } from '#app/lib/dates.ts'
import { invariantData } from '#app/lib/invariant.ts'
import { formatPrice } from '#app/lib/money.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { allRows } from '#app/lib/whole-answers.ts'
import type { NextVisit, OwnAppointment } from './own-appointments.tsx'
import type { RebookCard } from './rebook-cards.tsx'
import { loadRebooking } from './rebook.server.ts'

type State = Database['public']['Enums']['appointment_state']

const ROW =
	'id, state, starts_at, ends_at, location_id, total_cents, lines:appointment_lines(service_name, position, service_id, employee_id, event_id)'

const COMING = [...OPEN, 'awaiting_payment'] as const

/** What a person has booked with this account: what is coming, soonest first, and the latest of the rest. */
export async function loadOwnAppointments(client: Client, services: AppServices, userId: string, now: Date) {
	const at = now.toISOString()
	const own = () => client.from('appointments').select(ROW).eq('user_id', userId)
	const [reviewed, paid, coming, past, found] = await Promise.all([
		loadOwnReviews(client),
		loadOwnPayments(client),
		own().in('state', COMING).gte('starts_at', at).order('starts_at').limit(50),
		own()
			.not('state', 'in', '(held,expired)')
			.or(`starts_at.lt.${at},state.not.in.(${COMING.join()})`)
			.order('starts_at', { ascending: false })
			.limit(20),
		allRows((from, to) => client.rpc('own_places').order('id').range(from, to)),
	])
	const places = new Map(found.map((place) => [place.id, place]))
	const rows = { coming: invariantData(coming), past: invariantData(past) }
	const first = rows.coming[0]
	const again = await loadRebooking(client, rows.past, now)
	const suggested = rows.past.filter(({ id }) => again.get(id)?.times.length)
	const [cards, next] = await Promise.all([
		cardsOf(client, services, [...new Set([first, ...suggested].flatMap((row) => row?.location_id ?? []))], now),
		first ? loadBooking(client, first.id, undefined) : null,
	])
	const cardOf = (location: string) => cards.find(({ id }) => id === location)
	return {
		next: first && next ? nextVisit(next, cardOf(first.location_id), now) : null,
		coming: rows.coming.map((row) =>
			shown(row, places.get(row.location_id), (zone) => formatSoon(row.starts_at, zone, now), paid.get(row.id)),
		),
		again: suggested.flatMap((row): RebookCard[] => {
			const { id, place, services: what } = shown(row, places.get(row.location_id), () => '', undefined)
			const booking = again.get(row.id)
			const zone = places.get(row.location_id)?.time_zone ?? HOME_ZONE
			const day = localDate(row.starts_at, zone)
			const thisYear = day.slice(0, 4) === localDate(now, zone).slice(0, 4)
			const last = `zuletzt ${thisYear ? shortDay(day) : formatDate(row.starts_at, zone)}`
			const price = row.total_cents > 0 ? `zuletzt ${formatPrice(row.total_cents)}` : ''
			return booking
				? [{ ...booking, id, place, services: what, last, price, picture: cardOf(row.location_id)?.image ?? null }]
				: []
		}),
		past: rows.past.map((row) => ({
			...shown(
				row,
				places.get(row.location_id),
				(zone) => `${formatDate(row.starts_at, zone)}, ${formatTime(row.starts_at, zone)}`,
				paid.get(row.id),
			),
			again: again.get(row.id)?.path,
			review: reviewed.get(row.id) ?? (isReviewable(row, now) ? ('open' as const) : undefined),
		})),
	}
}

/** What is paid online for the bookings of an account, by booking. */
async function loadOwnPayments(client: Client): Promise<Map<string, Payment>> {
	const rows = invariantData(await call(client, 'own_payments', ownPaymentsContract, {}))
	return new Map(rows.map(({ appointment_id, payment }) => [appointment_id, payment]))
}

/** What the next visit shows besides its row. */
function nextVisit(booking: Booking, card: Card | undefined, now: Date): NextVisit {
	const { starts_at: start, cancel_until: until, location } = booking
	const zone = location.time_zone
	const days = (Date.parse(localDate(start, zone)) - Date.parse(localDate(now, zone))) / 86_400_000
	return {
		id: booking.id,
		picture: card?.image ?? null,
		route: osmAddress(location.latitude, location.longitude),
		movable: booking.can_reschedule && isMovable(booking),
		cancellable: booking.can_cancel || feeOf(booking.payment) !== undefined,
		payable: booking.state === 'awaiting_payment',
		away: days > 1 ? `in ${days} Tagen` : '',
		people: [...new Set(booking.lines.map((line) => line.employee_name))].join(', '),
		free:
			booking.can_cancel && Date.parse(until) > now.getTime()
				? `kostenlos bis ${formatSoon(until, zone, now)} Uhr`
				: '',
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
	payment: Payment | undefined,
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
		state: state === 'confirmed' || state === 'completed' ? '' : stateText(state).name,
		paid: payment ? paymentRows(payment, state).map(([label, text]) => `${label}: ${text}`) : [],
	}
}
