import type { Enums } from '#app/database.types.ts'

export type Subject = Enums<'ticket_subject'>

/** How long a message may be; the database says the same (public.open_ticket). */
export const LONGEST_TEXT = 4000

/** What a message to the operator can be about, in the order of the list. The keys are words of the address (/contact?thema=konto), too. */
export const SUBJECTS: { word: string; subject: Subject; label: string }[] = [
	{ word: 'buchung', subject: 'booking', label: 'Ein Termin, den ich gebucht habe' },
	{ word: 'suchauftrag', subject: 'order', label: 'Ein Suchauftrag' },
	{ word: 'konto', subject: 'account', label: 'Mein Konto oder die Anmeldung' },
	{ word: 'bewertung', subject: 'review', label: 'Eine Bewertung' },
	{ word: 'betrieb', subject: 'business', label: 'Zeitplatz für meinen Betrieb' },
	{ word: 'datenschutz', subject: 'privacy', label: 'Datenschutz' },
	{ word: 'barrierefreiheit', subject: 'accessibility', label: 'Ein Hindernis bei der Bedienung' },
	{ word: 'anderes', subject: 'other', label: 'Etwas anderes' },
]

export const subjectLabel = (subject: string): string =>
	SUBJECTS.find((one) => one.subject === subject)?.label ?? 'Etwas anderes'
