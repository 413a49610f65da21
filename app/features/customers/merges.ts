/** Pairs on a page. */
export const DUPLICATES_PAGE = 25

/** Why two cards may be the same person. */
export const WHY = {
	phone: 'gleiche Telefonnummer',
	email: 'gleiches Postfach',
	birthday: 'gleicher Geburtstag, ähnlicher Name',
} as const

/** What undoing a merge could not put back, by the codes of `undo_merge`. */
const LEFT: Record<string, string> = {
	card_changed:
		'Was inzwischen an der behaltenen Karte geändert wurde, ist dort geblieben. Bitte vergleichen Sie beide Karten.',
	health_changed: 'Die Angaben zur Gesundheit wurden inzwischen geändert und sind auf der behaltenen Karte geblieben.',
	address_gone:
		'Die E-Mail-Adresse gehört inzwischen einer anderen Karte; die wiederhergestellte Karte hat deshalb keine.',
	later_bookings: 'Termine, die seitdem unter der alten Adresse gebucht wurden, sind mit ihr umgezogen.',
}

/** Sentences for the codes as the address carries them, separated by commas; unknown codes are left out. */
export const leftTexts = (codes: string): string[] =>
	codes.split(',').flatMap((code) => (Object.hasOwn(LEFT, code) ? [String(LEFT[code])] : []))
