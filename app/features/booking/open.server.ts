import type { RouterContextProvider } from 'react-router'
import { invariantResponse } from '#app/lib/invariant.ts'
import { paths } from '#app/lib/paths.ts'
import { redirect } from '#app/lib/redirect.ts'
import { sessionOf } from '#app/lib/session.server.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { type Booking, isHold } from './booking.ts'
import { loadBooking } from './booking.queries.server.ts'
import { readId } from './choice.ts'
import { bookingCookies, readBookingSecret, readSecret } from './secret.server.ts'

/** Headers of every page that shows a booking: it must not be cached, and no other site gets its address. */
export const PRIVATE_PAGE = { 'cache-control': 'private, no-store', 'referrer-policy': 'same-origin' }

type Arguments = { request: Request; context: Readonly<RouterContextProvider>; url: URL }

export type Opened = { client: Client; booking: Booking; secret: string | undefined }

/**
 * The booking of an address, when this browser may see it: by the secret of a link, which is swapped for a cookie at once, by
 * that cookie, or as the signed-in person who booked. Null when there is no access or only a hold.
 * @param pathOf the page that the cookie is for
 * @throws Response 404 when the id is not valid, a redirect without the secret when the address has one
 */
export async function openBooking(
	{ request, context, url }: Arguments,
	given: string | undefined,
	pathOf: (id: string) => string = paths.booking,
): Promise<Opened | null> {
	const id = readId(given)
	invariantResponse(id)
	const { client } = sessionOf(context)
	const path = pathOf(id)
	if (request.method === 'GET' && url.searchParams.has('s')) {
		const secret = readSecret(url.searchParams.get('s'))
		const opened = secret ? await loadBooking(client, id, secret) : null
		// Stricter than PRIVATE_PAGE: not even this site's next page gets the address with the secret.
		const headers = new Headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
		if (opened && secret) for (const cookie of bookingCookies(secret, path)) headers.append('set-cookie', cookie)
		const rest = new URLSearchParams(url.searchParams)
		rest.delete('s')
		throw redirect(`${url.pathname}${rest.size ? `?${rest}` : ''}`, { headers })
	}
	const secret = readBookingSecret(request)
	const booking = await loadBooking(client, id, secret)
	return booking && !isHold(booking) ? { client, booking, secret } : null
}
