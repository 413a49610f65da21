import { formatDate } from '#app/lib/dates.ts'
import { formatPrice } from '#app/lib/money.ts'

export type Facts = {
	visits: number
	no_shows: number
	cancelled: number
	spent_cents: number
	first_visit_at: string | null
	last_visit_at: string | null
	next_visit_at: string | null
}

/** The service and person of a visit, from the appointment's first line. */
export type Usual = { service: string; person: string }

/** The five facts of a customer, each in a few words with a line below. @param zone of the location, for naming days */
export function factTexts(facts: Facts | null, usual: Usual | null, zone: string): [value: string, below: string][] {
	const { visits, no_shows, cancelled, spent_cents, first_visit_at, last_visit_at } = facts ?? NOBODY
	const since = first_visit_at ? `seit ${monthOf(first_visit_at, zone)}` : 'noch nie da'
	const rhythm = rhythmOf(facts)
	return [
		[visits === 1 ? '1 Besuch' : `${visits} Besuche`, since],
		[
			formatPrice(spent_cents),
			visits > 0 ? `${formatPrice(Math.round(spent_cents / visits))} je Besuch` : 'Terminwert',
		],
		[
			rhythm ? `alle ${rhythm === 1 ? 'Woche' : `${rhythm} Wochen`}`.replace('alle Woche', 'jede Woche') : '–',
			last_visit_at ? `zuletzt ${formatDate(last_visit_at, zone)}` : 'Rhythmus',
		],
		[`${no_shows} nicht erschienen`, cancelled === 1 ? '1 Absage' : `${cancelled} Absagen`],
		[usual?.service ?? '–', usual ? `meist bei ${usual.person}` : 'Übliche Leistung'],
	]
}

const NOBODY: Facts = {
	...{ visits: 0, no_shows: 0, cancelled: 0, spent_cents: 0 },
	...{ first_visit_at: null, last_visit_at: null, next_visit_at: null },
}

const WEEK = 7 * 86_400_000

/** The average number of weeks between two visits; null for fewer than three visits. */
export function rhythmOf(facts: Facts | null): number | null {
	const { visits, first_visit_at: first, last_visit_at: last } = facts ?? NOBODY
	if (!first || !last || visits < 3) return null
	return Math.max(1, Math.round((Date.parse(last) - Date.parse(first)) / WEEK / (visits - 1)))
}

const monthOf = (instant: string, zone: string): string =>
	new Intl.DateTimeFormat('de-DE', { month: 'long', year: 'numeric', timeZone: zone }).format(new Date(instant))

type Visit = { state: string; lines: { service_name: string; employees: { name: string } | null }[] }

/** The most frequent booking among visits that took place or will take place; null before the first. */
export function usualVisit(visits: Visit[]): Usual | null {
	const lines = visits
		.filter(({ state }) => ['completed', 'confirmed', 'requested'].includes(state))
		.flatMap(({ lines: [first] }) => (first ? [first] : []))
	if (lines.length === 0) return null
	return {
		service: most(lines.map(({ service_name }) => service_name)),
		person: most(lines.map(({ employees }) => employees?.name ?? '–')),
	}
}

function most(words: string[]): string {
	const counts = new Map<string, number>()
	for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
	return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? ''
}
