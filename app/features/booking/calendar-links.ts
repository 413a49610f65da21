/** What an entry in an online calendar says. Instants are ISO 8601. */
type Entry = { title: string; place: string; details: string; startsAt: string; endsAt: string }

export type CalendarLink = { name: string; href: string }

/**
 * Addresses that open a new entry in an online calendar. The link to the booking is left out: it would tell somebody else its secret.
 * @see https://github.com/InteractionDesignFoundation/add-event-to-calendar-docs
 */
export function calendarLinks({ title, place, details, startsAt, endsAt }: Entry): CalendarLink[] {
	const [from, to] = [startsAt, endsAt].map((instant) => new Date(instant).toISOString().replace(/\.\d+/, ''))
	const compact = (instant = ''): string => instant.replaceAll(/[-:]/g, '')
	const google = new URLSearchParams({
		...{ action: 'TEMPLATE', text: title, dates: `${compact(from)}/${compact(to)}` },
		...{ location: place, details },
	})
	const outlook = new URLSearchParams({
		...{ path: '/calendar/action/compose', rru: 'addevent', subject: title, location: place, body: details },
		...{ startdt: from ?? '', enddt: to ?? '' },
	})
	return [
		{ name: 'Google', href: `https://calendar.google.com/calendar/render?${google}` },
		{ name: 'Outlook', href: `https://outlook.live.com/calendar/0/deeplink/compose?${outlook}` },
	]
}
