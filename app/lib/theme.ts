export type Theme = 'light' | 'dark'

const COOKIE = 'zeitplatz-theme'

/** The chosen theme; light without a choice. Read on the server, so that no page flashes. */
export function readTheme(cookieHeader: string | null): Theme {
	return new RegExp(`(?:^|; )${COOKIE}=dark`).test(cookieHeader ?? '') ? 'dark' : 'light'
}

/** A Set-Cookie value that keeps the choice for a year. */
export function themeCookie(theme: Theme): string {
	return `${COOKIE}=${theme}; Path=/; Max-Age=31536000; SameSite=Lax`
}
