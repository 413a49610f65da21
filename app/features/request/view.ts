import { choicePath } from '#app/features/booking/choice.ts'
import { formatHours } from '#app/features/booking/texts.ts'
import { formatDate, formatSoon, formatTime, HOME_ZONE, zoneSuffix } from '#app/lib/dates.ts'
import { priceText, taxNote } from '#app/lib/money.ts'
import { windowText } from '#app/lib/wish-windows.ts'
import { paths } from '#app/lib/paths.ts'
import type { StoredPicture } from '#app/ui/picture.tsx'
import type { Offer, Request } from './request.contracts.ts'
import { SORTS, type Sort, sorted } from './sorts.ts'
import { businessesText, offersText } from './words.ts'

export type StartView = {
	position: number
	day: string
	time: string
	words: string
	person: string
	outside: boolean
	kept: boolean
}
/** An offer in finished words. */
export type OfferView = {
	id: string
	/** Whose it is. */
	location: string
	state: Offer['state']
	name: string
	listing?: string
	image: StoredPicture | null
	rating: { average: number; count: number } | null
	price: string
	/** How far it is below the lowest price of the last 30 days; nothing when it is not. */
	reduced: string
	tax: string
	/** "am günstigsten" and the like, where it is the only one. */
	cheapest: boolean
	nearest: boolean
	best: boolean
	distance: string
	services: string
	starts: StartView[]
	person: string
	policy: string
	until: string
	text: string
	/** What became of it, for one that cannot be accepted. */
	over: string
	/** Ways to book its times as everybody does, once it has expired. */
	again: { label: string; href: string }[]
}

const KILOMETRES = new Intl.NumberFormat('de-DE', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

export function distanceText(km: number | null): string {
	return km === null ? '' : `${KILOMETRES.format(Math.max(0.1, km))} km`
}

function startOf(
	{ position, starts_at, ends_at, employee, outside, kept }: Offer['starts'][number],
	zone: string,
): StartView {
	const day = formatDate(starts_at, zone).replace(/ \d{4}$/, '')
	const time = `${formatTime(starts_at, zone)}–${formatTime(ends_at, zone)}`
	return {
		position,
		day,
		time,
		words: `${day}, ${time} Uhr${zoneSuffix(starts_at, zone)}`,
		person: employee,
		outside,
		kept,
	}
}

const OVER: Record<Offer['state'], string> = {
	live: '',
	expired: 'Dieses Angebot ist abgelaufen.',
	accepted: 'Dieses Angebot haben Sie angenommen.',
	declined: 'Dieses Angebot ist abgelehnt. Die Zeit ist wieder frei.',
	withdrawn: 'Der Betrieb hat dieses Angebot zurückgezogen.',
}

/** @param free the starts of expired offers that can be booked as everybody does, by offer */
export function offerViews(
	wish: Request,
	sort: Sort,
	now: Date,
	free: ReadonlyMap<string, Offer['starts']> = new Map(),
): OfferView[] {
	const live = wish.offers.filter(({ state }) => state === 'live')
	const only = (key: (offer: Offer) => number): string | undefined => {
		const ranked = live.toSorted((one, other) => key(one) - key(other))
		const [first, second] = ranked
		return first && second && key(first) < key(second) ? first.id : undefined
	}
	const cheapest = only(({ price_cents }) => price_cents)
	const nearest = only(({ distance_km }) => distance_km ?? Number.MAX_SAFE_INTEGER)
	const best = live.length > 1 ? sorted(live, 'fit')[0]?.id : undefined
	return sorted(wish.offers, sort).map((offer) => {
		const { location } = offer
		const zone = location.time_zone
		const starts = offer.starts
			.map((start) => startOf(start, zone))
			.filter(({ kept }) => offer.state !== 'live' || kept)
		const people = [...new Set(starts.map(({ person }) => person))]
		return {
			id: offer.id,
			location: location.id,
			state: offer.state,
			name: location.name,
			listing: location.published ? paths.listing(location.slug, 'marktplatz') : undefined,
			image: location.image,
			rating: location.rating_count > 0 ? { average: location.rating_average, count: location.rating_count } : null,
			price: priceText(offer.price_cents),
			reduced: reducedText(offer),
			tax: taxNote(location),
			cheapest: offer.id === cheapest,
			nearest: offer.id === nearest,
			best: offer.id === best,
			distance: distanceText(offer.distance_km),
			services: (offer.services ?? []).map(({ name }) => name).join(', '),
			starts,
			person: people.join(', '),
			policy:
				offer.cancellation_hours === 0
					? 'bis zum Beginn kostenlos'
					: `bis ${formatHours(offer.cancellation_hours)} vorher kostenlos`,
			until: `${formatSoon(offer.expires_at, zone, now)} Uhr`,
			text: offer.text,
			over: [OVER[offer.state], offer.reason && `Grund: ${offer.reason}`].filter(Boolean).join(' '),
			again: (free.get(offer.id) ?? []).map((start) => ({
				label: startOf(start, zone).words,
				href: choicePath(location.slug, {
					...{ services: (offer.services ?? []).map(({ id }) => id), employee: offer.employee ?? undefined },
					start: new Date(start.starts_at).toISOString(),
				}),
			})),
		}
	})
}

/** Where an order stands, for its page. */
export type Stage = 'unsent' | 'unconfirmed' | 'waiting' | 'offers' | 'matched' | 'expired' | 'withdrawn'

export function stageOf({ state, submitted_at, offers }: Request): Stage {
	if (state === 'draft') return submitted_at ? 'unconfirmed' : 'unsent'
	if (state === 'open') return offers.length > 0 ? 'offers' : 'waiting'
	return state
}

/** What stands above the offers. */
export function headOf(wish: Request, now: Date) {
	const what = wish.title || wish.category?.name || 'Termin'
	const live = wish.offers.filter(({ state }) => state === 'live').length
	const titles: Record<Stage, string> = {
		unsent: 'Ihr Suchauftrag ist noch nicht abgeschickt',
		unconfirmed: 'Bitte bestätigen Sie Ihren Suchauftrag',
		waiting: `Wir suchen für Sie: ${what}`,
		offers: live > 0 ? `${offersText(live)} für „${what}“` : `Gerade kein offenes Angebot für „${what}“`,
		matched: 'Ihr Termin ist gebucht',
		expired: 'Ihr Suchauftrag ist abgelaufen',
		withdrawn: 'Ihr Suchauftrag ist zurückgezogen',
	}
	const sent = wish.confirmed_at ?? wish.submitted_at
	return {
		title: titles[stageOf(wish)],
		sent: sent
			? `Suchauftrag vom ${formatDate(sent, HOME_ZONE).replace(/ \d{4}$/, '')}, ${formatTime(sent, HOME_ZONE)} Uhr`
			: '',
		windows: wish.windows.map(windowText),
		place: [wish.place, `${wish.radius_km} km Umkreis`].filter(Boolean).join(', '),
		budget: wish.budget_cents === null ? '' : `bis ${priceText(wish.budget_cents)}`,
		persons: wish.persons > 1 ? `${wish.persons} Personen` : '',
		until: `${formatSoon(wish.expires_at, HOME_ZONE, now)} Uhr`,
	}
}

/** The four steps of an order, with how far it is. */
export function stepsOf(wish: Request): { name: string; words: string; done: boolean; current: boolean }[] {
	const stage = stageOf(wish)
	const live = wish.offers.filter(({ state }) => state === 'live').length
	const at = stage === 'matched' ? 4 : live > 0 ? 2 : 1
	const nobody = wish.asked?.count === 0
	const steps: [string, string][] = [
		[
			'Abgeschickt',
			nobody
				? 'noch an keinen Betrieb'
				: wish.asked
					? `an ${businessesText(wish.asked.count)}`
					: 'Betriebe in Ihrer Nähe sehen ihn',
		],
		[
			'Angebote sammeln',
			live > 0 ? `${offersText(live)} da` : nobody ? 'noch keine' : 'Betriebe schauen in ihre Kalender',
		],
		['Sie wählen eines', 'die anderen werden frei'],
		['Termin', 'Bestätigung per E-Mail'],
	]
	return steps.map(([name, words], index) => ({ name, words, done: index < at, current: index === at }))
}

/** The links that order the offers. */
export function sortLinks(id: string, current: Sort): { label: string; href: string; current: boolean }[] {
	return (Object.keys(SORTS) as Sort[]).map((sort) => ({
		label: SORTS[sort],
		href: sort === 'fit' ? paths.request(id) : `${paths.request(id)}?sort=${sort}`,
		current: sort === current,
	}))
}

/** "−20 % gegenüber 45,00 €, dem niedrigsten Preis der letzten 30 Tage", never rounded up. */
export function reducedText({
	price_cents: price,
	reference_cents: reference,
}: Pick<Offer, 'price_cents' | 'reference_cents'>): string {
	const percent = reference ? Math.floor(((reference - price) * 100) / reference) : 0
	return percent > 0 && reference
		? `−${percent} % gegenüber ${priceText(reference)}, dem niedrigsten Preis der letzten 30 Tage`
		: ''
}
