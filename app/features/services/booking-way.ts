import { Constants } from '#app/database.types.ts'

/** How a service is booked by customers (30_setup/15_services). */
export const WAYS = Constants.public.Enums.booking_way
export type BookingWay = (typeof WAYS)[number]

/** The choice of the business. */
export const WAY_NAMES: Record<BookingWay, string> = {
	online: 'Online, sofort bestätigt',
	request: 'Online als Anfrage',
	phone: 'Nur telefonisch',
}

type Ways = { booking_way: BookingWay; new_by_request: boolean }

/** What is particular about the way, in a few words for customers; nothing for a service that is booked online at once. */
export function wayNote({ booking_way: way, new_by_request: newcomers }: Ways): string | undefined {
	if (way === 'phone') return 'Nur telefonisch'
	if (way === 'request') return 'Auf Anfrage'
	return newcomers ? 'Für neue Kund:innen auf Anfrage' : undefined
}
