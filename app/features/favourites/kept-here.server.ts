import { paths } from '#app/lib/paths.ts'

// Without an account the list stands in a cookie that only its own page is sent: so every other page stays the same for all visitors,
// and keeping works without JavaScript. Ids without dashes; a cookie holds 4 KB.
const COOKIE = 'zeitplatz-merkliste'
const YEAR = 365 * 24 * 60 * 60
const ID = /^[0-9a-f]{32}$/
/** How many a browser keeps. */
export const MOST_HERE = 50

/** The locations that this browser keeps, the latest first. */
export function readKeptHere(request: Request): string[] {
	const text = new RegExp(`(?:^|; )${COOKIE}=([0-9a-f.]*)`).exec(request.headers.get('cookie') ?? '')?.[1] ?? ''
	const ids = text.split('.').filter((id) => ID.test(id))
	return [...new Set(ids)]
		.slice(0, MOST_HERE)
		.map((id) => id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'))
}

/** Set-Cookie values that make these the kept ones; none forgets the list. Client navigation asks for `<path>.data`. */
export function keptHereCookies(ids: string[]): string[] {
	const value = ids.map((id) => id.replaceAll('-', '')).join('.')
	return [paths.favourites(), `${paths.favourites()}.data`].map(
		(scope) => `${COOKIE}=${value}; Path=${scope}; Max-Age=${ids.length > 0 ? YEAR : 0}; HttpOnly; SameSite=Lax`,
	)
}
