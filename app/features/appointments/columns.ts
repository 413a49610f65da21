import type { ChoosableColumns } from '#app/lib/kept-columns.ts'

/** Columns of the appointment table that can be chosen; time and customer are always shown. */
export const COLUMNS = {
	leistung: 'Leistung',
	mit: 'Mitarbeiter:in',
	telefon: 'Telefon',
	mail: 'E-Mail',
	gebucht: 'Gebucht am',
	preis: 'Preis',
	stand: 'Stand',
} as const

export type Column = keyof typeof COLUMNS

export const APPOINTMENT_COLUMNS: ChoosableColumns<Column> = {
	...{ cookie: 'zeitplatz-columns', names: COLUMNS },
	usual: ['leistung', 'mit', 'preis', 'stand'],
}
