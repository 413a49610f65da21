import { LANGUAGES } from '#app/features/catalogue/languages.ts'
import type { Database } from '#app/database.types.ts'
import type { Typed } from '#app/features/shell/edit.ts'

/** What a location offers, with its words. */
export const ATTRIBUTES: [string, string][] = [
	['payment:card', 'Kartenzahlung'],
	['payment:cash', 'Barzahlung'],
	['access:wheelchair', 'Barrierefrei zugänglich'],
]
/** Languages beside German. */
export const SPOKEN = Object.entries(LANGUAGES).map(([code, name]): [string, string] => [`language:${code}`, name])
/** The words of all that the form knows. */
export const KNOWN = new Map([...ATTRIBUTES, ...SPOKEN])

type Row = Database['public']['Tables']['locations']['Row']
export const LOCATION_LABELS = {
	...{
		name: 'Name',
		slug: 'Internetadresse',
		street: 'Straße und Hausnummer',
		postal_code: 'Postleitzahl',
		phone: 'Telefon',
	},
	...{ email: 'E-Mail', website: 'Webseite', description: 'Beschreibung', attributes: 'Merkmale und Sprachen' },
} satisfies Partial<Record<keyof Row, string>>

/** What the form of a location holds. */
export function locationTyped(row: Pick<Row, keyof typeof LOCATION_LABELS>): Typed {
	const { name, slug, street, postal_code, phone, email, website, description, attributes } = row
	return { name, slug, street, postal_code, phone, email, website, description, attributes }
}
