import { createHash } from 'node:crypto'
import type { RouterContextProvider } from 'react-router'
import type { Held } from '#app/features/booking/booking.ts'
import { startsContract, visitContract } from '#app/features/booking/booking.contracts.ts'
import { readId } from '#app/features/booking/choice.ts'
import {
	bookingCookies,
	hashOf,
	newSecret,
	readBookingSecret,
	readSecret,
} from '#app/features/booking/secret.server.ts'
import { type Answer, call } from '#app/lib/contracts.server.ts'
import { formatDate, HOME_ZONE, localDate } from '#app/lib/dates.ts'
import { type CodedError, errorCode } from '#app/lib/errors.ts'
import { invariantData, invariantResponse } from '#app/lib/invariant.ts'
import { paths } from '#app/lib/paths.ts'
import { redirect } from '#app/lib/redirect.ts'
import { sessionOf } from '#app/lib/session.server.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import {
	blockedContract,
	type Offer,
	offerContract,
	type OfferTerms,
	type Request as Wish,
	requestContract,
} from './request.contracts.ts'

type Arguments = { request: Request; context: Readonly<RouterContextProvider>; url: URL }
export type OpenedRequest = { client: Client; wish: Wish; secret: string | undefined }

/**
 * The order of an address, when this browser may see it: by the secret of a link, which is swapped for a cookie at once, by that cookie, or
 * as the signed-in customer. Null when there is no access, whatever the reason.
 * @throws Response 404 when the id is not valid, a redirect without the secret when the address has one
 */
export async function openRequest(
	{ request, context, url }: Arguments,
	given: string | undefined,
): Promise<OpenedRequest | null> {
	const id = readId(given)
	invariantResponse(id)
	const { client } = sessionOf(context)
	if (request.method === 'GET' && url.searchParams.has('s')) {
		const secret = readSecret(url.searchParams.get('s'))
		const headers = new Headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
		const opened = secret ? await loadRequest(client, id, secret) : null
		// A link for somebody who helps does not take the customer's own key away.
		const mine = opened?.scope === 'read' ? await loadRequest(client, id, readBookingSecret(request)) : null
		if (opened && secret && mine?.scope !== 'own')
			for (const cookie of bookingCookies(secret, paths.request(id))) headers.append('set-cookie', cookie)
		throw redirect(url.pathname, { headers })
	}
	const secret = readBookingSecret(request)
	const wish = await loadRequest(client, id, secret)
	return wish && { client, wish, secret }
}

/** An order of an id, when the secret or the account opens it; else null. */
export async function loadRequest(client: Client, id: string, secret: string | undefined): Promise<Wish | null> {
	const answer = await call(client, 'get_request', requestContract, { p_order: id, p_secret: secret ?? null })
	return answer.error && errorCode(answer.error) === 'order_not_found' ? null : invariantData(answer)
}

/** The customer has their offers before them. */
export async function seeOffers({ client, wish, secret }: OpenedRequest): Promise<void> {
	if (wish.scope === 'own' && wish.offers.length > 0)
		await client.rpc('see_offers', { p_order: wish.id, p_secret: secret })
}

/** What changes when something on the page does: a short text to compare. */
export function standOf({ state, version, offers, messages, appointment, expires_at, waiting, found }: Wish): string {
	const shown = offers.map(({ id, state: stand, starts }) => [id, stand, starts.map(({ kept }) => kept)])
	return createHash('sha256')
		.update(JSON.stringify([state, version, shown, messages, appointment?.id, expires_at, waiting, found]))
		.digest('base64url')
		.slice(0, 16)
}

/** What an acceptance would conclude, or the code of why not. */
export async function loadTerms(
	{ client, wish, secret }: OpenedRequest,
	offer: string,
	position: number,
): Promise<{ terms: OfferTerms; code?: undefined } | { terms?: undefined; code: string }> {
	const { data, error } = await call(client, 'get_offer', offerContract, {
		...{ p_order: wish.id, p_offer: offer, p_position: position, p_secret: secret ?? null },
	})
	return error ? { code: errorCode(error) } : { terms: data }
}

/** Whether the business has yet to agree to an offer that the waiting list has made by itself. @param server for somebody who has opened the wish */
export async function loadAsksFirst(server: Client, offer: string): Promise<boolean> {
	const { data } = await server.from('offers').select('origin, location_id').eq('id', offer).maybeSingle()
	if (data?.origin !== 'waitlist') return false
	const place = await server.from('locations').select('confirms_by_hand').eq('id', data.location_id).maybeSingle()
	return place.data?.confirms_by_hand ?? false
}

type Acceptance = {
	offer: string
	position: number
	/** What the customer was shown. */
	cents: number
	contact: { name: string; phone: string; note: string }
	key: string
	earlyStart: string
}

/** Books a time of an offer. */
export function acceptOffer({ client, wish, secret }: OpenedRequest, given: Acceptance): Promise<Answer<Held>> {
	const { offer, position, cents, contact, key, earlyStart } = given
	return call(client, 'accept_offer', visitContract, {
		...{ p_order: wish.id, p_offer: offer, p_position: position, p_secret: secret ?? null, p_price_cents: cents },
		...{ p_contact: contact, p_key: key, p_early_start: earlyStart },
	})
}

/** Says no to an offer; the code of what went wrong. */
export async function declineOffer(
	{ client, wish, secret }: OpenedRequest,
	offer: string,
	reason: string,
): Promise<CodedError | null> {
	const { error } = await client.rpc('decline_offer', {
		...{ p_order: wish.id, p_offer: offer, p_secret: secret, p_reason: reason },
	})
	return error
}

/** Businesses that the customer has blocked. */
export async function loadBlocked({ client, wish, secret }: OpenedRequest) {
	const args = { p_order: wish.id, p_secret: secret ?? null }
	const blocked = invariantData(await call(client, 'blocked_businesses', blockedContract, args))
	return blocked.map(({ location, name, at }) => ({ location, name, since: `seit ${formatDate(at, HOME_ZONE)}` }))
}

/** A new link for somebody who helps choosing: shows the offers and nothing else. The link before it opens nothing any more. */
export async function shareRequest(
	{ client, wish, secret }: OpenedRequest,
	siteUrl: string,
): Promise<{ link: string; error: null } | { link: null; error: CodedError }> {
	const fresh = newSecret()
	const { error } = await client.rpc('share_request', {
		...{ p_order: wish.id, p_secret_hash: hashOf(fresh), p_secret: secret },
	})
	return error ? { link: null, error } : { link: `${siteUrl}${paths.request(wish.id, fresh)}`, error: null }
}

/** The starts of an offer that is over which can still be booked as everybody books, at the list price. */
export async function freeAfterwards(client: Client, offer: Offer, now: Date): Promise<Offer['starts']> {
	const { location, services, employee, starts } = offer
	if (!location.published || !services || services.length === 0) return []
	const coming = starts.filter(({ starts_at }) => Date.parse(starts_at) > now.getTime())
	const found = await Promise.all(
		coming.map(async ({ starts_at }) => {
			const day = localDate(starts_at, location.time_zone)
			const { data } = await call(client, 'list_starts', startsContract, {
				...{ p_location: location.id, p_services: services.map(({ id }) => id), p_employee: employee },
				...{ p_from: day, p_to: day },
			})
			return data?.some((free) => Date.parse(free.starts_at) === Date.parse(starts_at)) ?? false
		}),
	)
	return coming.filter((_, index) => found[index])
}
