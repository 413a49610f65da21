import type { OfferedEvent } from './offered.ts'

type Place = { name: string; street: string; postal_code: string; city: string; events: OfferedEvent[] }

/** schema.org data of group events with seats and price. @param addressOf the public address of an event */
export function groupEvents(
	{ name, street, postal_code, city, events }: Place,
	addressOf: (id: string) => string,
): object {
	const address = {
		...{ '@type': 'PostalAddress', streetAddress: street, postalCode: postal_code, addressLocality: city },
		addressCountry: 'DE',
	}
	return {
		'@context': 'https://schema.org',
		'@graph': events.map((event) => ({
			'@type': 'Event',
			'@id': addressOf(event.id),
			name: event.title,
			url: addressOf(event.id),
			startDate: event.starts_at,
			endDate: event.ends_at,
			eventStatus: 'https://schema.org/EventScheduled',
			eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
			...(event.description ? { description: event.description } : {}),
			location: { '@type': 'Place', name, address },
			organizer: { '@type': 'Organization', name },
			maximumAttendeeCapacity: event.seats,
			remainingAttendeeCapacity: event.free_seats,
			offers: {
				'@type': 'Offer',
				url: addressOf(event.id),
				price: (event.price_cents / 100).toFixed(2),
				priceCurrency: 'EUR',
				validThrough: event.closes_at,
				availability: `https://schema.org/${event.free_seats > 0 ? 'InStock' : 'SoldOut'}`,
			},
		})),
	}
}
