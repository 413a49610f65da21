import type { RouterContextProvider } from 'react-router'
import { call } from '#app/lib/contracts.server.ts'
import { formatDate, formatTime } from '#app/lib/dates.ts'
import { errorCode, errorMessage } from '#app/lib/errors.ts'
import { invariantData, invariantResponse } from '#app/lib/invariant.ts'
import { paths } from '#app/lib/paths.ts'
import { redirect } from '#app/lib/redirect.ts'
import { sessionOf } from '#app/lib/session.server.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { routeLink } from './booking.ts'
import { readId } from './choice.ts'
import { bookingCookies, hashOf, newSecret, readBookingSecret, readSecret } from './secret.server.ts'
import { type SharedBooking, sharedContract } from './shared.contracts.ts'
import { formatTimes } from './times.ts'
import { stateOf } from './view.ts'

type Arguments = { request: Request; context: Readonly<RouterContextProvider>; url: URL }

/** A new link to a booking for others; the one before it opens nothing any more. */
export async function shareBooking(client: Client, id: string, secret: string | undefined, siteUrl: string) {
	const fresh = newSecret()
	const { error } = await client.rpc('share_booking', {
		...{ p_appointment: id, p_secret_hash: hashOf(fresh), ...(secret ? { p_secret: secret } : {}) },
	})
	return error ? { message: errorMessage(error), typed: '' } : { link: `${siteUrl}${paths.sharedBooking(id, fresh)}` }
}

/** Takes the link back. @returns why it could not, or null */
export async function unshareBooking(client: Client, id: string, secret: string | undefined): Promise<string | null> {
	const { error } = await client.rpc('unshare_booking', { p_appointment: id, ...(secret ? { p_secret: secret } : {}) })
	return error ? errorMessage(error) : null
}

/**
 * The booking of a link for others, null when it opens nothing (any more). The secret of the address becomes a cookie for these pages alone.
 * @throws Response 404 when the id is not valid, a redirect without the secret when the address has one
 */
export async function openShared(
	{ request, context, url }: Arguments,
	given: string | undefined,
): Promise<SharedBooking | null> {
	const id = readId(given)
	invariantResponse(id)
	const path = paths.sharedBooking(id)
	if (request.method === 'GET' && url.searchParams.has('s')) {
		const secret = readSecret(url.searchParams.get('s'))
		const headers = new Headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
		for (const cookie of secret ? bookingCookies(secret, path) : []) headers.append('set-cookie', cookie)
		throw redirect(path, { headers })
	}
	const args = { p_appointment: id, p_secret: readBookingSecret(request) ?? '' }
	const answer = await call(sessionOf(context).client, 'shared_booking', sharedContract, args)
	if (answer.error && errorCode(answer.error) === 'appointment_not_found') return null
	return invariantData(answer)
}

/** The same in finished words. */
export function sharedViewOf({ services, location, ...visit }: SharedBooking) {
	const zone = location.time_zone
	return {
		state: stateOf({ state: visit.state, withdrawn_at: null }),
		date: formatDate(visit.starts_at, zone),
		times: formatTimes(visit.starts_at, visit.ends_at, zone),
		services: services.map(
			({ name, employee, starts_at }) => `${formatTime(starts_at, zone)} Uhr: ${name ?? 'Termin'}, bei ${employee}`,
		),
		business: location.name,
		address: `${location.street}, ${location.postal_code} ${location.city}`,
		phone: location.phone,
		listing: location.published ? paths.listing(location.slug) : undefined,
		route: routeLink(location),
	}
}
