import { GROUNDS, TARGETS } from '#app/features/content-reports/targets.ts'
import { formatDate, formatTime, HOME_ZONE } from '#app/lib/dates.ts'
import type { Decision } from './decisions.contracts.ts'

export type Measure = Decision['measure']
export type Kind = Decision['kind']

export const KINDS: Record<Kind, string> = { ...TARGETS, company: 'Unternehmen' }

/** What was decided, in few words. */
export const MEASURES: Record<Measure, string> = {
	none: 'Keine Maßnahme',
	review_removed: 'Bewertung entfernt',
	reply_removed: 'Antwort entfernt',
	picture_removed: 'Bild entfernt',
	listing_paused: 'Eintrag pausiert',
	order_closed: 'Suchauftrag beendet und Text entfernt',
	offer_withdrawn: 'Angebot zurückgezogen und Text entfernt',
	message_removed: 'Nachricht entfernt',
	company_suspended: 'Unternehmen gesperrt',
	lifted: 'Maßnahme zurückgenommen',
}

/** As which kind something was judged. */
export const DECISION_GROUNDS: Record<string, string> = { ...GROUNDS, rules: 'Verstoß gegen unsere Bedingungen' }

/** "Bewertung bei Salon Löwe"; of what belongs to no business "Suchauftrag". */
export const aboutText = ({ kind, business }: Pick<Decision, 'kind' | 'business'>): string =>
	`${KINDS[kind]}${business ? ` bei ${business}` : ''}`

/** What a statement of reasons says, label by label. */
export const reasonsOf = (made: Omit<Decision, 'party' | 'ground' | 'appeal' | 'appeal_until'>): [string, string][] => [
	['Entscheidung', MEASURES[made.measure]],
	['Worum es geht', aboutText(made)],
	['Umfang und Dauer', made.measure === 'none' ? '' : made.scope],
	['Tatsachen', made.facts],
	['Rechtsgrundlage', made.basis],
	['Automatische Mittel', made.automated ? 'wurden verwendet' : 'keine: Entschieden hat ein Mensch'],
	['Entschieden', timeOf(made.told_at)],
]

/** A moment in Germany: "27.11.2026, 14:05 Uhr". */
export const timeOf = (at: string): string => `${formatDate(at, HOME_ZONE)}, ${formatTime(at, HOME_ZONE)} Uhr`
