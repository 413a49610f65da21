import { toChip } from '#app/features/catalogue/card.ts'
import { addDays, formatDate, formatTime, HOME_ZONE } from '#app/lib/dates.ts'
import { formatMinutes } from '#app/lib/minutes.ts'
import { formatPrice } from '#app/lib/money.ts'
import type { Holdable } from '#app/ui/hold-button.tsx'
import type { Matches, OrderDraft } from './orders.contracts.ts'
import { withoutContact } from './preview.ts'
import { windowWords } from './windows.ts'

const SHOWN = 6

/** A business with starts in finished words. */
export type Match = {
	slug: string
	name: string
	/** Empty where only its times are known. */
	place: string
	rating: { average: number; count: number } | null
	service: string
	facts: string
	chips: (Holdable & { label: string })[]
}

/** What the page after the form shows; the server formats every text. */
export function matchesView(draft: OrderDraft, { reach, affordable, matches }: Matches, now: Date) {
	const end = new Date(Math.min(endOf(draft), now.getTime() + 30 * 86_400_000))
	const count = matches.length
	return {
		title:
			count === 0
				? 'Dann hat gerade niemand etwas frei'
				: count === 1
					? 'Dieser Betrieb hat dann frei: sofort buchen'
					: `Diese ${count} Betriebe haben dann frei: sofort buchen`,
		until: `${formatDate(end, HOME_ZONE)}, ${formatTime(end, HOME_ZONE)} Uhr`,
		matches: matches.map((one) => ({
			slug: one.slug,
			name: one.name,
			place: `${distance(one.distance_km)} · ${one.district && one.district !== one.city ? `${one.district}, ` : ''}${one.city}`,
			rating: one.rating_count > 0 ? { average: one.rating_average, count: one.rating_count } : null,
			service: one.service.name,
			facts: `${formatMinutes(one.service.duration_minutes)} · ${formatPrice(one.service.price_cents)}`,
			chips: one.starts.map((start) =>
				toChip(one.slug, { ...start, service_id: one.service.id }, one.time_zone, now, 'marktplatz'),
			),
		})),
		reach: {
			...{ reach, affordable, radius: draft.radius_km, secret: draft.secret },
			free: count < SHOWN ? String(count) : `${SHOWN} und mehr`,
			budget: draft.budget_cents ? formatPrice(draft.budget_cents) : '',
			preview: {
				title: draft.title,
				lines: [
					`${draft.place ?? draft.place_label}, ${draft.radius_km} km${draft.budget_cents ? ` · bis ${formatPrice(draft.budget_cents)}` : ''}`,
					windowWords(draft.windows),
					draft.persons > 1 ? `${draft.persons} Personen` : '',
				].filter(Boolean),
				text: withoutContact(draft.text),
			},
		},
	}
}

const KM = new Intl.NumberFormat('de-DE', { maximumFractionDigits: 1 })
const distance = (km: number): string => `${KM.format(Math.max(km, 0.1))} km`

/** The end of the last window, as an instant in Germany. */
function endOf({ windows }: OrderDraft): number {
	const ends = windows.map(({ last, to }) => {
		const day = Temporal.PlainDate.from(to === 1440 ? addDays(last, 1) : last)
		const time =
			to === 1440 ? '00:00' : `${String(Math.floor(to / 60)).padStart(2, '0')}:${String(to % 60).padStart(2, '0')}`
		return day.toZonedDateTime({ timeZone: HOME_ZONE, plainTime: time }).epochMilliseconds
	})
	return Math.max(...ends)
}
