const COOKIE = 'zeitplatz-pending-email'

/** A Set-Cookie value that remembers the address to confirm for an hour, to keep it out of URLs. */
export function pendingEmailCookie(email: string): string {
	return `${COOKIE}=${encodeURIComponent(email)}; Path=/auth; Max-Age=3600; SameSite=Lax; HttpOnly`
}

/** The address that this browser still has to confirm, or an empty text. */
export function pendingEmail(request: Request): string {
	const found = new RegExp(`(?:^|; )${COOKIE}=([^;]*)`).exec(request.headers.get('cookie') ?? '')?.[1]
	try {
		return decodeURIComponent(found ?? '')
	} catch {
		return ''
	}
}
