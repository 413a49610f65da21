import { choicePath } from '#app/features/booking/choice.ts'
import { formatDate, formatSoon, formatTime } from '#app/lib/dates.ts'
import { paths } from '#app/lib/paths.ts'
import type { Offer, Request } from './request.contracts.ts'
import { type OfferView, offerViews, stageOf } from './view.ts'

type Waiting = NonNullable<Request['waiting']>

/** Where a place on a waiting list stands, for its page. */
export type WaitStage = 'unconfirmed' | 'waiting' | 'offered' | 'paused' | 'matched' | 'expired' | 'withdrawn'

export function waitStageOf(wish: Request): WaitStage {
	const stage = stageOf(wish)
	if (stage === 'unsent' || stage === 'unconfirmed') return 'unconfirmed'
	if (stage !== 'waiting' && stage !== 'offers') return stage
	if (wish.offers.some(({ state }) => state === 'live')) return 'offered'
	return wish.waiting?.paused ? 'paused' : 'waiting'
}

/** A place on a waiting list in finished words. @param free of offers that are over: what of their times can still be booked */
export function waitView(wish: Request, waiting: Waiting, now: Date, free: ReadonlyMap<string, Offer['starts']>) {
	const { location, services, employee, before, replaces } = waiting
	const zone = location.time_zone
	const offers = offerViews(wish, 'time', now, free)
	const stage = waitStageOf(wish)
	return {
		stage,
		business: location.name,
		listing: paths.listing(location.slug),
		services: services.map(({ name }) => name).join(', '),
		person: employee ?? '',
		/** How many are asked first, and who asks. */
		before,
		mode: location.mode,
		shortNotice: waiting.short_notice,
		/** When the appointment is now that moves there. */
		replaces: replaces ? `${formatDate(replaces, zone)}, ${formatTime(replaces, zone)} Uhr` : '',
		until: `${formatSoon(wish.expires_at, zone, now)} Uhr`,
		offer: offers.find(({ state }) => state === 'live'),
		/** Times that are kept for nobody. */
		free: waiting.free.map((start) => ({
			words: `${formatSoon(start, zone, now)} Uhr`,
			href: replaces ? undefined : choicePath(location.slug, { services: services.map(({ id }) => id), start }),
		})),
		past: offers.filter(({ state }) => state !== 'live' && state !== 'accepted').map(pastOf),
		book: choicePath(location.slug, { services: services.map(({ id }) => id) }),
		again: paths.listingWait(location.slug, { service: services.map(({ id }) => id) }),
	}
}

export type WaitView = ReturnType<typeof waitView>

const WHAT_BECAME: Record<OfferView['state'], string> = {
	live: '',
	accepted: '',
	expired: 'nicht beantwortet',
	declined: 'abgelehnt',
	withdrawn: 'vom Betrieb zurückgezogen',
}

function pastOf({ id, state, starts, again }: OfferView) {
	return { id, when: starts.map(({ words }) => words).join(' · '), became: WHAT_BECAME[state], again }
}
