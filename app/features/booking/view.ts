import { OPEN } from '#app/features/appointments/states.ts'
import type { Line } from './lines.tsx'
import { formatDate, formatLongDate, formatTime } from '#app/lib/dates.ts'
import { priceText } from '#app/lib/money.ts'
import { phoneText } from '#app/lib/phone.server.ts'
import { paths } from '#app/lib/paths.ts'
import { type Booking, type BookingEvent, isMovable, routeLink, seatsPart } from './booking.ts'
import { type CalendarLink, calendarLinks } from './calendar-links.ts'
import { choicePath } from './choice.ts'
import { paymentRows } from './payment.ts'
import type { TileData } from './ticket.tsx'
import { eventText, policyText, stateText, withdrawnText } from './texts.ts'
import { formatTimes } from './times.ts'

/** A booking in finished words, so that the browser formats nothing. */
export type DetailsData = {
	number: string
	/** The package that the lines were sold as. */
	packageName: string | null
	lines: Line[]
	date: string
	/** Start and end, as text. */
	times: string
	business: string
	address: string
	phone: string
	/** Page of the business; nothing while it is not published. */
	listing?: string
	route: string
	total: string
	/** What was paid online, is left, and has gone back, as rows. */
	payment: [label: string, text: string][]
	policy?: string
	/** The agreement to a visit that begins before the period for withdrawing ends. */
	earlyStart?: { text: string; agreed: string }
	contact?: string
	/** Who comes, if not who has booked. */
	forName: string
	/** What the customer wrote to the business. */
	note?: string
}

/** @param now decides whether the policy still leaves time */
export function detailsOf(booking: Booking, now: Date): DetailsData {
	const { location, contact, early_start: early } = booking
	const zone = location.time_zone
	return {
		number: booking.number,
		packageName: booking.package_name,
		lines: booking.lines.map((line) => ({
			name: line.service_name,
			details: `${formatTime(line.starts_at, zone)} Uhr, bei ${line.employee_name}${seatsPart(line)}`,
			price: priceText(line.price_cents),
			struckCents: line.struck_cents,
		})),
		date: formatDate(booking.starts_at, zone),
		times: formatTimes(booking.starts_at, booking.ends_at, zone),
		business: location.name,
		address: `${location.street}, ${location.postal_code} ${location.city}`,
		phone: location.phone,
		listing: location.published ? paths.listing(location.slug, 'anders') : undefined,
		route: routeLink(location),
		total: priceText(booking.total_cents),
		payment: booking.payment ? paymentRows(booking.payment, booking.state) : [],
		// A customer who cannot be served as booked can still change everything.
		policy:
			OPEN.includes(booking.state) && !booking.proposal
				? policyText(booking.cancellation_hours, booking.cancel_until, zone, now, isMovable(booking))
				: undefined,
		earlyStart: early?.agreed_at
			? { text: early.text, agreed: `${formatDate(early.agreed_at, zone)}, ${formatTime(early.agreed_at, zone)} Uhr` }
			: undefined,
		forName: contact.for_name,
		contact: [contact.name, contact.email, phoneText(contact.phone)].filter(Boolean).join('\n'),
		note: contact.note,
	}
}

/** The parts of the date for the tile of a confirmation, "Donnerstag", "26.", "November 2026". */
export function tileOf({ starts_at: start, ends_at: end, location }: Booking): TileData {
	const zone = location.time_zone
	const [weekday = '', date = ''] = formatLongDate(start, zone).split(', ')
	const [day = '', ...month] = date.split(' ')
	return { weekday, day, month: month.join(' '), from: formatTime(start, zone), to: `${formatTime(end, zone)} Uhr` }
}

/** The ways into the online calendars of others, which do not learn what a secret visit is for. */
export function calendarLinksOf({ location, lines, number, secret, starts_at, ends_at }: Booking): CalendarLink[] {
	const services = secret ? 'Termin' : lines.map((line) => line.service_name).join(', ')
	return calendarLinks({
		title: `${services} · ${location.name}`,
		place: `${location.name}, ${location.street}, ${location.postal_code} ${location.city}`,
		details: [`Buchungsnummer: ${number}`, location.phone && `Telefon: ${location.phone}`].filter(Boolean).join('\n'),
		...{ startsAt: starts_at, endsAt: ends_at },
	})
}

/** How long after its end a completed appointment can be reviewed, as `save_review` has it. */
const REVIEW_DAYS = 180

/** Whether the page of a booking leads to its review. */
export const isReviewable = ({ state, ends_at: end }: Pick<Booking, 'state' | 'ends_at'>, now: Date): boolean =>
	state === 'completed' && now.getTime() - Date.parse(end) < REVIEW_DAYS * 86_400_000

export type StateData = { name: string; meaning: string; tone: 'good' | 'waiting' | 'over' }

/** The state in words, and how it looks. */
export function stateOf({ state, withdrawn_at }: Pick<Booking, 'state' | 'withdrawn_at'>): StateData {
	const tone =
		state === 'confirmed' || state === 'completed'
			? 'good'
			: state === 'requested' || state === 'awaiting_payment'
				? 'waiting'
				: 'over'
	return { ...(withdrawn_at ? withdrawnText(state) : stateText(state)), tone }
}

/** The address for booking the same services and person again. */
export function rebookPath(booking: Booking): string | undefined {
	if (!booking.location.published) return undefined
	// The same event does not come again.
	if (!isMovable(booking)) return paths.listing(booking.location.slug, 'anders')
	const employees = [...new Set(booking.lines.map((line) => line.employee_id))]
	return choicePath(booking.location.slug, {
		services: booking.lines.map((line) => line.service_id),
		employee: employees.length === 1 ? employees[0] : undefined,
		from: 'anders',
	})
}

export type HistoryData = { id: number; at: string; text: string; reason: string }[]

/** The history in words. */
export function historyOf(events: BookingEvent[], zone: string): HistoryData {
	return events.map((event) => ({
		id: event.id,
		at: `${formatDate(event.at, zone)}, ${formatTime(event.at, zone)} Uhr`,
		text: eventText(event, zone),
		reason: event.reason,
	}))
}
