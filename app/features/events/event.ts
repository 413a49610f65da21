import { addDays, formatDate, formatTime, localDate } from '#app/lib/dates.ts'

/** An event as members see it. Instants are ISO 8601, prices of one seat in cents. */
export type Event = {
	id: string
	service_id: string
	service_name: string
	/** Empty: it is called like its service. */
	title: string
	description: string
	employee_id: string
	resource_id: string | null
	starts_at: string
	ends_at: string
	seats: number
	/** Seats that are booked or held at this moment. */
	taken: number
	/** People who wait for a seat. */
	waiting: number
	price_cents: number
	/** Until when it can be booked, and cancelled; null: as the location says. */
	notice_minutes: number | null
	cancellation_hours: number | null
	/** Shared by events that were made at once. */
	series: string | null
	cancelled_at: string | null
	/** Changes with every change of the event itself. */
	updated_at: string
}

export function eventName({ title, service_name }: Pick<Event, 'title' | 'service_name'>): string {
	return title || service_name
}

/** "7 von 10" */
export function takenText({ taken, seats }: Pick<Event, 'taken' | 'seats'>): string {
	return `${taken} von ${seats}`
}

/** "1 Platz", "3 Plätze" */
export function seatsText(count: number): string {
	return count === 1 ? '1 Platz' : `${count} Plätze`
}

/** "Di., 1. Dez. 2026, 18:00–19:30 Uhr"; an end on another day names it. */
export function eventTime({ starts_at, ends_at }: Pick<Event, 'starts_at' | 'ends_at'>, zone: string): string {
	const same = localDate(starts_at, zone) === localDate(new Date(Date.parse(ends_at) - 1), zone)
	const end = same ? '' : `${formatDate(ends_at, zone)}, `
	return `${formatDate(starts_at, zone)}, ${formatTime(starts_at, zone)}–${end}${formatTime(ends_at, zone)} Uhr`
}

/** How often a series of events is repeated at most. */
export const MOST_EVENTS = 52

/** The dates (YYYY-MM-DD) of a series: the first, and then always so many weeks later. By dates, so that the clock's changes move nothing. */
export function seriesDates(first: string, weeks: number, count: number): string[] {
	return Array.from({ length: count }, (_, index) => addDays(first, 7 * weeks * index))
}
