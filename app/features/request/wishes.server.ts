import { toChip } from '#app/features/catalogue/card.ts'
import type { Match } from '#app/features/orders/matches-view.ts'
import { storedWhen } from '#app/features/orders/stored.ts'
import { asWindows, windowWords } from '#app/features/orders/windows.ts'
import { HOME_ZONE, localDate, momentText } from '#app/lib/dates.ts'
import { paths } from '#app/lib/paths.ts'
import { type AlertData, alertTitle } from './alert-page.tsx'
import { appointmentOf, freeOffers } from './page.server.ts'
import type { Request } from './request.contracts.ts'
import type { OpenedRequest } from './request.server.ts'
import { headOf, stageOf } from './view.ts'
import type { WaitData } from './wait-page.tsx'
import { waitView } from './wait-view.ts'

type Found = NonNullable<Request['found']>

/** The fields that change the times of a wish. */
export function whenOf({ windows, waiting }: Request, now: Date) {
	const zone = waiting?.location.time_zone ?? HOME_ZONE
	const today = localDate(now, zone)
	const any = waiting?.replaces
		? `Jede freie Zeit von heute bis zu Ihrem Termin ${momentText(waiting.replaces, zone, now)}.`
		: undefined
	return { today, any, stored: storedWhen(asWindows(windows), today) }
}

/** Everything that the page of a place on a waiting list shows, in finished words; nothing for another wish. */
export async function waitData(opened: OpenedRequest, now: Date): Promise<WaitData | undefined> {
	const { wish } = opened
	if (!wish.waiting) return undefined
	return {
		...waitView(wish, wish.waiting, now, await freeOffers(opened, now)),
		id: wish.id,
		sent: sentText(wish, now, 'Platz'),
		windows: windowWords(asWindows(wish.windows)),
		email: wish.contact?.email ?? '',
		mayExtend: wish.extended < 2,
		appointment: appointmentOf(wish),
		ended: wish.closed_reason.startsWith('Der Wartelistenplatz') ? '' : wish.closed_reason,
	}
}

/** The same of a search that is kept open, with what is free now. */
export function alertData({ wish }: OpenedRequest, now: Date): { alert: AlertData; matches: Match[] } {
	const stage = stageOf(wish)
	const found = stage === 'waiting' ? (wish.found ?? []) : []
	const what = wish.category?.name ?? wish.title
	const asked = { kategorie: wish.category?.slug, wo: wish.place, umkreis: String(wish.radius_km) }
	const alert: AlertData = {
		...{ id: wish.id, stage, head: headOf(wish, now), found: found.length, mayExtend: wish.extended < 2 },
		title: alertTitle(stage, what, found.length),
		sent: sentText(wish, now, 'Benachrichtigung'),
		email: wish.contact?.email ?? '',
		search: paths.listings({ was: what, wo: wish.place, umkreis: String(wish.radius_km) }),
		order: paths.createOrder(asked),
	}
	return { alert, matches: foundMatches(found, now) }
}

/** What is free now, by business and service. */
function foundMatches(found: Found, now: Date): Match[] {
	const groups = Map.groupBy(found, ({ slug, service_id }) => `${slug} ${service_id}`)
	return [...groups.values()].flatMap((starts) => {
		const [first] = starts
		if (!first) return []
		return {
			...{ slug: first.slug, name: first.business, place: '', rating: null, service: first.service, facts: '' },
			chips: starts.map((start) => toChip(start.slug, start, start.time_zone, now, 'marktplatz')),
		}
	})
}

function sentText({ confirmed_at, submitted_at }: Request, now: Date, what: string): string {
	const sent = confirmed_at ?? submitted_at
	return sent ? `${what} ${confirmed_at ? 'bestätigt' : 'angelegt'} ${momentText(sent, HOME_ZONE, now)}` : ''
}
