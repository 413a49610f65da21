const SITE = 'http://site.invalid'
// No page of ours has a longer address, and no cookie could keep one.
const LONGEST = 2_000
// The services are not pages, and the two /auth addresses act as soon as they are opened.
const NO_PAGE = /^\/(?:(?:auth|rest|storage|realtime|functions)\/v1|auth\/provider|auth\/callback)(?:\/|$)/i

/**
 * The path of a page of this site that a parameter, form, cookie or address asks for, as the URL parser writes it; `fallback` for
 * everything that could lead to another site. Nothing else decides this: `redirect` asks it every time.
 */
export function returnPath(wish: unknown, fallback: string): string {
	if (typeof wish !== 'string' || wish.length > LONGEST || !wish.startsWith('/') || /[\\\p{Cc}]/u.test(wish))
		return fallback
	const url = URL.parse(wish, SITE)
	if (url?.origin !== SITE || url.username || url.password) return fallback
	const { pathname, search, hash } = url
	// Once dots are resolved, two slashes could be read as the start of a host name.
	const strange = pathname.includes('//') || /%2f|%5c/i.test(pathname) || NO_PAGE.test(pathname)
	return strange ? fallback : pathname + search + hash
}

/** A path of this site with one more parameter. */
export function withParam(path: string, name: string, value: string): string {
	const { pathname, searchParams } = new URL(path, SITE)
	searchParams.set(name, value)
	return `${pathname}?${searchParams}`
}
