const SITE = 'http://site.invalid'
// Longer ones no page of ours has, and no cookie keeps.
const LONGEST = 2_000
// The services are no pages, and these two act as soon as they are opened.
const NO_PAGE = /^\/(?:(?:auth|rest|storage|realtime|functions)\/v1|auth\/provider|auth\/callback)(?:\/|$)/i

/**
 * The way to a page of this site that somebody wishes for, by parameter, form, cookie or the address itself, as the URL parser writes
 * it; `fallback` for everything that could lead elsewhere. The only judge of that: `redirect` asks it for every answer.
 */
export function returnPath(wish: unknown, fallback: string): string {
	if (typeof wish !== 'string' || wish.length > LONGEST || !wish.startsWith('/') || /[\\\p{Cc}]/u.test(wish))
		return fallback
	const url = URL.parse(wish, SITE)
	if (url?.origin !== SITE || url.username || url.password) return fallback
	const { pathname, search, hash } = url
	// Written out without dots, two slashes would be taken for a host by whoever reads the path next.
	const strange = pathname.includes('//') || /%2f|%5c/i.test(pathname) || NO_PAGE.test(pathname)
	return strange ? fallback : pathname + search + hash
}

/** A path of this site with one more parameter. */
export function withParam(path: string, name: string, value: string): string {
	const { pathname, searchParams } = new URL(path, SITE)
	searchParams.set(name, value)
	return `${pathname}?${searchParams}`
}
