import type { AuthChangeEvent } from '@supabase/supabase-js'
import { parseCookieHeader, serializeCookieHeader, stringFromBase64URL } from '@supabase/ssr'

const NAME = 'zeitplatz-auth'
const EVENT = 'zeitplatz-event'
const ENCODED = 'base64-'
// No browser keeps a cookie for longer.
const DAYS_400 = 400 * 24 * 60 * 60

/** Largest session that is put into cookies: together with the other cookies it must fit into the 16 kB allowed for a request's head. */
export const MAX_JAR_BYTES = 8_000

/** Name of the session cookie. With https, its prefix makes browsers accept it only from this host over https. */
export const sessionCookieName = (siteUrl: string): string => (siteUrl.startsWith('https:') ? `__Host-${NAME}` : NAME)

type Options = NonNullable<Parameters<typeof serializeCookieHeader>[2]>
type Cookie = { name: string; value: string; options?: Options }

/** The session's cookies during one request: what the browser sent, and what the auth clients of this request made of them. */
export type SessionJar = {
	readonly name: string
	readonly options: Options
	/** Whether the jar holds a whole session. */
	readonly filled: boolean
	getAll(): Cookie[]
	setAll(cookies: Cookie[]): void
	/** Notes an event of the session by the auth client's name; the next page tells the other tabs (tabs.ts). */
	note(event: AuthChangeEvent): void
	/** Takes the session out of the browser, every part of it. */
	empty(): void
	/** A `Set-Cookie` value for each cookie that has changed. */
	changes(): string[]
}

/**
 * Opens the jar of a request. Scripts cannot read the cookies that it sets. Parts that do not make a whole session are removed from the
 * browser at once. On https, a session under the old name without prefix is kept: the answer gives it today's name and attributes.
 * @param siteUrl public address of the site, which decides about https
 */
export function openJar(cookieHeader: string | null, siteUrl: string): SessionJar {
	const name = sessionCookieName(siteUrl)
	const options: Options = { path: '/', sameSite: 'lax', httpOnly: true, secure: name !== NAME, maxAge: DAYS_400 }
	const kept = new Map<string, string>()
	const changed = new Map<string, string>()
	let noted: AuthChangeEvent | undefined
	const set = (cookie: string, value: string, given: Options): void => {
		if (value) kept.set(cookie, value)
		else kept.delete(cookie)
		changed.set(cookie, serializeCookieHeader(cookie, value, { ...options, maxAge: given.maxAge }))
	}
	const parts = (): string[] => [...kept.keys()].filter((cookie) => isPart(cookie, name))
	const jar: SessionJar = {
		name,
		options,
		get filled() {
			return parts().length > 0
		},
		getAll: () => [...kept].map(([cookie, value]) => ({ name: cookie, value })),
		setAll(cookies) {
			cookies.forEach(({ name: cookie, value, options: given }) => set(cookie, value, given ?? options))
			const bytes = parts().reduce((sum, cookie) => sum + cookie.length + (kept.get(cookie)?.length ?? 0), 0)
			if (bytes > MAX_JAR_BYTES) jar.empty()
		},
		note(event) {
			// A token renewed along the way must not hide the event that it was renewed for.
			if (event !== 'INITIAL_SESSION' && !(noted && event === 'TOKEN_REFRESHED')) noted = event
		},
		empty() {
			noted = 'SIGNED_OUT'
			parts().forEach((cookie) => set(cookie, '', { maxAge: 0 }))
		},
		changes() {
			// The page's script reads this cookie; it holds nothing but the event.
			const options: Options = { path: '/', sameSite: 'lax', secure: name !== NAME, maxAge: 60 }
			return [...changed.values(), ...(noted ? [serializeCookieHeader(EVENT, noted, options)] : [])]
		},
	}
	const sent = parseCookieHeader(cookieHeader ?? '')
	for (const { name: cookie, value = '' } of sent) if (cookie.startsWith(name)) kept.set(cookie, value)
	if (name !== NAME) {
		const taken = jar.filled
		for (const { name: cookie, value = '' } of sent.filter((each) => isPart(each.name, NAME))) {
			if (!taken) set(cookie.replace(NAME, name), value, options)
			set(cookie, '', { maxAge: 0 })
		}
	}
	if (jar.filled && !isWhole(joined(name, kept))) jar.empty()
	return jar
}

/** Whether a cookie is the session or a part of it; others of the auth client have longer names. */
function isPart(cookie: string, name: string): boolean {
	return cookie.startsWith(name) && /^(?:\.\d+)?$/.test(cookie.slice(name.length))
}

function joined(name: string, kept: ReadonlyMap<string, string>): string {
	let text = kept.get(name) ?? ''
	for (let part = 0; !kept.get(name) && kept.get(`${name}.${part}`); part++) text += kept.get(`${name}.${part}`)
	return text
}

/** Checks what the auth client takes for granted about a session: on anything else it throws where the error cannot be caught. */
function isWhole(text: string): boolean {
	try {
		const session: unknown = JSON.parse(
			text.startsWith(ENCODED) ? stringFromBase64URL(text.slice(ENCODED.length)) : text,
		)
		if (typeof session !== 'object' || session === null) return false
		const {
			access_token: token,
			refresh_token: renewal,
			expires_at: end,
			user = null,
		} = session as Record<string, unknown>
		const isToken = typeof token === 'string' && /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)
		return isToken && typeof renewal === 'string' && renewal !== '' && Number.isFinite(end) && typeof user === 'object'
	} catch {
		return false
	}
}
