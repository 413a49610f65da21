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

const USUAL: Column[] = ['leistung', 'mit', 'preis', 'stand']
const COOKIE = 'zeitplatz-columns'

/** The columns chosen in this browser, in the order of the table. */
export function readColumns(request: Request): Column[] {
	const kept = new RegExp(`(?:^|; )${COOKIE}=([a-z.]*)`).exec(request.headers.get('cookie') ?? '')?.[1]
	return kept === undefined ? USUAL : known(kept.split('.'))
}

/** A Set-Cookie value that stores the choice for a year. */
export function columnsCookie(chosen: unknown[]): string {
	return `${COOKIE}=${known(chosen).join('.')}; Path=/admin; Max-Age=31536000; SameSite=Lax; HttpOnly`
}

const known = (chosen: unknown[]): Column[] =>
	(Object.keys(COLUMNS) as Column[]).filter((name) => chosen.includes(name))
