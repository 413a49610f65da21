import type { z } from 'zod'
import { formatSoon, zoneNote } from '#app/lib/dates.ts'
import { formatMinutes } from '#app/lib/minutes.ts'
import { formatPrice, priceText } from '#app/lib/money.ts'
import type { From } from '#app/lib/origin.ts'
import { paths } from '#app/lib/paths.ts'
import type { Holdable } from '#app/ui/hold-button.tsx'
import type { StoredPicture } from '#app/ui/picture.tsx'
import type { hitsContract } from './catalogue.contracts.ts'

/** A row of `search_locations`. */
export type SearchRow = z.output<typeof hitsContract>[number]
export type StartRow = NonNullable<SearchRow['next_starts']>[number]

/** The contents of a card. The server formats every text, so that the browser formats nothing. */
export type Card = {
	id: string
	slug: string
	name: string
	place: string
	rating: { average: number; count: number } | null
	image: StoredPicture | null
	icon: string
	hue: number
	/** Degrees north and east. */
	at: [number, number] | null
	/** The service that the starts are for comes first. */
	services: { id: string; name: string; duration: string; price: string }[]
	starts: Chip[]
	/** The service that the starts are for. */
	startsFor: string
	/** What the pin on a map says: the first free time and the price, or the lowest price without one. */
	pin: { time: string; price: string }
	/** Set when the starts are shown in a zone other than Germany's. */
	zone: string | null
}
export type Chip = Holdable & { label: string; today: boolean }

/** @param sign icon and hue for cards without a picture @param now an instant, for "heute" and "morgen" */
export function toCard(row: SearchRow, sign: { icon: string; hue: number }, now: Date): Card {
	const starts = (row.next_starts ?? []).slice(0, 4)
	const [start] = starts
	const services = row.services ?? []
	const booked = services.find(({ id }) => id === start?.service_id)
	const area = row.district && row.district !== row.city ? `${row.district}, ${row.city}` : row.city
	return {
		...{ id: row.id, slug: row.slug, name: row.name, image: row.image, icon: sign.icon, hue: sign.hue },
		place: row.distance_km === null ? area : `${formatDistance(row.distance_km)} · ${area}`,
		at: row.latitude === null || row.longitude === null ? null : [row.latitude, row.longitude],
		rating: row.rating_count > 0 ? { average: row.rating_average, count: row.rating_count } : null,
		services: (booked ? [booked, ...services.filter((each) => each !== booked)] : services)
			.slice(0, 3)
			.map((service) => ({
				id: service.id,
				name: service.name,
				duration: formatMinutes(service.duration_minutes),
				price: priceText(service.price_cents, service.price_from),
			})),
		starts: starts.map((each) => toChip(row.slug, each, row.time_zone, now, 'marktplatz')),
		startsFor: booked?.name ?? '',
		pin: pinOf(start, booked, row, now),
		zone: start ? zoneNote(start.starts_at, row.time_zone) : null,
	}
}

/** "17:30" today, "Mo. 09:00" within a week, which is short enough for a label on a map; later the day alone. */
function pinOf(start: StartRow | undefined, booked: Service | undefined, row: SearchRow, now: Date): Card['pin'] {
	const least = Math.min(...(row.services ?? []).map((service) => service.price_cents))
	if (!start) return { time: '', price: Number.isFinite(least) ? `ab ${euros(least)}` : '' }
	const [day = '', time = ''] = formatSoon(start.starts_at, row.time_zone, now).split(/,? (?=\d{1,2}:\d\d$)/)
	const days = (new Date(start.starts_at).getTime() - now.getTime()) / 86_400_000
	const short = day.includes('.')
		? days < 6
			? `${day.split(' ')[0]?.replace(',', '')} ${time}`
			: day
		: day === 'heute'
			? time
			: `${day} ${time}`
	return { time: short, price: booked ? euros(booked.price_cents) : '' }
}

type Service = NonNullable<SearchRow['services']>[number]

// Whole euros where they are: a label on a map has no room for cents.
function euros(cents: number): string {
	return formatPrice(cents).replace(/,00(?=\D*$)/, '')
}

/** A free start with the address that holds it. */
export function toChip(slug: string, start: StartRow, zone: string, now: Date, from?: From): Chip {
	const label = formatSoon(start.starts_at, zone, now)
	const query = { service: start.service_id, employee: start.employee_id ?? 'any', von: from }
	return {
		...{ label, today: label.startsWith('heute') },
		...{ action: paths.listingBooking(slug, query), start: new Date(start.starts_at).toISOString() },
	}
}

const KILOMETRES = [0, 1].map((digits) => new Intl.NumberFormat('de-DE', { maximumFractionDigits: digits }))

/** 0.42 → "400 m", 1.25 → "1,3 km", 12.4 → "12 km" */
export function formatDistance(km: number): string {
	if (km < 0.95) return `${Math.max(100, Math.round(km * 10) * 100)} m`
	return `${KILOMETRES[km < 10 ? 1 : 0]?.format(km)} km`
}
