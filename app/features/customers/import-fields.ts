/** What a column can hold, with the words of the page. */
export const FIELDS = {
	name: 'Name (ganz)',
	first: 'Vorname',
	last: 'Nachname',
	email: 'E-Mail',
	phone: 'Telefon',
	mobile: 'Weitere Telefonnummer',
	birthday: 'Geburtstag',
	tags: 'Merkmale',
	note: 'Notiz',
} as const
export type Field = keyof typeof FIELDS
export const FIELD_NAMES = Object.keys(FIELDS) as Field[]
/** Field → number of the column, from 0. */
export type Mapping = Partial<Record<Field, number>>

const HEADS: [Field, RegExp][] = [
	['first', /^(vorname|rufname|first ?name|given ?name)/],
	['last', /^(nachname|familienname|zuname|last ?name|surname|family ?name)/],
	['email', /^(e-?mail|mail)/],
	['phone', /^(telefon|tel\b|festnetz|rufnummer|phone|mobil|handy|weitere (telefon)?nummer)/],
	['birthday', /^(geburtstag|geburtsdatum|geb\b|birthday|birth ?date|date of birth)/],
	['tags', /^(merkmal|tags?\b|gruppe|kategorie|schlagw)/],
	['note', /^(notiz|bemerkung|kommentar|anmerkung|info|notes?\b|comment)/],
	['name', /^(name\b|kund(e|in|:in|en)?(name)?$|customer( name)?$|full ?name|display ?name)/],
]

/** What the columns probably hold, by their heads; each field once. The second column with numbers is the further number. */
export function guessMapping(head: string[]): Mapping {
	const mapping: Mapping = {}
	for (const [column, name] of head.entries()) {
		const [field] = HEADS.find(([, words]) => words.test(name.trim().toLowerCase())) ?? []
		if (!field) continue
		if (mapping[field] === undefined) mapping[field] = column
		else if (field === 'phone' && mapping.mobile === undefined) mapping.mobile = column
	}
	const { name, ...parted } = mapping
	if (name === undefined || (parted.first === undefined && parted.last === undefined)) return mapping
	// Beside a first name, "Name" is the last name.
	return parted.last === undefined ? { ...parted, last: name } : parted
}

/** Why a row was refused, by the codes of `internal.import_fields`. */
const REFUSED: Record<string, string> = {
	name_missing: 'Der Name fehlt',
	name_too_long: 'Der Name hat mehr als 120 Zeichen',
	email_invalid: 'Die E-Mail-Adresse ist nicht vollständig',
	phone_invalid: 'Die Telefonnummer ist nicht lesbar',
	birthday_invalid: 'Der Geburtstag ist kein Datum wie 24.12.1980',
	tags_invalid: 'Mehr als 20 Merkmale, oder eines mit mehr als 30 Zeichen',
}

/** What became of a row, in words. */
export function rowText(state: string, code: string): string {
	if (state === 'refused') return REFUSED[code] ?? 'Nicht lesbar'
	if (state === 'known') return 'Gibt es schon, unverändert gelassen'
	return state === 'stays' ? 'Seit dem Import benutzt oder geändert, deshalb geblieben' : 'Wird neu angelegt'
}
