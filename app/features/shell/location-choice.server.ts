import { isUuid } from '#app/lib/uuid.ts'

const COOKIE = 'zeitplatz-location'

/** The location (or company, before it has one) that the top bar was set to: `?standort=` for this page, else the cookie. */
export function chosenLocationId(request: Request): string | undefined {
	const asked = new URL(request.url).searchParams.get('standort')
	if (asked && isUuid(asked)) return asked
	return new RegExp(`(?:^|; )${COOKIE}=([0-9a-f-]{36})`).exec(request.headers.get('cookie') ?? '')?.[1]
}

/** A Set-Cookie value that keeps the choice for a year; undefined for anything that is not an id. */
export function locationCookie(id: string): string | undefined {
	return isUuid(id) ? `${COOKIE}=${id}; Path=/admin; Max-Age=31536000; SameSite=Lax; HttpOnly` : undefined
}
