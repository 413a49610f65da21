import type { RouterContextProvider } from 'react-router'
import { loadPhotos } from '#app/features/orders/photos.server.ts'
import { loadRequestThreads } from '#app/features/threads/threads.server.ts'
import { isByPerson } from '#app/lib/by-person.ts'
import { formatDate, formatTime } from '#app/lib/dates.ts'
import { paths } from '#app/lib/paths.ts'
import { widerThan } from './extending.ts'
import type { Offer, Request } from './request.contracts.ts'
import type { RequestData } from './request-page.tsx'
import { freeAfterwards, loadBlocked, type OpenedRequest } from './request.server.ts'
import { readSort } from './sorts.ts'
import { headOf, offerViews, sortLinks, stageOf, stepsOf } from './view.ts'

/** Everything that the page of an order shows, in finished words. */
export async function requestData(
	opened: OpenedRequest,
	{ context, url, request }: { context: Readonly<RouterContextProvider>; url: URL; request: globalThis.Request },
	now: Date,
): Promise<RequestData> {
	const { wish } = opened
	const sort = readSort(url.searchParams.get('sort'))
	const stage = stageOf(wish)
	return {
		id: wish.id,
		own: wish.scope === 'own',
		stage,
		head: headOf(wish, now),
		steps: stepsOf(wish),
		sorts: sortLinks(wish.id, sort),
		offers: offerViews(wish, sort, now, stage === 'offers' ? await freeOffers(opened, now) : undefined),
		threads:
			wish.messages > 0 ? await loadRequestThreads(opened.client, wish.id, opened.secret, isByPerson(request)) : [],
		photos: wish.scope === 'own' ? await loadPhotos(context, wish.id, opened.secret) : [],
		changing: wish.scope === 'own' && ['unconfirmed', 'waiting', 'offers'].includes(stage),
		blocked: wish.scope === 'own' ? await loadBlocked(opened) : [],
		sign: { icon: wish.category?.icon ?? '', hue: wish.category?.hue ?? 0 },
		asked: wish.asked,
		email: wish.contact?.email ?? '',
		search: wish.category ? paths.category(wish.category.slug) : paths.listings(),
		mayExtend: wish.extended < 2,
		wider: widerThan(wish.radius_km),
		radius: wish.radius_km,
		appointment: appointmentOf(wish),
		silent: wish.closed_reason.includes('keine Antwort'),
		done: url.searchParams.get('neu') ?? undefined,
	}
}

/** What a wish became. */
export function appointmentOf({ appointment }: Request) {
	if (!appointment) return null
	const { id, starts_at: start, time_zone: zone, location } = appointment
	return {
		words: `${formatDate(start, zone)}, ${formatTime(start, zone)} Uhr bei ${location}.`,
		href: id ? paths.booking(id) : undefined,
	}
}

/** Of offers that have expired: what of their times is still free. */
export async function freeOffers({ client, wish }: OpenedRequest, now: Date): Promise<Map<string, Offer['starts']>> {
	const expired = wish.offers.filter(({ state }) => state === 'expired')
	return new Map(
		await Promise.all(expired.map(async (offer) => [offer.id, await freeAfterwards(client, offer, now)] as const)),
	)
}
