import { isUuid } from '#app/lib/uuid.ts'

/** What can be reported, as `internal.reported_target` knows it (supabase/schemas/87_platform/10_content_reports.sql). */
export const TARGETS = {
	listing: 'Eintrag',
	image: 'Bild',
	review: 'Bewertung',
	reply: 'Antwort auf eine Bewertung',
	order: 'Suchauftrag',
	offer: 'Angebot',
	message: 'Nachricht',
} as const
export type TargetKind = keyof typeof TARGETS

/** What somebody reports; the keys are those of the database. */
export const GROUNDS = {
	insult: 'Beleidigung, Drohung, Hass oder Verleumdung',
	untrue: 'Falsche oder irreführende Angaben',
	not_customer: 'Stammt von niemandem, der dort war',
	privacy: 'Persönliche Daten oder Fotos ohne Erlaubnis',
	rights: 'Urheber- oder Markenrecht',
	minors: 'Gefährdung von Kindern oder Jugendlichen',
	other: 'Etwas anderes',
} as const
export type Ground = keyof typeof GROUNDS
export const GROUND_KEYS = Object.keys(GROUNDS) as [Ground, ...Ground[]]

/** "2026-11" as "November 2026". */
export function monthText(month: string): string {
	const format = new Intl.DateTimeFormat('de-DE', { month: 'long', year: 'numeric', timeZone: 'UTC' })
	return format.format(new Date(`${month}-01`))
}

/** What whoever says that somebody was never there is told: the month, and no more. */
export const visitText = (month: string): string =>
	`Zu dieser Bewertung gehört ein Termin im ${month}, der auf Zeitplatz vereinbart und wahrgenommen wurde.`

export type Target = { kind: TargetKind; id: string }

/** What `?ziel=` names, for example `review:6f0c…`; nothing for anything else. */
export function readTarget(text: string | null): Target | undefined {
	const [kind = '', id = '', ...more] = (text ?? '').toLowerCase().split(':')
	if (more.length > 0 || !isUuid(id) || !Object.hasOwn(TARGETS, kind)) return undefined
	return { kind: kind as TargetKind, id }
}
