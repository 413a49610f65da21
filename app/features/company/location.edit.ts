import type { Database } from '#app/database.types.ts'
import type { Typed } from '#app/features/shell/edit.ts'

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
