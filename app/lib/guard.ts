import { returnPath } from './return-path.ts'

/** Areas that need a signed-in user; `*` stands for anything, anywhere. Source: specification § 2 "Route guard". */
const GUARDS = [
	{ include: ['/admin', '/admin/*'], exclude: [] as string[], login: '/auth/login-company', home: '/admin/dashboard' },
	{ include: ['/operator', '/operator/*'], exclude: [] as string[], login: '/auth/login', home: '/operator' },
	{ include: ['/profile', '/profile/*'], exclude: [] as string[], login: '/auth/login', home: '/profile' },
]
const CALLBACK = '/auth/confirm'
const REDIRECT_COOKIE = 'zeitplatz-auth-redirect-path'

export type Guard = (typeof GUARDS)[number]

/**
 * The guard that covers an address, or nothing when everyone may open it. Given the pattern of the matched route as well, no spelling
 * of the path gets past it: what counts is the page that would be shown.
 */
export function guardFor(pathname: string, pattern = pathname, guards = GUARDS): Guard | undefined {
	const addresses = [plain(pathname), plain(pattern)]
	const open = [CALLBACK, ...guards.map(({ login }) => login)]
	return guards.find(({ include, exclude }) =>
		addresses.some((address) => !open.includes(address) && covers(include, address) && !covers(exclude, address)),
	)
}

/** A Set-Cookie value that keeps the requested path for after the sign-in. */
export function redirectCookie(path: string): string {
	return `${REDIRECT_COOKIE}=${encodeURIComponent(path)}; Path=/; Max-Age=3600; SameSite=Lax; HttpOnly`
}

/** A Set-Cookie value that removes the requested path again. */
export const clearedRedirectCookie = `${REDIRECT_COOKIE}=; Path=/; Max-Age=0; SameSite=Lax; HttpOnly`

/** Where to go after signing in: the requested path, else `fallback`. Never to another origin. */
export function requestedPath(cookieHeader: string | null, fallback: string): string {
	const found = new RegExp(`(?:^|; )${REDIRECT_COOKIE}=([^;]*)`).exec(cookieHeader ?? '')?.[1]
	return returnPath(found && decode(found), fallback)
}

/** The address as the router compares it: lower case, without escapes, double slashes or a slash at the end. */
function plain(address: string): string {
	return (decode(address) ?? address)
		.toLowerCase()
		.replaceAll(/\/+/g, '/')
		.replace(/(.)\/$/, '$1')
}

function covers(patterns: string[], address: string): boolean {
	return patterns.some((pattern) => {
		const text = pattern.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll('*', '.*')
		return new RegExp(`^${text}$`, 's').test(address)
	})
}

function decode(text: string): string | undefined {
	try {
		return decodeURIComponent(text)
	} catch {
		return undefined
	}
}
