import type { ChoosableColumns } from '#app/lib/kept-columns.ts'

/** Columns of the list of customers that can be chosen; name and contact are always shown. */
export const COLUMNS = {
	marken: 'Merkmale',
	geburtstag: 'Geburtstag',
	zuletzt: 'Zuletzt da',
	naechster: 'Nächster Termin',
	besuche: 'Besuche',
	umsatz: 'Terminwert',
	neu: 'Karte seit',
} as const

export type Column = keyof typeof COLUMNS

export const CUSTOMER_COLUMNS: ChoosableColumns<Column> = {
	...{ cookie: 'zeitplatz-columns-customers', names: COLUMNS },
	usual: ['marken', 'zuletzt', 'naechster', 'besuche', 'umsatz'],
}
