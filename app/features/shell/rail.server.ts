const COOKIE = 'zeitplatz-rail'

/** Whether the rail of the admin area was folded to icons. */
export function isRailNarrow(request: Request): boolean {
	return new RegExp(`(?:^|; )${COOKIE}=schmal`).test(request.headers.get('cookie') ?? '')
}

/** A Set-Cookie value that keeps the choice for a year. */
export function railCookie(rail: string): string {
	return `${COOKIE}=${rail === 'schmal' ? 'schmal' : 'breit'}; Path=/admin; Max-Age=31536000; SameSite=Lax; HttpOnly`
}
