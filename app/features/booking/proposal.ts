import { formatDate, formatTime } from '#app/lib/dates.ts'
import type { Booking } from './booking.ts'
import { formatPeriod } from './times.ts'

/** A proposal as finished texts. */
export type ProposalData = {
	/** The reason for the proposal. */
	reason: string
	/** The booked time and the proposed one. */
	old: string
	period: string
	/** The people who serve then. */
	people: string
	/** "Mo., 23. Nov. 2026, 08:30 Uhr"; undefined when the answer is late but still possible. */
	until?: string
}

/** @param now decides whether there is still time to answer */
export function proposalOf(
	{ starts_at, ends_at, answer_by, people, away }: NonNullable<Booking['proposal']>,
	booking: Pick<Booking, 'starts_at' | 'ends_at' | 'location'>,
	now: Date,
): ProposalData {
	const { time_zone: zone, name } = booking.location
	const until = Date.parse(answer_by) > now.getTime()
	return {
		reason: away
			? `${away} kann Ihren Termin leider nicht wahrnehmen.`
			: away === ''
				? `${name} kann Ihren Termin leider nicht wie geplant anbieten.`
				: `${name} bleibt zu Ihrem Termin leider geschlossen.`,
		old: formatPeriod(booking.starts_at, booking.ends_at, zone),
		period: formatPeriod(starts_at, ends_at, zone),
		people: [...new Set(people)].join(' und '),
		until: until ? `${formatDate(answer_by, zone)}, ${formatTime(answer_by, zone)} Uhr` : undefined,
	}
}
