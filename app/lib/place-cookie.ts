const COOKIE = 'zeitplatz-ort'
const SLUG = /^[a-z0-9-]{1,80}$/

/** The slug of the city that the visitor asked to be remembered; undefined without one. The cache of finished pages knows this cookie, too. */
export function readPlace(cookieHeader: string | null): string | undefined {
	const slug = new RegExp(`(?:^|; )${COOKIE}=([^;]*)`).exec(cookieHeader ?? '')?.[1] ?? ''
	return SLUG.test(slug) ? slug : undefined
}

/** A Set-Cookie value that remembers a city by its slug for a year. */
export function placeCookie(slug: string): string {
	return `${COOKIE}=${slug}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax`
}
