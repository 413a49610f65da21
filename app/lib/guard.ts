/** Areas that need a signed-in user; `*` stands for anything. Source: specification § 2 "Route guard". */
const GUARDS = [
	{ include: ['/admin', '/admin/*'], exclude: [] as string[], login: '/auth/login-company', home: '/admin/dashboard' },
	{ include: ['/profile', '/profile/*'], exclude: [] as string[], login: '/auth/login', home: '/profile' },
]
const CALLBACK = '/auth/confirm'
const REDIRECT_COOKIE = 'zeitplatz-auth-redirect-path'

export type Guard = (typeof GUARDS)[number]

/** The guard that covers a path, or nothing when everyone may open it. */
export function guardFor(pathname: string): Guard | undefined {
	if (pathname === CALLBACK || GUARDS.some((guard) => guard.login === pathname)) return undefined
	return GUARDS.find(
		({ include, exclude }) =>
			include.some((pattern) => covers(pattern, pathname)) && !exclude.some((pattern) => covers(pattern, pathname)),
	)
}

/** What the visitor asked for, as a page address: never the `.data` request of a client navigation. */
export function returnPath(url: URL): string {
	return `${url.pathname}${url.search}`
}

/** A Set-Cookie value that keeps the requested path for after the sign-in. */
export function redirectCookie(path: string, secure: boolean): string {
	return `${REDIRECT_COOKIE}=${encodeURIComponent(path)}; Path=/; Max-Age=3600; SameSite=Lax; HttpOnly${secure ? '; Secure' : ''}`
}

/** A Set-Cookie value that removes the requested path again. */
export const clearedRedirectCookie = `${REDIRECT_COOKIE}=; Path=/; Max-Age=0; SameSite=Lax; HttpOnly`

/** Where to go after signing in: the requested path, else `fallback`. Never to another origin. */
export function requestedPath(cookieHeader: string | null, fallback: string): string {
	const found = new RegExp(`(?:^|; )${REDIRECT_COOKIE}=([^;]*)`).exec(cookieHeader ?? '')?.[1]
	return safePath(found ? decode(found) : undefined) ?? fallback
}

/** The path itself when it stays on this site; protocol-relative and backslash tricks are refused. */
export function safePath(path: string | null | undefined): string | undefined {
	if (!path?.startsWith('/') || path.startsWith('//') || /[\\\p{Cc}]/u.test(path)) return undefined
	const url = new URL(path, 'http://site.invalid')
	return url.origin === 'http://site.invalid' ? `${url.pathname}${url.search}${url.hash}` : undefined
}

function covers(pattern: string, pathname: string): boolean {
	return pattern.endsWith('*') ? pathname.startsWith(pattern.slice(0, -1)) : pathname === pattern
}

function decode(text: string): string | undefined {
	try {
		return decodeURIComponent(text)
	} catch {
		return undefined
	}
}
